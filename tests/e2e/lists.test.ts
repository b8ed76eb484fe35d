import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
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
const search = () => new URL(page.url()).search;
const heading = (count: number) =>
  page.getByRole('heading', { level: 1, name: `Log List (${count})`, exact: true }).waitFor();

test('the log’s filters are in the URL, Back removes them, and a line links to its record', async () => {
  await page.goto('/userlogs');
  await page.getByText('Exported long ago').waitFor();
  await field('Username').fill('OLD@');
  await heading(2);
  expect(await page.getByRole('link', { name: 'Deleted the make Gone' }).count()).toBe(0);
  await field('Kind').selectOption('Export');
  await heading(1);
  expect(search()).toBe('?user=OLD%40&kind=export');
  await page.goBack();
  await heading(2);
  expect(await field('Kind').inputValue()).toBe('');
  await press('Add filter');
  await page.getByRole('menuitem', { name: 'Period' }).click();
  await expect.poll(() => isFocused(field('From'))).toBe(true);
  await field('From').fill('2020-02-04');
  await heading(1);
  expect(await page.getByText('Deleted the make Gone').count()).toBe(1);
  await field('To').fill('2020-02-04');
  await page.getByText('No data available').waitFor();
  await page.reload();
  await page.getByText('No data available').waitFor();
  expect(await field('From').inputValue()).toBe('2020-02-04');
  await press('Clear filters');
  await page.getByText('Exported long ago').waitFor();
  expect(await field('Username').inputValue()).toBe('');
  await page.goto('/userlogs?kind=nonsense&from=2020-02-30');
  await page.getByText('Exported long ago').waitFor();

  await page.goto(`/userlogs?kind=model_updated&from=${day(-1)}`);
  await heading(1);
  await page.getByRole('link', { name: /^Updated the model / }).click();
  await page.waitForURL('**/products/edit?id=1');
  await page.getByRole('main').getByLabel('JMA', { exact: true }).waitFor();
  await page.goBack();
  await heading(1);
});

test('what is typed and chosen without a pause is all kept, and the fields show what the list follows', async () => {
  await page.goto('/userlogs');
  await page.getByText('Exported long ago').waitFor();
  await field('Username').fill('old@');
  await field('Kind').selectOption('Export');
  await expect.poll(search).toBe('?user=old%40&kind=export');
  await heading(1);
  await press('Add filter');
  await page.getByRole('menuitem', { name: 'Period' }).click();
  await field('From').fill('2020-02-03');
  await field('To').fill('2020-02-04');
  await expect.poll(search).toBe('?user=old%40&kind=export&from=2020-02-03&to=2020-02-04');
  await page.goBack();
  await expect.poll(search).toBe('?user=old%40&kind=export');
  await expect.poll(() => field('From').count()).toBe(0);
  expect([await field('Username').inputValue(), await field('Kind').inputValue()]).toEqual(['old@', 'export']);

  // What is typed when the filters are cleared is cleared, too.
  await field('Username').fill('nobody');
  await press('Clear filters');
  await field('Kind').selectOption('Make deleted');
  await expect.poll(search).toBe('?kind=make_deleted');
  expect(await field('Username').inputValue()).toBe('');
  await field('Username').fill('old@');
  await page.getByRole('columnheader', { name: 'User' }).getByRole('button').click();
  await expect.poll(search).toBe('?kind=make_deleted&sort=user&dir=asc&user=old%40');
});

test('a filter stays if it is added before the list has followed, and so does a menu opened right after', async () => {
  await page.goto('/users/list');
  await settled(page);
  await press('Add filter');
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  // Between the browser's change of the address and React's next render.
  await item('Created').evaluate(async (created: HTMLElement) => {
    document.querySelector<HTMLElement>('thead button')?.click();
    while (!location.search) await null;
    created.click();
  });
  await page.getByRole('columnheader', { name: 'Username' }).and(page.locator('[aria-sort=ascending]')).waitFor();
  await press('Add filter');
  // Not highlighted, as when the menu moves under the pointer.
  await item('Role').evaluate((role: HTMLElement) => {
    role.click();
    document.querySelector<HTMLElement>('[aria-haspopup=menu][aria-expanded=true]')?.click();
  });
  await expect.poll(() => isFocused(page.getByRole('menu', { name: 'Add filter' }))).toBe(true);
  await item('Enabled').click();
  for (const name of ['Created', 'Enabled', 'Role'])
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

/** Does something that changes the address, and waits for the answer: the screen follows the address a little later. */
async function changes(page: Page, act: () => Promise<unknown>): Promise<number> {
  const before = page.url();
  const answer = page.waitForResponse((response) => response.request().postDataJSON()?.variables?.page !== undefined);
  await act();
  await page.waitForURL((url) => url.href !== before);
  await (await answer).finished();
  return settled(page);
}

/** Gives the filter a value. */
async function tryFilter(page: Page, control: Locator) {
  if (await control.evaluate((one) => one instanceof HTMLSelectElement)) {
    const last = await control.locator('option').last().getAttribute('value');
    return changes(page, () => control.selectOption(last!));
  }
  const isDate = (await control.getAttribute('type')) === 'date';
  return changes(page, () => control.fill(isDate ? '2026-01-02' : '2007'));
}

/** The filters of a list, by its controls. */
function controlsOf(page: Page) {
  const bar = page.getByRole('search').and(page.locator('main *'));
  const add = bar.getByRole('button', { name: 'Add filter' });
  return {
    bar,
    add,
    async addFilter(title: string) {
      await add.click();
      await page.getByRole('menuitem', { name: title, exact: true }).click();
      const remove = page.getByRole('button', { name: `Remove the filter ${title}`, exact: true });
      await remove.waitFor();
      const chip = bar.locator('[data-chip]').filter({ has: remove });
      return { remove, chip, controls: await chip.locator('select, input').all() };
    },
  };
}

/** The table begins in the first third of a desk's window. */
async function expectHigh(page: Page, state: string) {
  const top = (await page.getByRole('table').boundingBox())?.y;
  expect(top, `the table of ${state}`).toBeLessThanOrEqual(DESK.height / 3);
}

/** Opens a list anew. Returns its total. */
async function openList(page: Page, path: string) {
  await page.goto('/sessions');
  await page.goto(path);
  return settled(page);
}

test.each([
  // One of each kind of control.
  ['/products/list', DESK, ['Disputed', 'Source', 'Year', 'Changed']] as const,
  ['/users/list', PHONE, ['Role', 'Expires']] as const,
])('%s, by its controls alone', async (path, viewport, titles) => {
  const isDesk = viewport === DESK;
  await page.setViewportSize(viewport);
  const total = await openList(page, path);
  const unfiltered = page.url();
  const { bar, add, addFilter } = controlsOf(page);
  const clear = async () => {
    expect(await changes(page, () => page.getByRole('button', { name: 'Clear filters' }).first().click())).toBe(total);
    expect(page.url()).toBe(unfiltered);
  };

  // The first filter of the unfiltered list is the search.
  const searchbox = bar.getByRole('searchbox');
  await changes(page, () => searchbox.fill('a'));
  await clear();
  expect(await searchbox.inputValue()).toBe('');
  await tryFilter(page, bar.locator('[data-chip]').getByRole('combobox').first());
  await clear();
  await add.click();
  // A menu handles Escape once it has the focus, which is at its first frame.
  await expect.poll(() => isFocused(page.getByRole('menu', { name: 'Add filter' }))).toBe(true);
  await page.keyboard.press('Escape');
  for (const title of titles) {
    const { remove, chip, controls } = await addFilter(title);
    await expect.poll(() => isFocused(controls[0]!)).toBe(true);
    for (const control of controls) await tryFilter(page, control);
    if (isDesk) await expectHigh(page, `${path} with ${title}`);
    expect(await changes(page, () => remove.click())).toBe(total);
    await chip.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(add)).toBe(true);
  }
  if (!isDesk) return;

  // All together, as a view.
  for (const title of titles) await tryFilter(page, (await addFilter(title)).controls[0]!);
  const all = page.url();
  const found = await settled(page);
  await press('Save view');
  await page.getByRole('dialog').getByLabel('Name').fill('Walked');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Delete view' }).waitFor();
  await clear();
  const opened = await changes(page, () => page.getByLabel('Saved view').selectOption({ label: 'Walked' }));
  expect(opened).toBe(found);
  expect([...new URL(page.url()).searchParams].sort()).toEqual([...new URL(all).searchParams].sort());
  await press('Delete view');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Save view' }).waitFor();
});

const OUR_SHEETS = '/our-sheets/list';
const LISTS = [
  ...['/clients/list', '/company-details/list', '/products/list', '/users/list', '/userlogs', '/access'],
  ...['/correction/list', '/correction/mine', '/feedback/list', '/payments', '/payments?user=2', '/payments/list'],
  ...['/key-systems/list', '/aliases/list', '/aliases/series', '/aliases/searches', OUR_SHEETS],
  ...['/webhooks/list', '/api-tokens/list', '/registered-queries/list'],
];

test('the table of every list begins in the first third, and its order, pages and search change the address', async () => {
  await page.setViewportSize(DESK);
  for (const path of LISTS) {
    const own = path === OUR_SHEETS ? locksmith : page;
    const named = async (step: string, act: () => Promise<unknown>) => {
      try {
        return await act();
      } catch (error) {
        throw new Error(`${path}, ${step}: ${(error as Error).message}`, { cause: error });
      }
    };
    await named('opened', () => openList(own, path));
    const isTable = (await own.getByRole('table').count()) > 0;
    if (isTable) await expectHigh(own, path);
    const header = own.getByRole('columnheader').getByRole('button').last();
    if (await header.count()) await named('sorted', () => changes(own, () => header.click()));
    const next = own.getByRole('button', { name: 'Next page' });
    if (await next.count()) await named('paged', () => changes(own, () => next.click()));
    const { bar } = controlsOf(own);
    const filter = bar.getByRole('searchbox').or(bar.locator('[data-chip] select')).first();
    if ((await filter.count()) === 0) continue;
    await named('filtered', () => tryFilter(own, filter));
    if (isTable) await expectHigh(own, `${path}, filtered`);
  }
});
