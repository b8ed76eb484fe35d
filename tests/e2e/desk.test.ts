import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/make.entity';
import { createClient, createModel, createUser, day } from '../support/factories';
import { countEffort, type Hand, handOf, optionsOf } from '../support/hands';
import { DESK, PHONE, type Site, startSite, violations } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const admin = (options = {}) => site.openAs('admin@example.com', options);
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
const sql = (statement: string, params?: unknown[]) => site.app.sql(statement, params);
const HONDA = { id: 53 } as Make;

/** The days of the client's users. */
const dates = (clientId: number) =>
  sql('select subscription_end_date::text as until from users where client_id = ? order by full_name', [clientId]);
async function threeUsers(name: string, until: string) {
  const client = await createClient(site.app, { name, maxUsers: 3, subscriptionEndDate: until });
  for (const fullName of ['Ann', 'Bo', 'Cy'])
    await createUser(site.app, { client, fullName, subscriptionEndDate: until });
  return client;
}
const inAYear = (from: string) => `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`.replace('-02-29', '-02-28');

test('the overview’s figures open their lists, by mouse, by keyboard and on a phone', async () => {
  await createClient(site.app, { subscriptionEndDate: day(0) });
  await createClient(site.app, { subscriptionStartDate: day(-30), subscriptionEndDate: day(-1) });
  const old = await createUser(site.app);
  await sql(`update users set created_at = '2020-01-01' where id = ?`, [old.id]);
  await sql(
    `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at)
     select id, username, 7995, now(), at from users, unnest(array[now(), '2020-01-01']) at where id = ?`,
    [old.id],
  );
  await sql(`insert into corrections (username, email, make, model, year, comment, created_at)
    values ('x', 'overview@example.com', 'Honda', 'X', 2000, 'Wrong', now())`);
  await sql(`update models set depth_values = array_fill(''::text, array[16])
    where id = (select max(id) from models where make_id = 53)`);
  const open = async (viewport: typeof DESK) => {
    const page = await admin({ viewport });
    await page.goto('/overview');
    await page.getByRole('img', { name: /^Revenue by month: / }).waitFor();
    await page.getByRole('img', { name: /^Completeness by make: / }).waitFor();
    return page;
  };
  const desk = await open(DESK);
  // Each list has as many rows as its figure says.
  const figures = desk.getByRole('region', { name: /^(Subscriptions and payments|Waiting)$/ }).getByRole('link');
  const opened: string[] = [];
  for (const figure of await figures.all()) {
    const [count = '', label = ''] = (await figure.innerText()).split('\n');
    await figure.click();
    await heading(desk, new RegExp(` List \\(${count}\\)$`));
    opened.push(label);
    await desk.goBack();
    await heading(desk, /^Overview/);
  }
  expect(opened).toEqual([
    ...['Due this month', 'Lapsed', 'Sign-ups', 'Payments', 'Refunds'],
    ...['Open corrections', 'Unanswered feedback', 'Searches that found nothing'],
  ]);

  // The table behind the picture leads to the models of a make that lack something.
  const summary = desk.getByText('As a table').last();
  await summary.focus();
  await desk.keyboard.press('Enter');
  const table = desk.getByRole('region', { name: 'Completeness by make, as a table' });
  const [honda] = await sql('select count(*)::int as n from models where make_id = 53');
  const row = table.getByRole('row', { name: /^Honda/ });
  expect(await row.getByRole('cell').first().innerText()).toBe(honda?.n.toLocaleString('en'));
  await row.getByRole('link', { name: '1', exact: true }).focus();
  await desk.keyboard.press('Enter');
  await desk.waitForURL('**/products/list?missing=depth&make=53');
  await desk.context().close();

  const phone = await open(PHONE);
  await phone.getByRole('link', { name: /Sign-ups/ }).click();
  await phone.waitForURL('**/users/list?createdFrom=*');
  await phone.context().close();
});

/** A job of administrators: the page where it starts, and its steps. */
interface Job {
  /** The number of steps from the same page before these screens existed. */
  before: string;
  presses: number;
  keys: number;
  prepare: (way: string) => Promise<{ path: string; done: () => Promise<void> }>;
  run: (page: Page, hand: Hand, way: string) => Promise<void>;
}

const jobs: Record<string, Job> = {
  'renews a client with its three users': {
    before: '17 presses: the client list, four forms with a date each, and Update',
    presses: 4,
    keys: 60,
    async prepare(way) {
      const client = await threeUsers(`Due ${way}`, day(0));
      const until = inAYear(day(0));
      return {
        path: '/overview',
        done: async () => expect(await dates(client.id)).toEqual([{ until }, { until }, { until }]),
      };
    },
    async run(page, { press }, way) {
      await press(link(page, /Due this month/));
      await press(link(page, `Due ${way}`));
      await page.getByText('3 of 3 seats taken').waitFor();
      await press(button(page, 'Renew all'));
      await expect.poll(() => dialog(page).getByRole('checkbox').count()).toBe(3);
      await press(dialog(page).getByRole('button', { name: 'Renew', exact: true }));
      await toast(page, `Renewed Due ${way} and 3 users`);
      // The form has the new date, and can be saved.
      await expect.poll(() => field(page, 'Subscription End Date').inputValue()).toBe(inAYear(day(0)));
    },
  },
  'finds the disputed payments and keeps them as a view': {
    before: 'not possible: payments were listed user by user',
    presses: 9,
    keys: 60,
    async prepare(way) {
      await sql('delete from list_views');
      const { id, username } = await createUser(site.app, { username: `disputes-${way}@example.com` });
      await sql(
        `insert into payments (user_id, username, amount_cents, subscription_end_date, disputed, created_at)
         select ?, ?, 7995, ?, n = 1, now() from generate_series(1, 2) n`,
        [id, username, day(365)],
      );
      return {
        path: '/overview',
        done: async () =>
          expect(await sql('select list, search from list_views where name = ?', [`Disputed ${way}`])).toEqual([
            { list: 'payments', search: expect.stringMatching(/^from=[-\d]{10}&state=disputed$/) },
          ]),
      };
    },
    async run(page, { press, write, choose }, way) {
      await press(link(page, /Payments/));
      await page.waitForURL('**/payments/list?from=*');
      await choose(field(page, 'State'), 'Disputed');
      await page.waitForURL('**state=disputed');
      await press(button(page, 'Save view'));
      await write(dialog(page).getByLabel('Name'), `Disputed ${way}`);
      await press(dialog(page).getByRole('button', { name: 'Save' }));
      await toast(page, 'View saved');
      await press(button(page, 'Clear filters'));
      await page.waitForURL('**/payments/list');
      await choose(field(page, 'Saved view'), `Disputed ${way}`);
      await page.waitForURL('**state=disputed');
      await expect.poll(() => link(page, `disputes-${way}@example.com`).count()).toBe(1);
    },
  },
  'answers feedback and goes on to the next': {
    before: 'not possible: the answer was written in a mail program, and nothing showed that it was sent',
    presses: 4,
    keys: 30,
    async prepare(way) {
      await sql(
        `insert into feedbacks (username, email, comment, created_at)
         select 'x', 'asks-' || n || ?, 'Hello', now() + n * interval '1 second' from generate_series(1, 2) n`,
        [`-${way}@example.com`],
      );
      return {
        path: '/feedback/list?state=open',
        done: async () => {
          const [mail] = await sql('select subject, text from mails where recipient = ?', [
            `asks-2-${way}@example.com`,
          ]);
          expect(mail).toEqual({
            subject: 'Your feedback',
            text: expect.stringMatching(/\n\nScooters come in spring\.$/),
          });
        },
      };
    },
    async run(page, { press, write }, way) {
      await press(link(page, `asks-2-${way}@example.com`));
      await write(page.getByRole('textbox', { name: 'Answer' }), 'Scooters come in spring.');
      await press(button(page, 'Send answer'));
      await page.getByText(/^Answered on .* by admin@example.com$/).waitFor();
      await press(link(page, 'Next open'));
      await page.getByText(`asks-1-${way}@example.com`).first().waitFor();
    },
  },
  'applies a correction and goes on to the next': {
    before: '5 presses, over the list',
    presses: 4,
    keys: 40,
    async prepare(way) {
      const { id } = await createModel(site.app, HONDA, { name: `Wrong ${way}`, year: 2007, silca: 'HD75' } as object);
      await sql(
        `insert into corrections (username, email, make, model, year, comment, target_id, proposals, created_at)
         select 'x', 'wrong-' || n || ?, 'Honda', ?, 2007, 'Wrong', ?,
           '[{"field": "silca", "reported": "HD75", "proposed": "HD109", "applied": false}]', now() + n * interval '1 second'
         from generate_series(1, 2) n`,
        [`-${way}@example.com`, `Wrong ${way}`, id],
      );
      return {
        path: '/correction/list?state=open',
        done: async () =>
          expect(await sql('select silca from models where id = ?', [id])).toEqual([{ silca: 'HD109' }]),
      };
    },
    async run(page, { press }, way) {
      await press(link(page, `wrong-2-${way}@example.com`).first());
      await press(button(page, 'Apply'));
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Apply', exact: true }));
      await page.getByText(/^Applied on/).waitFor();
      await press(link(page, 'Next open'));
      await page.getByText(`wrong-1-${way}@example.com`).first().waitFor();
    },
  },
};

describe.each(['mouse', 'keyboard', 'finger'] as const)('by %s, an administrator', (way) => {
  test.each(Object.entries(jobs))('%s', async (_name, { presses, keys, prepare, run }) => {
    const { path, done } = await prepare(way);
    const page = await admin(optionsOf[way]);
    await page.goto(path);
    await heading(page, /\S/);
    const effort = await countEffort(page);
    // Skips the menu with the skip link.
    if (way === 'keyboard') for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await run(page, handOf[way](page), way);
    await done();
    const spent = await effort();
    if (way === 'keyboard') expect(spent.keys).toBeLessThanOrEqual(keys);
    else expect(spent.presses).toBe(presses);
    await page.context().close();
  });
});

test.each(['keyboard', 'finger'] as const)(
  'by %s, twelve models are changed in one edit, and back in one undo',
  async (way) => {
    const name = `Dozen by ${way}`;
    for (let year = 1991; year <= 2002; year += 1)
      await createModel(site.app, HONDA, { name, year, silca: 'HON63' } as object);
    const silcas = () => sql(`select silca, count(*)::int as n from models where name = ? group by silca`, [name]);
    const page = await admin(optionsOf[way]);
    await page.goto(`/products/list?name=${encodeURIComponent(name)}`);
    await heading(page, 'Model List (12)');
    const effort = await countEffort(page);
    const { press, write, choose } = handOf[way](page);
    if (way === 'keyboard') for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    // On a phone, the rows are cards without a head: one of them is chosen, and then all.
    const boxes = page.getByRole('checkbox', {
      name: way === 'keyboard' ? 'Select all on this page' : /^Select Dozen/,
    });
    await press(boxes.first());
    await press(button(page, 'Select all 12 that match'));
    await press(button(page, 'Set a field'));
    await choose(page.getByLabel('Field', { exact: true }), 'SILCA');
    await write(page.getByLabel('New value'), 'HON70');
    await press(button(page, 'Preview'));
    await page.getByText('Applying it changes 12 models.').waitFor();
    await press(button(page, 'Apply'));
    await button(page, 'Undo').waitFor();
    expect(await silcas()).toEqual([{ silca: 'HON70', n: 12 }]);
    await press(button(page, 'Undo'));
    await page.getByText('12 models restored.').first().waitFor();
    expect(await silcas()).toEqual([{ silca: 'HON63', n: 12 }]);
    const { keys, presses } = await effort();
    if (way === 'keyboard') expect(keys).toBeLessThanOrEqual(90);
    else expect(presses).toBe(9);
    await page.context().close();
  },
);

test('a record leads to its lines of the log; all payments have no violations', async () => {
  const client = await createClient(site.app, { name: 'In the log' });
  await sql(
    `insert into log_entries (username, kind, details, subject_type, subject_id, created_at)
     select 'x', 'CLIENT_UPDATED', 'Updated the client ' || id, 'CLIENT', id, now() from unnest(array[?::int, 99999]) id`,
    [client.id],
  );
  const page = await admin();
  await page.goto(`/clients/edit?id=${client.id}`);
  await link(page, /^Log$/).click();
  await page.waitForURL(`**/userlogs?record=client-${client.id}`);
  await heading(page, 'Log List (1)');
  await field(page, 'Record').selectOption('Clients');
  await page.getByText('Updated the client 99999').waitFor();
  await page.goBack();
  await heading(page, 'Log List (1)');

  await page.goto('/payments');
  await page.getByRole('link', { name: 'All payments' }).click();
  await heading(page, /^Payment List \(\d+\)$/);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

describe('a client with its users', () => {
  test('is renewed in part by keyboard, and explains where a user’s date has no effect', async () => {
    const client = await threeUsers('Renewed in part', day(10));
    const page = await admin();
    await page.goto(`/clients/edit?id=${client.id}`);
    await button(page, 'Renew all').focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('checkbox', { name: /^Bo/ }).focus();
    await page.keyboard.press('Space');
    await dialog(page)
      .getByText(/^stays/)
      .waitFor();
    await dialog(page).getByLabel('New end date').fill(day(500));
    await dialog(page)
      .getByText(new RegExp(`→ ${day(500).slice(5, 7)}/`))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await toast(page, 'Renewed Renewed in part and 2 users');
    expect(await dates(client.id)).toEqual([{ until: day(500) }, { until: day(10) }, { until: day(500) }]);
    const [bo] = await sql('select id from users where client_id = ? and full_name = ?', [client.id, 'Bo']);
    await page.goto(`/users/edit?id=${bo?.id}`);
    await expect.poll(() => field(page, 'Full Name').inputValue()).toBe('Bo');
    await field(page, 'Expiration Date').fill(day(600));
    await page.getByText('The subscription of Renewed in part ends earlier').waitFor();
    await page.context().close();
  });

  test('gets users, hands one over and is merged, on a phone', async () => {
    const from = await createClient(site.app, { name: 'Merged away', maxUsers: 3 });
    const into = await createClient(site.app, { name: 'Merged into', maxUsers: 2 });
    const page = await admin({ viewport: PHONE });
    await page.goto(`/clients/edit?id=${from.id}`);
    await button(page, 'Add users').click();
    const addresses = dialog(page).getByLabel('Email addresses');
    await addresses.fill('Dee Dee <dee@handed.example>\nbo@handed');
    await dialog(page).getByText('2 addresses, 3 free seats').waitFor();
    await dialog(page).getByRole('button', { name: 'Add users' }).click();
    await dialog(page).getByText('bo@handed: The username must be a valid email address.').waitFor();
    await addresses.fill('Dee Dee <dee@handed.example>\nbo@handed.example');
    await dialog(page).getByRole('button', { name: 'Add users' }).click();
    await toast(page, 'Added and invited 2 users.');
    const [mail] = await sql('select text from mails where recipient = ?', ['dee@handed.example']);
    expect(mail?.text).toMatch(/^Temporary password: \w{4}-/m);

    await button(page, 'Move Dee Dee').click();
    await dialog(page)
      .getByLabel('New client')
      .selectOption({ value: String(into.id) });
    await dialog(page).getByRole('button', { name: 'Move' }).click();
    await toast(page, 'Moved Dee Dee to Merged into.');
    await page.getByText('1 of 3 seats taken').waitFor();

    await button(page, 'Merge').click();
    await dialog(page)
      .getByLabel('Merge into')
      .selectOption({ value: String(into.id) });
    await dialog(page).getByText('2 → 5').waitFor();
    await dialog(page).getByRole('button', { name: 'Merge' }).click();
    await toast(page, 'Merged Merged away into Merged into.');
    await page.getByText('2 of 5 seats taken').waitFor();
    await page.getByRole('heading', { level: 1 }).getByText('Merged into').waitFor();
    expect(await sql('select 1 from clients where id = ?', [from.id])).toEqual([]);
    await page.context().close();
  });
});
