import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '../support/factories';
import { people } from '../support/people';
import { type Site, startSite } from '../support/site';

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await startSite();
  const admin = await people.administrator(site.app);
  await site.app.graph('mutation { saveModel(input: { id: 1, jma: "CHANGED" }) { id } }', {}, admin);
  await site.app.sql(
    `insert into log_entries (username, kind, details, created_at, subject_type, subject_id) values
      ('old@example.com', 'EXPORT', 'Exported long ago', '2020-02-03T23:00:00Z', null, null),
      ('old@example.com', 'MAKE_DELETED', 'Deleted the make Gone', '2020-02-05', 'MAKE', 99999)`,
  );
  page = await site.openAs('admin@example.com');
});
afterAll(() => site.close());

const field = (label: string) => page.getByRole('search', { name: 'Log' }).getByLabel(label, { exact: true });
const heading = (count: number) =>
  page.getByRole('heading', { level: 1, name: `Log List (${count})`, exact: true }).waitFor();

test('the log can be filtered by kind, user and period; the filters are in the URL, and Back removes them', async () => {
  await page.goto('/userlogs');
  await page.getByText('Exported long ago').waitFor();
  await field('Username').fill('OLD@');
  await heading(2);
  await field('Kind').selectOption('Export');
  await heading(1);
  expect(new URL(page.url()).search).toBe('?user=OLD%40&kind=export');
  await page.goBack();
  await heading(2);
  expect(await field('Kind').inputValue()).toBe('');
  await field('From').fill('2020-02-04');
  await heading(1);
  await page.getByText('Deleted the make Gone').waitFor();
  await field('To').fill('2020-02-04');
  await page.getByText('No data available').waitFor();
  await page.reload();
  await page.getByText('No data available').waitFor();
  expect(await field('From').inputValue()).toBe('2020-02-04');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('Exported long ago').waitFor();
  expect(await field('Username').inputValue()).toBe('');
  await page.goto('/userlogs?kind=nonsense&from=2020-02-30');
  await page.getByText('Exported long ago').waitFor();
});

test('a line links to its record, and Back returns to the same log; a line without an existing record has no link', async () => {
  await page.goto(`/userlogs?kind=model_updated&from=${day(-1)}`);
  await heading(1);
  await page.getByRole('link', { name: /^Updated the model / }).click();
  await page.waitForURL('**/products/edit?id=1');
  await page.getByRole('main').getByLabel('JMA', { exact: true }).waitFor();
  await page.goBack();
  await heading(1);
  await page.goto('/userlogs?user=old');
  await heading(2);
  expect(await page.getByRole('link', { name: 'Deleted the make Gone' }).count()).toBe(0);
});
