import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../support/people';
import { checkedImport, csv, startImport } from '../support/sheets';
import { dismissMessages, intercept, PHONE, sharedSite, violations, watchShift } from '../support/site';

const site = sharedSite();
beforeAll(async () => {
  await nameBadly();
  await sendSomething();
  await importSomething();
  await tellSomebody();
  // Signs the administrator in on a second device.
  await site.app.rest('POST', '/login', { body: { userEmail: 'admin@example.com', userPassword: 'demo-Keys-1990' } });
});
// One address may start only twenty payments an hour.
beforeEach(async () => void (await site.app.sql('delete from attempts')));

/** A webhook (1) that was disabled after failures, with a delivery. */
async function tellSomebody() {
  await site.app.sql(
    `insert into webhooks (url, description, events, enabled, secret, disabled_at, username, created_at, updated_at)
     values (?, ?, array['model.changed'], false, 's', now(), 'x', now(), now())`,
    [`https://example.com/${'w'.repeat(200)}`, 'W'.repeat(255)],
  );
  await site.app.sql(
    `insert into webhook_deliveries (webhook_id, event_id, event, ids, state, attempts, next_try_at, occurred_at, created_at, finished_at)
     values (1, gen_random_uuid(), 'model.changed', array[1, 2], 'gave up', ?, now(), now(), now(), now())`,
    [
      JSON.stringify([
        {
          at: '2026-12-02T09:30:00Z',
          status: 500,
          error: 'It answered 500.',
          answer: 'W'.repeat(1024),
          milliseconds: 20,
        },
      ]),
    ],
  );
}

/** The longest names that fit, without a space: no list may become wider for them. */
async function nameBadly() {
  const name = 'W'.repeat(255);
  const [make] = await site.app.sql(
    `insert into makes (display_name, full_name, other_details, created_at, updated_at)
     values (?, ?, ?, now(), now()) returning id`,
    [name, name, name],
  );
  await site.app.sql('update models set make_id = ? where id = 4', [make!.id]);
  await site.app.sql('update models set name = ? where id in (4, 5)', [name]);
  await site.app.sql('update clients set name = ?, primary_email = ? where id = (select max(id) from clients)', [
    name,
    `${'w'.repeat(60)}@${'w'.repeat(60)}.example`,
  ]);
  await site.app.sql(`update users set full_name = ? where username = 'disabled@example.com'`, [name]);
}

/**
 * Creates an open correction (1) with a stale proposal and one without effect, a declined one (2), and feedback (1).
 */
async function sendSomething() {
  const person = await people.administrator(site.app);
  const [model] = await site.app.sql(
    'select m.*, k.display_name from models m join makes k on k.id = m.make_id where m.id = 1',
  );
  const about = { email: 'a@example.com', make: model!.display_name, model: model!.name, year: model!.year };
  const proposals = [
    { field: 'SILCA', proposed: 'HD109' },
    { field: 'ILCO', proposed: model!.ilco },
  ];
  const correction = 'mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id } }';
  await site.app.graph(correction, { input: { ...about, comment: 'Two are wrong', proposals } }, person);
  await site.app.graph(correction, { input: { ...about, comment: 'Wrong. '.repeat(90) } }, person);
  await site.app.sql(
    `update corrections set make = 'Kawasaki', state = 'declined', reason = 'No', decided_at = now() where id = 2`,
  );
  await site.app.sql(`update corrections set user_id = (select id from users where username = 'admin@example.com')`);
  await site.app.sql(`update models set silca = 'HD80' where id = 1`);
  // A disputed value (3).
  await site.app.graph(
    'mutation { saveVerdict(input: { modelId: 13, verdicts: [{ field: ILCO, worked: false, found: "X221" }] }) { id } }',
    {},
    await people.locksmith(site.app),
  );
  // Two keys of one bike, and what can be done at the bike.
  await site.app.sql(`update models m set make_id = o.make_id, name = o.name, year = o.year, locks = 'Luggage',
    how_to_tell = 'The short one', with_key = 'clone', needs = 'a tool', warning = 'Units were lost' from models o
    where m.id = 13 and o.id = 12`);
  await site.app.graph('mutation { saveModel(input: { id: 6, codeSeries: "ask the dealer" }) { id } }', {}, person);
  await site.app.sql(`insert into missed_searches (text, count, last_at) values ('zwieback', 2, now())`);
  await site.app.sql(
    `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at)
     select id, username, 7995, now(), month from users, unnest(array[now(), now() - interval '1 month']) month
     where username = 'expired@example.com'`,
  );
  await site.app.sql(
    `insert into receipts (number, user_id, username, full_name, company, address, seller, seller_address, seller_tax_id, tax,
       tax_cents, amount_cents, card_brand, card_last4, created_at)
     select 1, id, username, full_name, ?, '1 Main St', 'Keys Ltd', '2 Main St', 'GB 1', 'VAT 20 % included', 1333, 7995, 'Visa',
       '4242', now() from users where username = 'expired@example.com'`,
    ['W'.repeat(255)],
  );
  await site.app.sql('update payments set receipt_number = 1');
  await site.app.graph(
    'mutation ($input: FeedbackInput!) { createFeedback(input: $input) { id } }',
    { input: { email: 'a@example.com', comment: 'Good', phoneNumber: '1' } },
    person,
  );
  await site.app.sql(
    `insert into sheet_openings (user_id, model_id, opened_at, last_at)
     select (select id from users where username = 'disabled@example.com'), id, now(), now()
     from models where id between 1000 and 1110`,
  );
  const measures = { spacing: ['.098', '.197'], depth: [{ name: '1', oneX: '.276', twoX: '' }] };
  const { data } = await site.app.graph(
    'mutation ($input: KeySystemInput!) { saveKeySystem(input: $input) { id } }',
    { input: { name: 'Systematic', dsd: '406', unit: 'inch', ...measures } },
    person,
  );
  const link = 'mutation ($system: ID) { saveModel(input: { id: 7, keySystemId: $system }) { id } }';
  await site.app.graph(link, { system: data?.saveKeySystem.id }, person);
  await site.app.graph(
    'mutation { saveModel(input: { id: 2, jma: "CHANGED" }) { id } }',
    {},
    await people.administrator(site.app),
  );
}

/**
 * Creates an import with unmapped columns (1), a checked one (2) with a new, a changed and two refused rows, and copies of
 * models (3), of which one exists.
 */
async function importSomething() {
  const person = await people.administrator(site.app);
  await startImport(
    site.app,
    person,
    csv([
      ['Who', 'Model', ''],
      ['Honda', 'X'],
    ]),
  );
  const [model] = await site.app.sql(
    'select m.*, k.display_name as make from models m join makes k on k.id = m.make_id where m.id = 3',
  );
  const rows = [
    [model!.id, model!.make, model!.name, model!.year, 'X1'],
    ['', model!.make, 'New', 2001, ''],
    ['', model!.make, 'New', 1801, ''],
    ['', 'Hnda', 'New', 2002, ''],
  ];
  await checkedImport(site.app, person, csv([['ID', 'Make', 'Model', 'Year', 'ILCO'], ...rows]));
  const copy = `mutation ($years: [Int!]!) { copyModels(input: { selection: { ids: ["3"] }, years: $years }) { id } }`;
  await site.app.graph(copy, { years: [model!.year, 1991] }, person);
}

const HONDA = '/product?company=53&m=year';

/** Every route in each of its states, and the user who sees it. `until` brings the page into the state. */
const VISITOR: Record<string, [path: string, until: (page: Page) => Promise<unknown>]> = {
  home: ['/', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  gallery: ['/picture-gallery', (page) => page.locator('main li img').first().waitFor()],
  'gallery, enlarged': [
    '/picture-gallery',
    async (page) => {
      await page.getByRole('main').getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  ],
  'sample sheet': ['/sample', (page) => page.getByRole('img', { name: /^The key, drawn/ }).waitFor()],
  login: ['/login', (page) => page.getByLabel('Email').waitFor()],
  'login, blank': ['/login', (page) => page.getByRole('button', { name: 'Sign In' }).click()],
  'login, refused': [
    '/login',
    async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  'login, asked for a code': [
    '/login',
    async (page) => {
      await page.getByRole('button', { name: 'I use a second factor' }).click();
      await page.getByRole('textbox', { name: 'Code' }).waitFor();
    },
  ],
  'forgot password': [
    '/login',
    async (page) => {
      await page.getByRole('button', { name: /forgot/i }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  'login, subscription ended': [
    '/login',
    async (page) => {
      await page.getByLabel('Email').fill('expired@example.com');
      await page.getByLabel('Password', { exact: true }).fill('demo-Keys-1990');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('link', { name: 'Extend account' }).waitFor();
    },
  ],
  terms: ['/terms', (page) => page.getByText('What you get').waitFor()],
  privacy: ['/privacy', (page) => page.getByText('In your browser').waitFor()],
  refunds: ['/refunds', (page) => page.getByText('Nothing is charged twice').waitFor()],
  seller: ['/seller', (page) => page.getByText('A subscription costs').waitFor()],
  reminders: ['/reminders?user=1&token=x', (page) => page.getByRole('button', { name: 'Turn off' }).waitFor()],
  // The last one on this page, because the box stays as it is.
  'login, terms refused': [
    '/login',
    async (page) => {
      await page.getByRole('checkbox', { name: /terms/ }).uncheck();
      await page.getByText('Agree to the terms to sign in.').waitFor();
    },
  ],
  checkout: ['/checkout?email=expired@example.com', (page) => page.getByLabel('Card number').waitFor()],
  'checkout, no such account': ['/checkout?email=nobody@example.com', (page) => page.getByRole('alert').waitFor()],
  join: ['/join', (page) => page.getByLabel('Company').waitFor()],
  'join, taken': [
    '/join',
    async (page) => {
      await page.getByLabel('Company').fill('Keys');
      await page.getByLabel('Full Name').fill('Jo');
      await page.getByLabel('Email').fill('user@example.com');
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('link', { name: 'Extend account' }).waitFor();
    },
  ],
  'not found': ['/no/such/page', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
};
const list = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).waitFor();
const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click();
const refused = async (page: Page) => {
  await press('Save')(page);
  await page.getByText('Please fix the following errors:').waitFor();
};
const asked = async (page: Page) => {
  await press('Delete')(page);
  await page.getByRole('alertdialog').waitFor();
};
const field = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).waitFor();

async function choosePage(page: Page) {
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .waitFor();
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  // At 360 px, the rows are cards without a head.
  for (const box of (await all.count()) ? [all] : await page.getByRole('checkbox', { name: /^Select / }).all())
    await box.check();
}

async function card(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await press('Pay Now')(page);
}

async function jumpTo(page: Page, text: string) {
  await page.getByText('This device').waitFor();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find a bike, blank or code' }).fill(text);
}

const MEMBER: typeof VISITOR = {
  'make list': ['/company-details/list', list],
  'make form': ['/company-details/create', field('Display Name')],
  'make form, refused': ['/company-details/create', refused],
  'make form, asked to delete': ['/company-details/edit?id=53', asked],
  'make form of none': ['/company-details/edit?id=99999', (page) => page.getByRole('alert').waitFor()],
  'model list': ['/products/list', list],
  'model list past its end': ['/products/list?page=99999', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  'model list, chosen': [
    '/products/list?sort=name',
    async (page) => {
      await choosePage(page);
      await page.getByText('10 models selected').first().waitFor();
    },
  ],
  'model list, asked for a field': [
    '/products/list?sort=year',
    async (page) => {
      await choosePage(page);
      await press('Set a field')(page);
      await page.getByLabel('New value').waitFor();
    },
  ],
  'model list, asked for a key system': [
    '/products/list?sort=year&dir=desc',
    async (page) => {
      await choosePage(page);
      await press('Set key system')(page);
      await page.getByRole('combobox', { name: 'Key system' }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  ],
  'model list, asked for years': [
    '/products/list?sort=year&dir=asc',
    async (page) => {
      await choosePage(page);
      await press('Copy to years …')(page);
      await page.getByRole('textbox', { name: 'Years' }).fill('x');
      await press('Preview')(page);
      await page.getByText('Please enter years').waitFor();
    },
  ],
  'model list, asked to save a view': [
    '/products/list?sample=yes',
    async (page) => {
      await press('Save view')(page);
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  ],
  'model form': ['/products/edit?id=1', (page) => page.getByRole('img', { name: /^The key, drawn/ }).waitFor()],
  'model form, new': ['/products/create', (page) => page.getByRole('combobox', { name: 'Key system' }).waitFor()],
  'model form, refused': ['/products/create', refused],
  'model form of none': ['/products/edit?id=99999999', (page) => page.getByText('No product data available').waitFor()],
  'model form, with a key system': [
    '/products/edit?id=7',
    (page) => page.getByRole('link', { name: 'Change the system' }).waitFor(),
  ],
  'key systems': [
    '/key-systems/list?text=Systematic',
    (page) => page.getByRole('link', { name: 'Systematic', exact: true }).waitFor(),
  ],
  'suggested systems': [
    '/key-systems/suggested',
    (page) =>
      page
        .getByRole('button', { name: /^Make a system of/ })
        .first()
        .waitFor(),
  ],
  'suggested systems, asked for a name': [
    '/key-systems/suggested',
    async (page) => {
      await page
        .getByRole('button', { name: /^Make a system of/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  ],
  'import of key systems': [
    '/key-systems/import',
    async (page) => {
      await page.getByLabel('File to import').setInputFiles({
        name: 'systems.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          csv([
            ['Name', 'DSD', 'Space 1', 'Depth 1'],
            ['Systematic', '406', '.098', '.277'],
            ['Trade two', '407', 'wide', '.244'],
          ]),
        ),
      });
      await page.getByText('“wide” is not a measure.').waitFor();
    },
  ],
  "what's new": [
    '/whats-new',
    (page) =>
      page
        .getByText(/^Corrected: /)
        .first()
        .waitFor(),
  ],
  'identify a key': [
    '/identify?cuts=6&first=.315&shallowest=.295&deepest=.236',
    (page) => page.getByText(/key systems? found$/).waitFor(),
  ],
  'key system form': ['/key-systems/edit?id=1', (page) => page.getByRole('img', { name: /^The key, drawn/ }).waitFor()],
  'key system form, refused': ['/key-systems/create', refused],
  'key system form of none': [
    '/key-systems/edit?id=99999',
    (page) => page.getByText('There is no such key system.').waitFor(),
  ],
  search: ['/products/search', field('Keyword')],
  aliases: ['/aliases/list', list],
  'API tokens': ['/api-tokens/list', (page) => page.getByRole('button', { name: 'Create an API token' }).waitFor()],
  'registered queries': [
    '/registered-queries/list',
    (page) => page.getByRole('button', { name: 'Register a query' }).waitFor(),
  ],
  'alias form': ['/aliases/create', field('Model')],
  webhooks: ['/webhooks/list', (page) => page.getByRole('link', { name: /^Deliveries to / }).waitFor()],
  'webhook form': ['/webhooks/edit?id=1', (page) => page.getByText(/^Disabled on /).waitFor()],
  'webhook form, refused': ['/webhooks/create', refused],
  deliveries: ['/webhooks/deliveries?id=1', (page) => page.getByText('It answered 500.').waitFor()],
  delivery: [
    '/webhooks/deliveries?id=1',
    async (page) => {
      await page.getByRole('button', { name: / UTC$/ }).click();
      await page.getByRole('dialog').getByText('It answered 500.').waitFor();
    },
  ],
  'unread series': ['/aliases/series', (page) => page.getByText('ask the dealer', { exact: true }).waitFor()],
  'missed searches': ['/aliases/searches', (page) => page.getByText('zwieback').waitFor()],
  'jump, found': [
    '/sessions',
    async (page) => {
      await jumpTo(page, 'HD109');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  ],
  'jump, a make': [
    '/sessions',
    async (page) => {
      await jumpTo(page, 'honda 2007');
      await page.getByRole('option').first().waitFor();
    },
  ],
  'what a blank fits': [
    '/fits?code=HD109',
    (page) => page.getByRole('heading', { level: 1, name: /^What HD109 fits/ }).waitFor(),
  ],
  'jump, nothing': [
    '/sessions',
    async (page) => {
      await jumpTo(page, 'zwieback');
      await page.getByText(/^Nothing found/).waitFor();
    },
  ],
  'search, found': ['/products/search?make=honda', list],
  'search, nothing': [
    '/products/search?keyword=nothing+at+all',
    (page) => page.getByText('No data available').waitFor(),
  ],
  'export, a download that failed': [
    '/products/export',
    async (page) => {
      await intercept(page, '**/api/products/download*', (route) => route.abort());
      await press('Complete export, CSV')(page);
      await page.getByRole('region', { name: 'Downloads' }).getByRole('alert').waitFor();
    },
  ],
  imports: ['/products/import', (page) => page.getByText('Columns to map').waitFor()],
  'import, its columns': ['/products/import/show?id=1', (page) => page.getByLabel(/^Column B, /).waitFor()],
  'import, checked': [
    '/products/import/show?id=2',
    (page) => page.getByRole('list', { name: 'Changed rows' }).getByText('X1').waitFor(),
  ],
  'import, asked to apply': [
    '/products/import/show?id=2&show=refused',
    async (page) => {
      await page.getByText(/^The year must be/).waitFor();
      await page.getByText('Did you mean Honda?').first().waitFor();
      await press('Apply')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  'copies of models, before they are applied': [
    '/products/import/show?id=3&show=duplicate',
    (page) => page.getByText('What will change').waitFor(),
  ],
  overview: [
    '/overview',
    async (page) => {
      await page.getByRole('link', { name: /Without depth/ }).waitFor();
      await page.getByRole('img', { name: /^Revenue/ }).waitFor();
      for (const table of await page.getByText('As a table').all()) await table.click();
      await page.getByRole('region', { name: 'Completeness by make, as a table' }).waitFor();
    },
  ],
  'client list': ['/clients/list', (page) => page.getByRole('heading', { level: 1, name: /Client List/ }).waitFor()],
  'client form': ['/clients/create', field('Primary Email')],
  'client form, refused': ['/clients/create', refused],
  'client, asked to renew': [
    '/clients/edit?id=1',
    async (page) => {
      await press('Renew all')(page);
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  ],
  'client, users refused': [
    '/clients/edit?id=1',
    async (page) => {
      await press('Add users')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Add users' }).click();
      await page.getByText('Enter at least one email address.').waitFor();
    },
  ],
  'client, asked to merge': [
    '/clients/edit?id=1',
    async (page) => {
      await press('Merge')(page);
      await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 });
      await page.getByText('This cannot be undone.').waitFor();
    },
  ],
  'client, asked to move a user': [
    '/clients/edit?id=1',
    async (page) => {
      await page
        .getByRole('button', { name: /^Move / })
        .first()
        .click();
      await page.getByLabel('New client').waitFor();
    },
  ],
  'user list': ['/users/list', (page) => page.getByRole('heading', { level: 1, name: /User List/ }).waitFor()],
  'user form': ['/users/edit?id=2', field('Full Name')],
  'user form, refused': ['/users/create', refused],
  log: ['/userlogs', (page) => page.getByRole('heading', { level: 1, name: /Log List/ }).waitFor()],
  'access audit': [
    '/access',
    async (page) => {
      await page.getByText('Far more than usual in the last 24 hours').waitFor();
      await page
        .getByRole('link', { name: /^Opened the sheet of/ })
        .first()
        .waitFor();
    },
  ],
  'log, filtered': [
    '/userlogs?kind=model_updated',
    (page) =>
      page
        .getByRole('link', { name: /^Updated the model/ })
        .first()
        .waitFor(),
  ],
  'log, nothing': ['/userlogs?kind=payment', (page) => page.getByText('No data available').waitFor()],
  'correction list': ['/correction/list', (page) => page.getByText('Two are wrong').waitFor()],
  'correction list, nothing': [
    '/correction/list?state=applied',
    (page) => page.getByText('No data available').waitFor(),
  ],
  'correction form': ['/correction/create', field('Email Id')],
  'correction form, refused': ['/correction/create', refused],
  'correction form, from the lookup': ['/correction/create?model=1&field=SILCA', field('Should be')],
  'correction detail': ['/correction/show?id=1', (page) => page.getByText(/^Changed since/).waitFor()],
  'correction detail, disputed': ['/correction/show?id=3', (page) => page.getByText('Found by 1 company').waitFor()],
  'correction detail, asked to apply': [
    '/correction/show?id=1',
    async (page) => {
      await press('Apply')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  'correction detail, asked why': [
    '/correction/show?id=1',
    async (page) => {
      await press('Decline')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
      await page.getByText('The reason field is required.').waitFor();
    },
  ],
  'correction detail, declined': ['/correction/show?id=2', (page) => page.getByText(/^Declined on/).waitFor()],
  'correction detail of none': ['/correction/show?id=999', (page) => page.getByRole('alert').waitFor()],
  'my corrections': ['/correction/mine', (page) => page.getByText('Two are wrong').waitFor()],
  'feedback list': ['/feedback/list', (page) => page.getByText('Good').waitFor()],
  'feedback form': ['/feedback/create', field('Comment')],
  'feedback detail, answer refused': [
    '/feedback/show?id=1',
    async (page) => {
      await press('Send answer')(page);
      await page.getByText('The answer field is required.').waitFor();
    },
  ],
  'history of a model, asked to bring back': [
    '/products/edit?id=2',
    async (page) => {
      await page
        .getByRole('button', { name: /^Restore earlier state/ })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  'kept on this device, without a connection': [
    '/offline',
    async (page) => {
      await page.getByText('Nothing waits to be sent.').waitFor();
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await page.getByText(/^No connection\./).waitFor();
    },
  ],
  'sign-in security': ['/security', (page) => page.getByRole('button', { name: 'Add a passkey' }).waitFor()],
  'sign-in security, an app being set up': [
    '/security',
    async (page) => {
      await press('Set up an app')(page);
      await page.getByRole('dialog').getByLabel('Current Password').fill('demo-Keys-1990');
      await press('Continue')(page);
      await page.getByRole('img', { name: /QR/ }).waitFor();
    },
  ],
  'signed-in devices': ['/sessions', (page) => page.getByText('This device').waitFor()],
  'signed-in devices, asked to sign out': [
    '/sessions',
    async (page) => {
      await press('Sign out all other devices')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  'user form, another username': [
    '/users/edit?id=2',
    async (page) => {
      await page.getByLabel('Username', { exact: true }).fill('another@example.com');
      await page.getByText(/^Saving ends every session/).waitFor();
    },
  ],
  'make payment, wrong card': [
    '/make-payment',
    async (page) => {
      await press('Pay Now')(page);
      await page.getByText('The card number is required.').waitFor();
    },
  ],
  'make payment, declined': [
    '/make-payment',
    async (page) => {
      await card(page, '4000 0000 0000 0002');
      await page.getByRole('alert').waitFor();
    },
  ],
  'make payment, paid': [
    '/make-payment',
    async (page) => {
      await card(page, '4242 4242 4242 4242');
      await page.getByText('Payment successful! Subscription created.').waitFor();
    },
  ],
  payments: [
    '/payments',
    (page) => page.getByRole('heading', { level: 1, name: /^Payment History \(\d+\)/ }).waitFor(),
  ],
  receipt: ['/payments/receipt?number=1', (page) => page.getByText('Paid with').waitFor()],
  'no such receipt': ['/payments/receipt?number=99', (page) => page.getByText('Page not found').waitFor()],
  'pay for users': ['/clients/pay?id=2', (page) => page.getByText('Until').first().waitFor()],
  'payments of all': [
    '/payments/list',
    (page) => page.getByRole('link', { name: 'expired@example.com' }).first().waitFor(),
  ],
  'payments of another': ['/payments?user=2', (page) => page.getByText('No data available').waitFor()],
  'reset password': [
    HONDA,
    async (page) => {
      await page.getByRole('button', { name: /@example\.com/ }).click();
      await page.getByRole('menuitem', { name: 'Change Password' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  'lookup by year': [HONDA, (page) => page.getByRole('button', { name: '2007' }).waitFor()],
  'lookup by model': [
    '/product?company=53&m=model',
    (page) => page.getByRole('button', { name: 'CBR600RR', exact: true }).waitFor(),
  ],
  'lookup, opened': [
    `${HONDA}&value=2007`,
    (page) => page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor(),
  ],
  'lookup, detail': [
    `${HONDA}&value=2007&id=5`,
    async (page) => {
      await page.getByLabel('Bitting').fill('1-9');
      await page.getByText('Depth 9 is not one of').waitFor();
      const open = page.getByRole('button', { name: 'Partial key' });
      if ((await open.getAttribute('aria-expanded')) === 'false') await open.click();
      await page.getByRole('group', { name: 'Ignition', exact: true }).getByLabel('Known cuts').fill('123');
      await page.getByLabel('Measured, position 1').fill('deep');
      await page.getByRole('list', { name: 'Blank 1' }).getByRole('checkbox').first().check();
      await page.getByText('(1 key tried)').waitFor();
    },
  ],
  'lookup, a key of two': [
    '/product?company=1&m=year&id=13',
    async (page) => {
      await page.getByRole('tab', { selected: true }).waitFor();
      await page.getByText('The key can be cloned').waitFor();
      await page.getByRole('heading', { name: 'ILCO is disputed' }).waitFor();
    },
  ],
  'lookup, two compared': [
    '/product?company=1&m=year&value=2001&id=2&compare=2000',
    (page) => page.getByRole('table', { name: 'Comparison' }).waitFor(),
  ],
  'lookup, image enlarged': [
    `${HONDA}&id=1`,
    async (page) => {
      await page.getByRole('button', { name: /Enlarge image 1/ }).click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  ],
  help: ['/help', (page) => page.getByRole('img', { name: /^A blade with the depths/ }).waitFor()],
  'lookup, nothing matches': [`${HONDA}&q=nothing`, (page) => page.getByText(/No year or model matches/).waitFor()],
  'lookup, unknown make': ['/product?company=999&m=year', (page) => page.getByRole('alert').waitFor()],
  'lookup, no company': ['/product', (page) => page.getByText('Missing company ID or mode').waitFor()],
  'user menu': [
    HONDA,
    async (page) => {
      await page.getByRole('button', { name: /@example\.com/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  ],
  'not found': ['/no/such/page', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
};

type Scheme = 'light' | 'dark';
const schemes: [Scheme, Scheme][] = [
  ['light', 'dark'],
  ['dark', 'light'],
];
const states = Object.entries({ visitor: VISITOR, member: MEMBER }).flatMap(([who, states]) =>
  Object.entries(states).map(([state, steps], index) => [who, state, ...schemes[index % 2]!, steps] as const),
);

describe('every route in every state', () => {
  const wide = { width: 1280, height: 800 };
  const narrow = { width: 360, height: 800 };
  // One page for all states, so its process reuses the compiled client and axe.
  const pages: Record<string, Page> = {};
  beforeAll(async () => {
    pages.visitor = await site.open();
    pages.member = await site.openAs('admin@example.com');
  });
  afterAll(async () => {
    for (const page of Object.values(pages)) await page.context().close();
  });

  const recolour = async (page: Page, colorScheme: Scheme) => {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html${colorScheme === 'dark' ? '.dark' : ':not(.dark)'}`).waitFor();
  };

  const resize = async (page: Page, who: string) => {
    await page.setViewportSize(narrow);
    if (who === 'member') await page.locator('[aria-label="Toggle sidebar"]').waitFor({ state: 'attached' });
  };

  /** The overlays on the page, and their texts. */
  const over = (page: Page) =>
    page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=alert]').allInnerTexts();

  /** Opens the page, unless it is open and without an overlay. */
  const goTo = async (page: Page, path: string) => {
    if (page.url() !== site.url + path || String(await over(page))) await page.goto(path);
  };

  /** The sidebars that axe has seen: without and with an open make, light and dark. */
  const seen = new Set<string>();
  /** The sidebar, if axe need not look at it again: its seventy makes take as long as the rest of a page. */
  const sidebarOf = (who: string, path: string, scheme: Scheme) => {
    const kind = `${who} ${scheme} ${path.startsWith('/product?')}`;
    if (who === 'member' && seen.has(kind)) return 'nav[aria-label=Main]';
    seen.add(kind);
    return undefined;
  };

  // Each state is opened once, wide in one colour scheme, and then made narrow in the other. The schemes alternate, so
  // every screen and the shell are tested wide and narrow, in light and dark.
  const title = 'a %s’s %s has no violation, wide (%s) and narrow (%s)';
  test.each(states)(title, async (who, _state, wideScheme, narrowScheme, [path, until]) => {
    const page = pages[who]!;
    await page.unrouteAll();
    await page.evaluate(() => sessionStorage.clear());
    await page.setViewportSize(wide);
    await page.emulateMedia({ colorScheme: wideScheme });
    await goTo(page, path);
    await recolour(page, wideScheme);
    await until(page);
    expect(await violations(page, sidebarOf(who, path, wideScheme)), 'wide').toEqual([]);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { right: scrollWidth - innerWidth, below: scrollHeight - innerHeight };
    });
    expect(beyond.right, 'scrolls sideways').toBe(0);
    expect([1, 2], 'scrolls by a border').not.toContain(beyond.below);

    const before = await over(page);
    await resize(page, who);
    await recolour(page, narrowScheme);
    if (String(await over(page)) !== String(before)) {
      await page.reload();
      await until(page);
    }
    await dismissMessages(page);
    expect(await violations(page), 'narrow').toEqual([]);

    await page.setViewportSize({ width: 320, height: 700 });
    // Overlays are repositioned a moment later.
    const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(scrollWidth, { message: 'scrolls sideways at 320 px' }).toBe(320);
  });
});

test('a long text in a row breaks no word of the others', async () => {
  const page = await site.openAs('admin@example.com');
  await page.goto('/correction/list');
  const make = page.getByRole('cell', { name: 'Kawasaki', exact: true });
  await make.waitFor();
  const lines = await make.evaluate((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('the drawer has no violations, neither with the makes nor with the other entries', async () => {
  const page = await site.openAs('user@example.com', { viewport: { width: 360, height: 800 } });
  await page.goto(HONDA);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('link', { name: 'By Year' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'All entries' }).click();
  const makes = drawer.getByRole('button', { name: 'Make', exact: true });
  await expect.poll(() => makes.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await makes.click();
  await drawer.getByRole('button', { name: 'Honda' }).waitFor();
});

test('every route has one h1, a main landmark and its own title', async () => {
  const page = await site.openAs('admin@example.com');
  const [honda] = await site.app.sql('select id, name, year from models where make_id = 53 limit 1');
  const sheet = `Honda ${honda!.name} (${honda!.year})`;
  for (const [path, heading, title] of [
    ['/picture-gallery', 'Picture gallery', 'Picture gallery'],
    [HONDA, 'Honda', 'Honda by year'],
    ['/product?company=53&m=model', 'Honda', 'Honda by model'],
    [`${HONDA}&id=${honda!.id}`, sheet, sheet],
    ['/no/such/page', 'Page not found', 'Page not found'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe(`${title} · Motokey`);
    if (path.includes('id=')) await page.getByText('Primary Key Blank').waitFor();
    expect([path, await page.locator('h1').count(), await page.locator('main').count()]).toEqual([path, 1, 1]);
  }
});

test('nothing moves on a phone when the answers come', async () => {
  await site.app.sql(`delete from payments where username = 'admin@example.com'`);
  const page = await site.openAs('admin@example.com', { viewport: PHONE });
  const shift = await watchShift(page);
  // Each answer comes after what stands in its place was painted.
  await page.route('**/graphql', async (route) => {
    await page.locator('h1, main [aria-busy=true]').first().waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await route.continue();
  });
  const screens: [path: string, last: Locator][] = [
    ['/payments', page.getByText('No data available')],
    ['/payments?user=2', page.getByText('No data available')],
    ['/correction/mine', page.getByText('Two are wrong')],
    ['/correction/create?model=1', page.getByRole('combobox', { name: 'Field' })],
    ['/products/copy?id=1', page.getByRole('heading', { name: /^Copy of .+ \d{4}$/ })],
    ['/access', page.getByText('Far more than usual in the last 24 hours')],
  ];
  for (const [path, last] of screens) {
    await page.goto(path, { waitUntil: 'load' });
    await last.waitFor();
    await page.waitForLoadState('networkidle');
    expect.soft(await shift(), path).toBeLessThanOrEqual(0.02);
  }
});

test.each(['light', 'dark'] as const)(
  'forced colours (%s) keep apart what is current, focused or drawn',
  async (scheme) => {
    const page = await site.openAs('admin@example.com', { forcedColors: 'active', colorScheme: scheme });
    const [model] = await site.app.sql(`select id from models where name = 'CBR600RR' and year = 2007`);
    await page.goto(`/product?company=53&m=year&value=2007&id=${model!.id}`);
    const sheet = page.getByRole('region', { name: 'Key data' });
    await sheet.getByRole('radio', { name: /^Position 3/ }).check();
    // The lists beside the sheet and above it have answers of their own.
    for (const list of ['main a[data-model]', 'nav[aria-label^="Years of"] a', 'nav[aria-label=Main] a'])
      await page.locator(`${list}[aria-current]`).first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Print' }).focus();
    await page.keyboard.press('Shift+Tab');
    const contrasts = await page.evaluate(() => {
      const luminance = (colour: string) => {
        const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
          const value = Number(part) / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      /** Of two computed colours. */
      const contrast = (one: string, other: string) => {
        const [most = 0, least = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (most + 0.05) / (least + 0.05);
      };
      const styleOf = (selector: string) => {
        const element = document.querySelector(selector);
        if (!element) throw new Error(`There is no ${selector}.`);
        return getComputedStyle(element);
      };
      const canvas = styleOf('html').backgroundColor;
      const beside = (current: string) => contrast(styleOf(current).backgroundColor, canvas);
      const drawn = (line: string, ground = canvas) => contrast(styleOf(`figure ${line}`).stroke, ground);
      const blade = styleOf('figure [data-blade]');
      return {
        'the place in the menu': beside('nav[aria-label=Main] a[aria-current]'),
        'By Year': beside('nav[aria-label="List by"] a[aria-current]'),
        'the open model': beside('main a[data-model][aria-current]'),
        'the year': beside('nav[aria-label^="Years of"] a[aria-current]'),
        'the chosen position in the table': beside('tr[data-highlighted] td'),
        'the focus': contrast(styleOf(':focus-visible').outlineColor, canvas),
        'a button': contrast(styleOf('nav[aria-label^="Years of"] button').borderTopColor, canvas),
        'the blade': drawn('[data-blade]'),
        'a line beside the blade': drawn('svg > path[stroke-dasharray="2 3"]'),
        'a line on the blade': drawn('[data-across] path:not([data-active])', blade.fill),
        'the chosen position': drawn('[data-across] [data-active]', blade.fill),
        'the bow': drawn('svg > path[stroke-dasharray="4 3"]'),
      };
    });
    for (const [what, contrast] of Object.entries(contrasts)) expect(contrast, what).toBeGreaterThanOrEqual(3);
  },
);
