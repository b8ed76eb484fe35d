import type { TestApp } from '../../support/app';
import { people } from '../../support/people';
import { checkedImport, csv, startImport } from '../../support/sheets';

/** What the states show: the longest names, and something in every list. */
export async function prepare(app: TestApp): Promise<void> {
  await nameBadly(app);
  await sendSomething(app);
  await importSomething(app);
  await tellSomebody(app);
  // Signs the administrator in on a second device.
  await app.rest('POST', '/login', { body: { userEmail: 'admin@example.com', userPassword: 'demo-Keys-1990' } });
}

/** A webhook (1) that was disabled after failures, with a delivery. */
async function tellSomebody(app: TestApp) {
  await app.sql(
    `insert into webhooks (url, description, events, enabled, secret, disabled_at, username, created_at, updated_at)
     values (?, ?, array['model.changed'], false, 's', now(), 'x', now(), now())`,
    [`https://example.com/${'w'.repeat(200)}`, 'W'.repeat(255)],
  );
  await app.sql(
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
async function nameBadly(app: TestApp) {
  const name = 'W'.repeat(255);
  const [make] = await app.sql(
    `insert into makes (display_name, full_name, other_details, created_at, updated_at)
     values (?, ?, ?, now(), now()) returning id`,
    [name, name, name],
  );
  await app.sql('update models set make_id = ? where id = 4', [make!.id]);
  await app.sql('update models set name = ? where id in (4, 5)', [name]);
  await app.sql('update clients set name = ?, primary_email = ? where id = (select max(id) from clients)', [
    name,
    `${'w'.repeat(60)}@${'w'.repeat(60)}.example`,
  ]);
  await app.sql(`update users set full_name = ? where username = 'disabled@example.com'`, [name]);
}

/**
 * Creates an open correction (1) with a stale proposal and one without effect, a declined one (2), and feedback (1).
 */
async function sendSomething(app: TestApp) {
  const person = await people.administrator(app);
  const [model] = await app.sql(
    'select m.*, k.display_name from models m join makes k on k.id = m.make_id where m.id = 1',
  );
  const about = { email: 'a@example.com', make: model!.display_name, model: model!.name, year: model!.year };
  const proposals = [
    { field: 'SILCA', proposed: 'HD109' },
    { field: 'ILCO', proposed: model!.ilco },
  ];
  const correction = 'mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id } }';
  await app.graph(correction, { input: { ...about, comment: 'Two are wrong', proposals } }, person);
  await app.graph(correction, { input: { ...about, comment: 'Wrong. '.repeat(90) } }, person);
  await app.sql(
    `update corrections set make = 'Kawasaki', state = 'declined', reason = 'No', decided_at = now() where id = 2`,
  );
  await app.sql(`update corrections set user_id = (select id from users where username = 'admin@example.com')`);
  await app.sql(`update models set silca = 'HD80' where id = 1`);
  // A disputed value (3).
  await app.graph(
    'mutation { saveVerdict(input: { modelId: 13, verdicts: [{ field: ILCO, worked: false, found: "X221" }] }) { id } }',
    {},
    await people.locksmith(app),
  );
  // Two keys of one bike, and what can be done at the bike.
  await app.sql(`update models m set make_id = o.make_id, name = o.name, year = o.year, locks = 'Luggage',
    how_to_tell = 'The short one', with_key = 'clone', needs = 'a tool', warning = 'Units were lost' from models o
    where m.id = 13 and o.id = 12`);
  await app.graph('mutation { saveModel(input: { id: 6, codeSeries: "ask the dealer" }) { id } }', {}, person);
  await app.sql(`insert into missed_searches (text, count, last_at) values ('zwieback', 2, now())`);
  await app.sql(
    `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at)
     select id, username, 7995, now(), month from users, unnest(array[now(), now() - interval '1 month']) month
     where username = 'expired@example.com'`,
  );
  await app.sql(
    `insert into receipts (number, user_id, username, full_name, company, address, seller, seller_address, seller_tax_id, tax,
       tax_cents, amount_cents, card_brand, card_last4, created_at)
     select 1, id, username, full_name, ?, '1 Main St', 'Keys Ltd', '2 Main St', 'GB 1', 'VAT 20 % included', 1333, 7995, 'Visa',
       '4242', now() from users where username = 'expired@example.com'`,
    ['W'.repeat(255)],
  );
  await app.sql('update payments set receipt_number = 1');
  await app.graph(
    'mutation ($input: FeedbackInput!) { createFeedback(input: $input) { id } }',
    { input: { email: 'a@example.com', comment: 'Good', phoneNumber: '1' } },
    person,
  );
  await app.sql(
    `insert into sheet_openings (user_id, model_id, opened_at, last_at)
     select (select id from users where username = 'disabled@example.com'), id, now(), now()
     from models where id between 1000 and 1110`,
  );
  const measures = { spacing: ['.098', '.197'], depth: [{ name: '1', oneX: '.276', twoX: '' }] };
  const { data } = await app.graph(
    'mutation ($input: KeySystemInput!) { saveKeySystem(input: $input) { id } }',
    { input: { name: 'Systematic', dsd: '406', unit: 'inch', ...measures } },
    person,
  );
  const link = 'mutation ($system: ID) { saveModel(input: { id: 7, keySystemId: $system }) { id } }';
  await app.graph(link, { system: data?.saveKeySystem.id }, person);
  await app.graph(
    'mutation { saveModel(input: { id: 2, jma: "CHANGED" }) { id } }',
    {},
    await people.administrator(app),
  );
}

/**
 * Creates an import with unmapped columns (1), a checked one (2) with a new, a changed and two refused rows, and copies of
 * models (3), of which one exists.
 */
async function importSomething(app: TestApp) {
  const person = await people.administrator(app);
  await startImport(
    app,
    person,
    csv([
      ['Who', 'Model', ''],
      ['Honda', 'X'],
    ]),
  );
  const [model] = await app.sql(
    'select m.*, k.display_name as make from models m join makes k on k.id = m.make_id where m.id = 3',
  );
  const rows = [
    [model!.id, model!.make, model!.name, model!.year, 'X1'],
    ['', model!.make, 'New', 2001, ''],
    ['', model!.make, 'New', 1801, ''],
    ['', 'Hnda', 'New', 2002, ''],
  ];
  await checkedImport(app, person, csv([['ID', 'Make', 'Model', 'Year', 'ILCO'], ...rows]));
  const copy = `mutation ($years: [Int!]!) { copyModels(input: { selection: { ids: ["3"] }, years: $years }) { id } }`;
  await app.graph(copy, { years: [model!.year, 1991] }, person);
}
