import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readNewSeries } from '../../server/catalogue/jump/series.operations';
import { day } from '../support/factories';
import { people } from '../support/people';
import { DESK, PHONE, sharedSite } from '../support/site';

const site = sharedSite();
let page: Page;
let locksmith: Page;
beforeAll(async () => {
  const admin = await people.administrator(site.app);
  await site.app.graph('mutation { saveModel(input: { id: 1, jma: "CHANGED" }) { id } }', {}, admin);
  await site.app.sql(
    `insert into log_entries (username, kind, details, created_at, subject_type, subject_id) values
      ('old@example.com', 'EXPORT', 'Exported long ago', '2020-02-03T23:00:00Z', null, null),
      ('old@example.com', 'MAKE_DELETED', 'Deleted the make Gone', '2020-02-05', 'MAKE', 99999)`,
  );
  // More than a page of everything.
  await site.app.sql(
    `insert into corrections (username, email, make, model, year, comment, user_id, created_at)
     select 'x', 'list@example.com', 'Honda', 'X', 2000, 'Wrong ' || n,
       (select id from users where username = 'admin@example.com'), now() from generate_series(1, 11) n`,
  );
  await site.app.sql(
    `insert into feedbacks (username, email, comment, created_at)
     select 'x', 'list@example.com', 'Good ' || n, now() from generate_series(1, 11) n`,
  );
  await site.app.sql(
    `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at)
     select id, username, 7995, now(), now() from users, generate_series(1, 11)
     where username in ('admin@example.com', 'user@example.com')`,
  );
  await site.app.sql(
    `insert into missed_searches (text, count, last_at) select 'zwieback ' || n, 2, now() from generate_series(1, 11) n`,
  );
  await site.app.sql(
    `update models set code_series = 'ask the dealer'
     where id in (select min(id) from models group by make_id, name order by 1 limit 11)`,
  );
  await readNewSeries(site.app.system, {});
  await site.app.sql(
    `insert into own_sheets (client_id, make, name, year, user_id, username, created_at, updated_at)
     select client_id, 'Honda', 'Prototype ' || n, 2007, id, username, now(), now() from users, generate_series(1, 11) n
     where username = 'user@example.com'`,
  );
  page = await site.openAs('admin@example.com');
  locksmith = await site.openAs('user@example.com');
});

const field = (label: string) => page.getByRole('search', { name: 'Log' }).getByLabel(label, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
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
  await press('Add filter');
  await page.getByRole('menuitem', { name: 'Period' }).click();
  await expect.poll(() => isFocused(field('From'))).toBe(true);
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

test('a menu that is opened as soon as a filter was added stays open', async () => {
  await page.goto('/users/list');
  await press('Add filter');
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  // Not highlighted, as when the menu moves under the pointer.
  await item('Role').evaluate((role: HTMLElement) => {
    role.click();
    document.querySelector<HTMLElement>('[aria-haspopup=menu][aria-expanded=true]')?.click();
  });
  await expect.poll(() => isFocused(page.getByRole('menu', { name: 'Add filter' }))).toBe(true);
  await item('Enabled').click();
  for (const name of ['Enabled', 'Role'])
    await page.getByRole('button', { name: `Remove the filter ${name}` }).waitFor();
});

/** The list has answered, without an error. Returns its total. */
async function settled(page: Page): Promise<number> {
  await page.waitForFunction(
    () =>
      !document.querySelector('main [aria-busy=true]') &&
      /\([\d,]+\)/.test(document.querySelector('h1')?.innerText ?? ''),
  );
  expect(await page.getByRole('alert').count()).toBe(0);
  return Number((await page.getByRole('heading', { level: 1 }).innerText()).replace(/\D/g, ''));
}

/** Does something that changes the address. */
async function changes(page: Page, act: () => Promise<unknown>): Promise<number> {
  const before = page.url();
  await act();
  await page.waitForURL((url) => url.href !== before);
  return settled(page);
}

/** Gives the filter each kind of value that it can have, and then none. */
async function tryFilter(page: Page, control: Locator) {
  if (await control.evaluate((one) => one instanceof HTMLSelectElement)) {
    const values = await control
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    for (const value of [values[1], values.at(-1)].filter((one) => one)) {
      if ((await control.inputValue()) !== value) await changes(page, () => control.selectOption(value!));
    }
    return;
  }
  const isDate = (await control.getAttribute('type')) === 'date';
  await changes(page, () => control.fill(isDate ? '2026-01-02' : '2007'));
}

const OUR_SHEETS = '/our-sheets/list';
const LISTS = [
  ...['/clients/list', '/company-details/list', '/products/list', '/users/list', '/userlogs', '/access'],
  ...['/correction/list', '/correction/mine', '/feedback/list', '/payments', '/payments?user=2', '/payments/list'],
  ...['/key-systems/list', '/aliases/list', '/aliases/series', '/aliases/searches', OUR_SHEETS],
  ...['/webhooks/list', '/api-tokens/list', '/registered-queries/list'],
];
const pageOf = (path: string) => (path === OUR_SHEETS ? locksmith : page);

describe('a list, by its controls alone', () => {
  test.each([
    ...LISTS.map((path) => [path, DESK] as const),
    ['/products/list', PHONE] as const,
    ['/users/list', PHONE] as const,
  ])('%s', { timeout: 60_000 }, async (path, viewport) => {
    const page = pageOf(path);
    await page.setViewportSize(viewport);
    await page.goto('/sessions');
    await page.goto(path);
    const total = await settled(page);
    const isTable = (await page.getByRole('table').count()) > 0;
    /** The table begins in the first third of a desk's window. */
    const isHigh = async () => {
      if (isTable && viewport === DESK)
        expect((await page.getByRole('table').boundingBox())?.y).toBeLessThanOrEqual(DESK.height / 3);
    };
    await isHigh();
    const unfiltered = page.url();
    const bar = page.getByRole('search').and(page.locator('main *'));
    const clear = async () => {
      expect(await changes(page, () => page.getByRole('button', { name: 'Clear filters' }).click())).toBe(total);
      expect(page.url()).toBe(unfiltered);
    };

    for (const header of await page.getByRole('columnheader').getByRole('button').all())
      for (const _time of ['once', 'twice']) await changes(page, () => header.click());
    const next = page.getByRole('button', { name: 'Next page' });
    if (await next.count()) await changes(page, () => next.click());
    await page.goto('/sessions');
    await page.goto(path);
    await settled(page);
    if (!(await bar.count())) return;

    // The first filter of the unfiltered list is the search.
    const search = bar.getByRole('searchbox');
    if (await search.count()) {
      await changes(page, () => search.fill('a'));
      await isHigh();
      await clear();
      expect(await search.inputValue()).toBe('');
    }
    for (const control of await bar.locator('[data-chip]').getByRole('combobox').all()) {
      await tryFilter(page, control);
      await clear();
    }
    const add = bar.getByRole('button', { name: 'Add filter' });
    if (!(await add.count())) return;
    const menu = page.getByRole('menu', { name: 'Add filter' });
    const filters = menu.getByRole('menuitem');
    const addFilter = async (title: string) => {
      await add.click();
      await filters.filter({ hasText: new RegExp(`^${title}$`) }).click();
      const remove = page.getByRole('button', { name: `Remove the filter ${title}`, exact: true });
      await remove.waitFor();
      const chip = bar.locator('[data-chip]').filter({ has: remove });
      return { remove, chip, controls: await chip.locator('select, input').all() };
    };
    await add.click();
    // A menu handles Escape once it has the focus, which is at its first frame.
    await expect.poll(() => isFocused(menu)).toBe(true);
    const titles = await filters.allInnerTexts();
    await page.keyboard.press('Escape');
    for (const title of titles) {
      const { remove, chip, controls } = await addFilter(title);
      await expect.poll(() => isFocused(controls[0]!)).toBe(true);
      for (const control of controls) await tryFilter(page, control);
      await isHigh();
      expect(await changes(page, () => remove.click())).toBe(total);
      await chip.waitFor({ state: 'detached' });
      await expect.poll(() => isFocused(add)).toBe(true);
    }
    // All together.
    for (const title of titles) await tryFilter(page, (await addFilter(title)).controls[0]!);
    const all = page.url();
    const found = await settled(page);

    if (await page.getByLabel('Saved view').count()) {
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(`Walked ${path}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Delete view' }).waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).first().click();
      expect(await settled(page)).toBe(total);
      const opened = await changes(page, () => page.getByLabel('Saved view').selectOption({ label: `Walked ${path}` }));
      expect(opened).toBe(found);
      expect([...new URL(page.url()).searchParams].sort()).toEqual([...new URL(all).searchParams].sort());
      await page.getByRole('button', { name: 'Delete view' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Save view' }).waitFor();
    }
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    expect(await settled(page)).toBe(total);
  });
});
