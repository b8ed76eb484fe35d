import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { createClient, createModel, createUser, day } from '../support/factories';
import { countEffort, type Hand, handOf, optionsOf, type Way } from '../support/hands';
import { startLocalReceiver } from '../support/localReceiver';
import { people } from '../support/people';
import { checkedImport, csv } from '../support/sheets';
import { DESK, dismissMessages, intercept, PHONE, sharedSite, violations } from '../support/site';

const site = sharedSite();

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
/** As the screens show it. */
const shownDay = (of: string) => of.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
const inAYear = (from: string) => `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`.replace('-02-29', '-02-28');

test('the overview’s figures open their lists, also by keyboard and on a phone, and charts need two months', async () => {
  await createClient(site.app, { subscriptionEndDate: day(0) });
  await createClient(site.app, { subscriptionStartDate: day(-30), subscriptionEndDate: day(-1) });
  const old = await createUser(site.app);
  await sql(`update users set created_at = '2020-01-01' where id = ?`, [old.id]);
  await sql(
    `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at)
     select id, username, 7995, now(), at from users, unnest(array[now(), now() - interval '1 month', '2020-01-01']) at where id = ?`,
    [old.id],
  );
  await sql(`insert into corrections (username, email, make, model, year, comment, created_at)
    values ('x', 'overview@example.com', 'Honda', 'X', 2000, 'Wrong', now())`);
  await sql(`update models set depth_values = array_fill(''::text, array[16])
    where id = (select max(id) from models where make_id = 53)`);
  // One of them works.
  await sql(
    `insert into webhooks (url, events, secret, username, enabled, disabled_at, created_at, updated_at)
     select 'https://example.com', array['make.deleted'], 's', 'x', at is null, at, now(), now()
     from unnest(array[null, now()]) at`,
  );
  const desk = await admin({ viewport: DESK });
  await desk.goto('/overview');
  await desk.getByRole('img', { name: /^Revenue by month: / }).waitFor();
  await desk.getByRole('img', { name: /^Completeness by make: / }).waitFor();
  // Each list has as many rows as its figure says.
  const figures = desk.getByRole('region', { name: /^(Waiting|This month)$/ }).getByRole('link', { name: /^(?!Next)/ });
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
    ...['Sign-ups', 'Payments', 'Refunds'],
    ...[
      'Unanswered feedback',
      'Open corrections',
      'Disputed values',
      'Clients due this month',
      'Expired clients',
      'Expired users',
      'Webhooks disabled after failures',
    ],
    ...['Searches that found nothing', 'Models without blank, series, spacing or depth', 'Models not checked'],
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

  await desk.setViewportSize(PHONE);
  await desk.goto('/overview');
  await desk.getByRole('link', { name: /Sign-ups/ }).click();
  await desk.waitForURL('**/users/list?createdFrom=*');
  await sql('delete from webhooks');

  // Charts show once two months have data.
  const ages = await sql('select id, created_at from users');
  await sql('update users set created_at = now()');
  await sql(`update payments set created_at = now() where created_at > now() - interval '1 year'`);
  await desk.goto('/overview', { waitUntil: 'load' });
  await desk.getByRole('region', { name: 'This month' }).waitFor();
  expect(await desk.getByRole('img', { name: / by month: / }).count()).toBe(0);
  for (const { id, created_at } of ages) await sql('update users set created_at = ? where id = ?', [created_at, id]);
});

test('from the overview feedback is answered in three presses, from the user list a password is sent in two', async () => {
  await sql(
    `insert into feedbacks (username, email, comment, created_at)
     select 'x', email, 'Hello', now() from unnest(array['waits-longer@example.com', 'waits@example.com']) email`,
  );
  const user = await createUser(site.app, { fullName: 'Needs A. Password' });
  const page = await admin({ viewport: DESK });
  await page.goto('/overview');
  const effort = await countEffort(page);
  const work = page.getByRole('region', { name: 'Waiting' });
  await work.getByRole('link', { name: 'Next: Unanswered feedback, waits@example.com' }).click();
  await page.getByRole('textbox', { name: 'Answer' }).click();
  await page.keyboard.type('Scooters come in spring.');
  await button(page, 'Send answer').click();
  await toast(page, 'Answer sent');
  expect((await effort()).presses).toBe(3);
  const [mail] = await sql('select text from mails where recipient = ?', ['waits@example.com']);
  expect(mail?.text).toContain('Scooters come in spring.');
  // The overview goes on with the next one.
  await page.getByRole('link', { name: 'Overview' }).click();
  await work.getByRole('link', { name: 'Next: Unanswered feedback, waits-longer@example.com' }).waitFor();

  await page.goto('/users/list');
  await heading(page, /^User List/);
  await effort();
  await link(page, user.username).click();
  await button(page, 'Send password').click();
  await toast(page, "Password sent to the user's email!");
  expect((await effort()).presses).toBe(2);
  const [password] = await sql('select text from mails where recipient = ?', [user.username]);
  expect(password?.text).toMatch(/^Temporary password: \w{4}-/m);
});

test('missed searches are dismissed one by one, by keyboard, too', async () => {
  await sql('delete from missed_searches');
  await sql(`insert into missed_searches (text, count, last_at)
    select 'slip ' || n, n, now() + n * interval '1 second' from generate_series(1, 3) n`);
  const page = await admin({ viewport: DESK });
  await page.goto('/aliases/searches');
  await heading(page, 'Missed Search List (3)');
  await button(page, 'Dismiss slip 3').focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Missed Search List (2)');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Dismiss slip 2');
  expect(await sql('select text from missed_searches order by text')).toEqual([{ text: 'slip 1' }, { text: 'slip 2' }]);

  await intercept(page, '**/graphql', (route) =>
    route.request().postData()?.includes('DismissMissedSearch') ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await button(page, 'Dismiss slip 1').click();
  await page.getByText('“slip 1” was not dismissed. Please try again.').waitFor();
});

test('who is expired has one mark in the lists, on the client’s page and on the user’s', async () => {
  const client = await createClient(site.app, {
    name: 'Ended Keys',
    subscriptionStartDate: day(-30),
    subscriptionEndDate: day(-1),
  });
  const user = await createUser(site.app, { client, fullName: 'Uma Over', subscriptionEndDate: day(90) });
  const page = await admin({ viewport: DESK });
  await page.goto(`/users/list?category=${client.id}&expired=yes`);
  await heading(page, 'User List (1)');
  const row = page.getByRole('row', { name: user.username });
  const column = (await page.getByRole('columnheader').allInnerTexts()).indexOf('Account Expired');
  expect(await row.getByRole('cell').nth(column).innerText()).toBe('Yes');
  await link(page, user.username).click();
  const reason = `The last day of Ended Keys was ${shownDay(day(-1))}`;
  const state = page.getByRole('region', { name: 'State' });
  await state.getByText('Expired', { exact: true }).waitFor();
  await state.getByText(`${reason}.`).waitFor();
  await page.goto(`/clients/edit?id=${client.id}`);
  await page.getByText(`The last day was ${shownDay(day(-1))}`).waitFor();
  await page.getByRole('list', { name: 'Users' }).getByText(reason).waitFor();
  expect(await page.getByText('Expired', { exact: true }).count()).toBe(2);
});

test('a person is erased in the browser after their username is typed', async () => {
  const user = await createUser(site.app, { fullName: 'Gone Girl' });
  await sql(
    `insert into feedbacks (user_id, username, email, comment, created_at) values (?, ?, 'home@gone.example', 'Hi', now())`,
    [user.id, user.username],
  );
  const page = await admin({ viewport: PHONE });
  await page.goto(`/users/edit?id=${user.id}`);
  await button(page, 'Erase this person').click();
  const confirmation = dialog(page).getByRole('textbox');
  expect(await confirmation.evaluate((one) => one === document.activeElement)).toBe(true);
  await confirmation.fill('gone');
  await dialog(page).getByRole('button', { name: 'Erase' }).click();
  await dialog(page).getByText('This is not the username.').waitFor();
  expect(await sql('select id from users where id = ?', [user.id])).toHaveLength(1);
  await confirmation.fill(user.username.toUpperCase());
  await dialog(page).getByRole('button', { name: 'Erase' }).click();
  await heading(page, 'User erased');
  await page.getByText(`now show erased-user-${user.id}.`).waitFor();
  await page.getByRole('list', { name: 'What was done' }).getByText('feedbacks deleted').waitFor();
  await link(page, 'Open the client').waitFor();
  expect(await sql('select id from users where id = ?', [user.id])).toEqual([]);
  await link(page, 'List').click();
  await heading(page, /^User List/);
});

/** A part of a job, with its effort. */
interface Step {
  /** What it took, from the same page, before these screens existed. */
  before: string;
  presses: number;
  /** The most keys; browsers differ in the number of tabs. */
  keys: number;
  run: (page: Page, hand: Hand, way: Way) => Promise<unknown>;
}

/** A job of administrators: the page where it starts, its steps, and what must be true in the end. */
interface Job {
  prepare: (way: Way) => Promise<{ path: string; done?: () => Promise<void> }>;
  steps: Record<string, Step>;
}

const monthEnd = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
};
const models = (name: string) =>
  sql('select year, silca from models where name = ? order by year, id', [name]) as Promise<
    { year: number; silca: string }[]
  >;
/** The end date and the name of the client that a client merges into: three letters tell it from the others. */
const UNION = { keyboard: 'Kira Locks', finger: 'Fira Locks' };

async function chooseClient(page: Page, { choose }: Hand, label: string, name: string) {
  await dialog(page)
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .waitFor({ state: 'attached' });
  await choose(dialog(page).getByLabel(label), await dialog(page).getByRole('option', { name }).innerText());
}

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ });
const chosen = (page: Page) => page.getByRole('region', { name: 'Selection' }).getByText('3 models selected').waitFor();

/** Chooses the first three rows: with Shift where there is a Shift key. */
async function chooseThree(page: Page, { press }: Hand, way: Way) {
  await press(boxes(page).first());
  if (way === 'finger') return press(button(page, 'Select all 3 that match'));
  const third = boxes(page).nth(2);
  for (let tabs = 0; tabs < 20 && !(await third.evaluate((box) => box === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Space');
}

/** By keyboard, the actions are one tab behind the checkbox. */
const toActions = async (page: Page, { press }: Hand, way: Way) => {
  if (way === 'keyboard') await press(button(page, 'Skip to the actions').last());
};

const jobs: Record<string, Job[]> = {
  accounts: [
    {
      async prepare(way) {
        const client = await threeUsers(`Due ${way}`, day(0));
        const until = inAYear(day(0));
        return {
          // Where “Due this month” of the overview leads.
          path: `/clients/list?from=${day(0)}&to=${monthEnd()}`,
          done: async () => expect(await dates(client.id)).toEqual([{ until }, { until }, { until }]),
        };
      },
      steps: {
        'renews a client with its three users': {
          before: '16 presses: four forms with a date each',
          presses: 3,
          keys: 55,
          async run(page, { press }, way) {
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
      },
    },
    {
      async prepare(way) {
        const from = await createClient(site.app, {
          name: `Merged by ${way}`,
          maxUsers: 5,
          subscriptionEndDate: day(10),
        });
        for (const fullName of ['Bo', 'Cy'])
          await createUser(site.app, { client: from, fullName, subscriptionEndDate: day(10) });
        await createClient(site.app, { name: UNION[way], maxUsers: 2 });
        return {
          path: `/clients/edit?id=${from.id}`,
          async done() {
            const users = await sql(
              `select c.name, full_name, u.subscription_end_date::text as until from users u join clients c on c.id = client_id
             where c.name in (?, ?) order by full_name`,
              [from.name, UNION[way]],
            );
            const [until, name] = [inAYear(day(10)), UNION[way]];
            expect(users).toEqual([
              { name, full_name: 'Bo', until: day(10) },
              { name, full_name: 'Cy', until },
              { name, full_name: `Dee ${way}`, until },
              { name, full_name: `Ed ${way}`, until },
            ]);
          },
        };
      },
      steps: {
        'adds two users': {
          before: '16 presses: two forms of eight',
          presses: 2,
          keys: 35,
          async run(page, { press }, way) {
            await press(button(page, 'Add users'));
            // The field has the focus.
            await dialog(page).getByLabel('Email addresses').waitFor();
            await page.keyboard.insertText(
              `Dee ${way} <dee-${way}@added.example>\nEd ${way} <ed-${way}@added.example>`,
            );
            await dialog(page).getByText('2 addresses, 3 free seats').waitFor();
            await press(dialog(page).getByRole('button', { name: 'Add users' }));
            await toast(page, 'Added and invited 2 users.');
            await page.getByText('4 of 5 seats taken').waitFor();
            const [mail] = await sql('select text from mails where recipient = ?', [`dee-${way}@added.example`]);
            expect(mail?.text).toMatch(/^Temporary password: \w{4}-/m);
          },
        },
        'renews all but one of them': {
          before: '16 presses: four forms with a date each',
          presses: 3,
          keys: 20,
          async run(page, { press }) {
            await press(button(page, 'Renew all'));
            await press(dialog(page).getByRole('checkbox', { name: /^Bo/ }));
            await dialog(page)
              .getByText(/^stays/)
              .waitFor();
            await press(dialog(page).getByRole('button', { name: 'Renew 3 of 4' }));
            await toast(page, 'and 3 users');
          },
        },
        'moves a user to another client': {
          before: '6 presses, in the form of the user',
          presses: 4,
          keys: 25,
          async run(page, hand, way) {
            await hand.press(button(page, `Move Ed ${way}`));
            await chooseClient(page, hand, 'New client', UNION[way]);
            await hand.press(dialog(page).getByRole('button', { name: 'Move' }));
            await toast(page, `Moved Ed ${way} to ${UNION[way]}.`);
            await page.getByText('3 of 5 seats taken').waitFor();
          },
        },
        'merges the client into the other one': {
          before: '24 presses: three users moved in their forms, three more seats, and the client deleted',
          presses: 4,
          keys: 30,
          async run(page, hand, way) {
            await hand.press(button(page, 'Merge'));
            await chooseClient(page, hand, 'Merge into', UNION[way]);
            await dialog(page).getByText('2 → 7').waitFor();
            await hand.press(dialog(page).getByRole('button', { name: 'Merge' }));
            await toast(page, `Merged Merged by ${way} into ${UNION[way]}.`);
            await page.getByText('4 of 7 seats taken').waitFor();
            await page.getByRole('heading', { level: 1 }).getByText(UNION[way]).waitFor();
          },
        },
      },
    },
  ],
  catalogue: [
    {
      async prepare(way) {
        for (let year = 1991; year <= 2002; year += 1)
          await createModel(site.app, HONDA, { name: `Dozen by ${way}`, year, silca: 'HON63' } as object);
        return {
          path: '/products/list',
          done: async () =>
            expect((await models(`Dozen by ${way}`)).filter(({ silca }) => silca === 'HON63')).toHaveLength(12),
        };
      },
      steps: {
        'sets a field of twelve models': {
          before: '36 presses: twelve forms of three',
          presses: 6,
          keys: 45,
          async run(page, hand, way) {
            const { press, write, choose } = hand;
            await write(page.getByRole('searchbox', { name: 'Search' }), `honda dozen ${way}`);
            await heading(page, 'Model List (12)');
            await press(button(page, 'Select all 12'));
            await press(button(page, 'Set a field'));
            const fields = dialog(page).getByLabel('Field', { exact: true });
            if (way === 'keyboard') {
              await choose(fields, 'SILCA');
              await write(page.getByLabel('New value'), 'HON70');
            } else {
              // The new value takes the focus.
              await press(fields.getByRole('option', { name: 'SILCA', exact: true }));
              await page.keyboard.insertText('HON70');
            }
            await press(button(page, 'Preview'));
            await page.getByText('Nothing has changed yet. Applying it changes 12 models.').waitFor();
            const first = page.getByRole('list', { name: 'Changed rows' }).getByRole('listitem').first();
            expect((await first.innerText()).replace(/\s+/g, ' ')).toBe(
              `Row 1 Honda Dozen by ${way} 1991 SILCA HON63 HON70`,
            );
            await press(button(page, 'Apply'));
            await button(page, 'Undo').waitFor();
            expect((await models(`Dozen by ${way}`)).filter(({ silca }) => silca === 'HON70')).toHaveLength(12);
          },
        },
        'takes that back': {
          before: '48 presses: twelve forms, their histories, and a confirmation each',
          presses: 1,
          keys: 5,
          async run(page, { press }) {
            await press(button(page, 'Undo'));
            await page.getByText('12 models restored.').first().waitFor();
          },
        },
      },
    },
    {
      async prepare(way) {
        for (const year of [1991, 1992, 1993]) await createModel(site.app, HONDA, { name: `Copied by ${way}`, year });
        return {
          path: `/products/list?name=copied+by+${way}&sort=year&dir=asc`,
          done: async () =>
            expect((await models(`Copied by ${way}`)).map(({ year }) => year)).toEqual([1991, 1992, 1993, 2004, 2005]),
        };
      },
      steps: {
        'copies models to other years': {
          before: '6 presses: two forms of three',
          presses: 5,
          keys: 55,
          async run(page, hand, way) {
            await chooseThree(page, hand, way);
            await chosen(page);
            await toActions(page, hand, way);
            await hand.press(button(page, 'Copy to years …'));
            await page.getByRole('textbox', { name: 'Years' }).waitFor();
            await page.keyboard.insertText('1993, 2004-2005');
            await hand.press(button(page, 'Preview'));
            await page.getByText('Applying it creates 2 new models. 7 duplicates are left out.').waitFor();
            await hand.press(button(page, 'Apply'));
            await button(page, 'Undo').waitFor();
          },
        },
        'deletes several': {
          before: '9 presses: three forms of three',
          presses: 5,
          keys: 55,
          async run(page, hand, way) {
            await openBy(page, `/products/list?name=copied+by+${way}&to=1993`, way);
            await heading(page, 'Model List (3)');
            if (way === 'keyboard') await skip(page);
            await chooseThree(page, hand, way);
            await toActions(page, hand, way);
            await hand.press(button(page, 'Delete'));
            await hand.press(button(page, 'Delete 3 models'));
            const asked = page.getByRole('alertdialog', { name: 'Delete 3 models?' });
            await hand.press(asked.getByRole('button', { name: 'Delete', exact: true }));
            await page.getByText('3 models deleted.').first().waitFor();
            expect(await models(`Copied by ${way}`)).toHaveLength(2);
          },
        },
        'takes the deletion back': {
          before: 'not possible',
          presses: 1,
          keys: 5,
          async run(page, { press }) {
            await press(button(page, 'Undo'));
            await page.getByText('3 models restored.').first().waitFor();
          },
        },
      },
    },
    {
      async prepare(way) {
        const file = csv([
          ['Make', 'Model', 'Year', 'ILCO'],
          ['Hnda', `Mended by ${way}`, 2004, 'X1'],
          ['hnda', `Mended by ${way}`, 2005, 'X2'],
          ['Honda', `Mended by ${way}`, '', 'X3'],
        ]);
        const { id } = await checkedImport(site.app, await people.administrator(site.app), file);
        return {
          path: `/products/import/show?id=${id}&show=refused`,
          async done() {
            expect((await models(`Mended by ${way}`)).map(({ year }) => year)).toEqual([2004, 2005, 2006]);
            const log = await sql(
              `select kind, details from log_entries where subject_type = 'IMPORT' and subject_id = ? order by id`,
              [id],
            );
            expect(log.map(({ kind }) => kind)).toEqual(['IMPORT_MENDED', 'IMPORT_MENDED', 'IMPORT_APPLIED']);
            expect(log[0]?.details).toContain('Names replaced: 1, in 2 cells.');
          },
        };
      },
      steps: {
        'takes a close name in all rows that have it': {
          before: 'not possible: the file was mended in another program and uploaded again',
          presses: 1,
          keys: 10,
          async run(page, { press }) {
            await expect.poll(() => page.getByText('Did you mean Honda?').count()).toBeGreaterThan(0);
            await press(button(page, 'Yes: Honda for Hnda, 2 rows'));
            await page.getByText('2 edited rows are saved').first().waitFor();
          },
        },
        'mends a refused row, and checks and applies without a new file': {
          before: 'not possible: the file was mended in another program and uploaded again',
          presses: 4,
          keys: 30,
          async run(page, { press, write }) {
            const row = page.getByRole('group', { name: 'Row 4', exact: true });
            await write(row.getByLabel('Year'), '2006');
            await press(button(page, 'Check again'));
            await page.getByText('Applying it creates 3 new models.').waitFor();
            await press(button(page, 'Apply'));
            await press(page.getByRole('alertdialog').getByRole('button', { name: 'Apply', exact: true }));
            await page.getByText('3 models created.').first().waitFor();
          },
        },
      },
    },
  ],
  'logs and payments': [
    {
      async prepare(way) {
        const client = await createClient(site.app, { name: `Audited ${way}`, subscriptionEndDate: day(300) });
        const { id, username } = await createUser(site.app, {
          client,
          username: `reads-${way}@example.com`,
          subscriptionEndDate: day(301),
        });
        await sql(
          `insert into sheet_openings (user_id, model_id, opened_at, last_at)
         select ?, id, now(), now() from models order by id limit 101`,
          [id],
        );
        // Of somebody else.
        await sql(
          `insert into sheet_openings (user_id, model_id, opened_at, last_at)
         select u.id, m.id, now(), now() from users u, (select min(id) as id from models) m where username = 'user@example.com'`,
        );
        await sql(
          `insert into log_entries (user_id, username, kind, details, created_at)
         values (?, ?, 'EXPORT', 'Exported 20 models', now())`,
          [id, username],
        );
        return {
          path: '/access',
          done: async () =>
            expect(
              await sql('select sheets_per_hour, sheets_per_day from users where username = ?', [username]),
            ).toEqual([{ sheets_per_hour: 50, sheets_per_day: null }]),
        };
      },
      steps: {
        'sees what a user with an unusual rate has opened': {
          before: 'not possible',
          presses: 3,
          keys: 15,
          async run(page, { press, choose }, way) {
            const notice = page.getByRole('status').filter({ hasText: 'Far more than usual in the last 24 hours' });
            await expect.poll(() => notice.innerText()).toContain('101 sheets, usually 0 a day');
            await press(notice.getByRole('link', { name: `reads-${way}@example.com` }));
            await heading(page, 'Access List (102)');
            await choose(page.getByRole('combobox', { name: 'Access', exact: true }), 'Exported');
            await heading(page, 'Access List (1)');
            expect(await page.getByText('Exported 20 models').count()).toBe(1);
          },
        },
        'gives the user a budget': {
          before: 'not possible: all users had the same budget',
          presses: 3,
          keys: 40,
          async run(page, { press, write }, way) {
            await press(
              page.getByLabel('Access List', { exact: true }).getByRole('link', { name: `reads-${way}@example.com` }),
            );
            // The user's date has no effect where the client's is earlier.
            await page.getByText(`The subscription of Audited ${way} ends earlier`).waitFor();
            expect(await link(page, /^Access$/).getAttribute('href')).toBe(`/access?user=reads-${way}%40example.com`);
            await write(field(page, 'Sheets an hour'), '50');
            await press(button(page, 'Update'));
            await toast(page, 'User updated successfully!');
          },
        },
      },
    },
    {
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
      steps: {
        'finds the disputed payments and keeps them as a view': {
          before: 'not possible: payments were listed user by user',
          presses: 9,
          keys: 50,
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
      },
    },
  ],
  inbox: [
    {
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
              text: expect.stringMatching(/\n\nScooters come in spring\.\n\nWrite to us again:\n/),
            });
          },
        };
      },
      steps: {
        'answers feedback and goes on to the next': {
          before: 'not possible: the answer was written in a mail program, and nothing showed that it was sent',
          presses: 4,
          keys: 30,
          async run(page, { press, write }, way) {
            await press(link(page, `asks-2-${way}@example.com`));
            await write(page.getByRole('textbox', { name: 'Answer' }), 'Scooters come in spring.');
            await press(button(page, 'Send answer'));
            await page.getByText(/^Answered on .* by admin@example.com$/).waitFor();
            await press(link(page, 'Next open'));
            await page.getByText(`asks-1-${way}@example.com`).first().waitFor();
          },
        },
      },
    },
    {
      async prepare(way) {
        const { id } = await createModel(site.app, HONDA, {
          name: `Wrong ${way}`,
          year: 2007,
          silca: 'HD75',
        } as object);
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
      steps: {
        'applies a correction and goes on to the next': {
          before: '5 presses, over the list',
          presses: 3,
          keys: 40,
          async run(page, { press }, way) {
            await press(link(page, `wrong-2-${way}@example.com`).first());
            await press(button(page, 'Apply and next'));
            await press(page.getByRole('alertdialog').getByRole('button', { name: 'Apply', exact: true }));
            await page.getByText(`wrong-1-${way}@example.com`).first().waitFor();
          },
        },
      },
    },
  ],
};

/** Opens a page. For the keyboard it is loaded, which leaves the focus before the skip link. */
const openBy = (page: Page, path: string, way: Way) => page.goto(path, way === 'keyboard' ? { waitUntil: 'load' } : {});

/** Skips the menu with the skip link. */
async function skip(page: Page) {
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
}

/* What is pressed with a mouse is pressed with a finger, too, on the narrower screen. */
describe.each(['keyboard', 'finger'] as const)('by %s, an administrator', (way) => {
  // One page for all jobs, which need not load the client's files again.
  let page: Page;
  let effort: Awaited<ReturnType<typeof countEffort>>;
  beforeAll(async () => {
    page = await admin(optionsOf[way]);
    await page.goto('/payments');
    effort = await countEffort(page);
  });
  afterAll(() => page.context().close());

  test.each(Object.entries(jobs))('does the jobs of %s with as little effort as promised', async (_room, ofRoom) => {
    for (const { prepare, steps } of ofRoom) {
      const { path, done } = await prepare(way);
      await openBy(page, path, way);
      await heading(page, /\S/);
      await effort();
      if (way === 'keyboard') await skip(page);
      for (const [name, { presses, keys, run }] of Object.entries(steps)) {
        try {
          await run(page, handOf[way](page), way);
        } catch (error) {
          throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
        }
        const spent = await effort();
        if (way === 'keyboard') expect(spent.keys, name).toBeLessThanOrEqual(keys);
        else expect(spent.presses, name).toBe(presses);
      }
      await done?.();
    }
  });
});

test('with Shift, a click chooses the rows between, too', async () => {
  for (const year of [1991, 1992, 1993]) await createModel(site.app, HONDA, { name: 'Between', year });
  const page = await admin({ viewport: DESK });
  await page.goto('/products/list?name=between');
  await heading(page, 'Model List (3)');
  await boxes(page).first().click();
  await boxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await chosen(page);
});

test('a record leads to its lines of the log, and the own payments to those of all', async () => {
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
});

/** Back, while a new secret is shown, asks whether to leave it. */
async function staysAfterBack(page: Page) {
  // Its first field gets the focus once the dialog is ready.
  const hasFocus = () => dialog(page).evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await page.evaluate(() => history.back());
  const question = page.getByRole('alertdialog', { name: 'Leave without the secret?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'hidden' });
}

test('a webhook is created with its secret shown once, tested, told of a change, and its deliveries are sent again', async () => {
  const receiver = await startLocalReceiver();
  try {
    const page = await admin();
    await page.goto('/webhooks/list', { waitUntil: 'load' });
    await page.getByText('No data available').waitFor();
    await link(page, 'Create Webhook').click();
    await field(page, 'Address').fill('https://10.0.0.1/');
    await button(page, 'Save').click();
    await link(page, 'Choose at least one event.').waitFor();
    await field(page, 'Makes changed').check();
    await button(page, 'Save').click();
    await link(page, 'This is not an address of the public internet.').waitFor();
    await field(page, 'Address').fill(receiver.url);
    await button(page, 'Save').click();
    const secret = await dialog(page).getByLabel('Secret').inputValue();
    expect(secret).toMatch(/^mkwh_/);
    // Nothing but the button closes it.
    await page.keyboard.press('Escape');
    await staysAfterBack(page);
    expect(await dialog(page).getByLabel('Secret').inputValue()).toBe(secret);
    await button(page, 'I have stored it').click();
    await toast(page, 'Webhook created successfully!');
    await heading(page, 'Webhook List (1)');
    expect(await page.content()).not.toContain(secret);
    await link(page, receiver.url).first().click();
    await button(page, 'Send a test').click();
    await page.getByText(/^Test: It answered 200 in/).waitFor();
    await button(page, 'New secret').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
    expect(await dialog(page).getByLabel('Secret').inputValue()).not.toBe(secret);
    await staysAfterBack(page);
    await button(page, 'I have stored it').click();
    await field(page, 'Description').fill('The shop');
    await button(page, 'Update').click();
    await toast(page, 'Webhook updated successfully!');

    await sql('update makes set version = version + 1 where id = 53');
    await link(page, `Deliveries to ${receiver.url}`).click();
    await heading(page, 'Deliveries (2)');
    receiver.state.answer = (response) => void response.writeHead(503).end('busy');
    await page
      .getByRole('row', { name: /make\.changed/ })
      .getByRole('button')
      .click();
    await dialog(page).getByText('"type": "make.changed"').waitFor();
    await button(page, 'Send again').click();
    await page.getByText('Sent again. It answered 503.').waitFor();
    receiver.state.answer = receiver.ok;
    await button(page, 'Send again').click();
    await toast(page, 'Delivery sent again.');
    await heading(page, 'Deliveries (4)');
    await field(page, 'State').selectOption('Delivered');
    await heading(page, 'Deliveries (2)');
  } finally {
    await receiver.close();
  }
});

test('an API token is created with its secret shown once, rotated and revoked; a query is registered and deleted', async () => {
  const user = await createUser(site.app);
  const { username } = user;
  // Theirs contain the username, and come before it.
  for (let n = 1; n <= 8; n++) await createUser(site.app, { username: `${n}-${username}` });
  const page = await admin();
  // Browsers differ in whether a page may copy without asking.
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  const form = dialog(page);
  const refused = async (label: string, message: string) => {
    await form.getByRole('button', { name: label }).click();
    await form.getByText(message).waitFor();
  };
  const confirm = (label: string) => page.getByRole('alertdialog').getByRole('button', { name: label }).click();

  await page.goto('/webhooks/list', { waitUntil: 'load' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API Tokens' }).click();
  await field(page, 'State').selectOption('Works');
  await button(page, 'Create an API token').click();
  await form.getByLabel('Username').fill('nobody@example.com');
  await form.getByLabel('Name of the program').fill('Key machine');
  await form.getByLabel('Expires').selectOption('On another day');
  await refused('Create', 'Choose the last day.');
  await form.getByLabel('Expires').selectOption('In 30 days');
  await form.getByLabel('Sheets an hour').fill('a few');
  await refused('Create', 'Enter a whole number from 1 to 100,000.');
  await form.getByLabel('Sheets an hour').fill('20');
  await refused('Create', 'No enabled user has this username.');
  expect(await violations(page)).toEqual([]);
  await form.getByLabel('Username').fill(username.toUpperCase());
  await button(page, 'Create').click();
  const secret = form.getByLabel('Secret', { exact: true });
  const first = await secret.inputValue();
  expect(first).toMatch(/^mk_/);
  await refused('Copy', 'The browser did not allow copying.');
  expect(await violations(page)).toEqual([]);
  await staysAfterBack(page);
  expect(await secret.inputValue()).toBe(first);
  await button(page, 'I have stored it').click();
  await heading(page, 'API Token List (1)');
  await link(page, username).waitFor();
  await button(page, 'Rotate Key machine').click();
  await button(page, 'Replace').click();
  expect(await secret.inputValue()).not.toBe(first);
  await button(page, 'I have stored it').click();
  // The user sees it, and lets it read what the company keeps.
  const own = await site.openAs(user, { viewport: PHONE });
  await own.goto('/security');
  await button(own, 'Confirm Key machine').click();
  await own.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await own.getByText(/^Reads what you and your company keep: you confirmed that/).waitFor();
  await expect.poll(() => own.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('API tokens');
  await dismissMessages(own);
  expect(await violations(own)).toEqual([]);
  await button(page, 'Revoke Key machine').click();
  await confirm('Revoke');
  await toast(page, 'Revoked Key machine.');
  await own.reload();
  await own.getByText('No program has a token that works.').waitFor();
  // It is no longer one of those that work.
  await heading(page, 'API Token List (0)');

  await page.goto('/registered-queries/list');
  await button(page, 'Register a query').click();
  await form.getByLabel('Name').fill('Makes');
  await refused('Register', 'The query or mutation field is required.');
  await form.getByLabel('Query or mutation').fill('query Makes { makes { total } }');
  await button(page, 'Register').click();
  await toast(page, 'Registered Makes.');
  await button(page, 'Copy the id of Makes').click();
  await page.getByText(/^The browser did not allow copying. The id of Makes is [0-9a-f]{64}.$/).waitFor();
  await button(page, 'Delete Makes').click();
  await confirm('Delete');
  await toast(page, 'Deleted Makes.');
  await heading(page, 'Registered Queries (0)');
});
