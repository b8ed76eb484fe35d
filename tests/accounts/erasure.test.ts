import { expect, test } from 'vitest';
import { eraseAtTerminal } from '../../server/accounts/users/erasure.operations';
import type { User } from '../../server/accounts/users/user.entity';
import { sharedApp } from '../support/app';
import { createClient, createMake, createModel, createUser } from '../support/factories';
import { people, signedIn } from '../support/people';

/* docs/operations.md, "Erasing a person". */

const app = sharedApp();

const EMAIL = 'marker.person@example.com';
const IP = '203.0.113.99';
/** In every text of the person. */
const MARKER = 'marker|203\\.0\\.113\\.99';
const SIMILAR = 'another.Marker.person@example.com.au';

/**
 * Columns in which nothing is of a person who looks up keys: the catalogue, choices, hashes and ids. A new column is
 * either added here, or the fixture below fills it.
 */
const IMPERSONAL: Record<string, string[] | 'all'> = {
  aliases: 'all',
  api_tokens: ['scopes'],
  arrivals: 'all',
  card_setups: ['key'],
  catalogue_feed: 'all',
  catalogue_feed_state: 'all',
  clients: ['name'],
  corrections: ['make', 'model', 'state', 'disputed'],
  feedbacks: ['state'],
  images: 'all',
  import_rows: ['part', 'dates', 'verdict', 'make', 'name', 'year', 'problems', 'changes', 'kept_images'],
  imports: [
    'kind',
    'format',
    'state',
    'columns',
    'totals',
    'missing_makes',
    'created_makes',
    'undone',
    'progress',
    'failure',
    'warnings',
    'check_warnings',
    'reading',
    'fill_down',
  ],
  jump_identifiers: 'all',
  jump_names: 'all',
  jump_readings: 'all',
  jump_series: 'all',
  key_systems: [
    ...['name', 'hpc', 'itl', 'dsd', 'paka_punch', 'width', 'unit', 'datum', 'sides', 'macs', 'code_direction'],
    ...['spacing', 'depth_names', 'depth_values'],
  ],
  list_views: ['list'],
  log_counts: ['kind'],
  log_entries: ['kind', 'subject_type'],
  makes: 'all',
  mikro_orm_migrations: 'all',
  missed_searches: 'all',
  model_changes: ['source'],
  model_images: 'all',
  models: 'all',
  own_values: ['field'],
  passkey_challenges: 'all',
  passkeys: ['credential_id', 'public_key'],
  payment_attempts: ['key', 'provider', 'state'],
  payment_events: 'all',
  registered_queries: ['hash'],
  receipts: ['seller', 'seller_address', 'seller_tax_id', 'tax', 'card_last4'],
  recent_sheets: 'all',
  recovery_codes: 'all',
  removed_models: 'all',
  roles: 'all',
  sample_sheet: 'all',
  secrets: 'all',
  totp_secrets: 'all',
  users: ['length_unit'],
  van_blanks: ['name', 'key'],
  verdicts: ['field'],
  webhook_deliveries: ['event_id', 'event', 'ids', 'state'],
  webhooks: ['events'],
};
/** The charge is how the payment is found in the provider's books; the law wants these kept. */
const KEPT = ['payment_attempts.charge'];

async function textColumns() {
  const rows = await app.sql<{ table: string; column: string }>(
    `select c.table_name as "table", column_name as "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and data_type not in ('integer', 'bigint', 'boolean', 'date', 'timestamp with time zone')`,
  );
  return rows.map(({ table, column }) => ({ table, column, name: `${table}.${column}` }));
}

/** The columns that hold the marker; texts of people with a similar name do not count. */
async function marked(): Promise<string[]> {
  const columns = await textColumns();
  const found = await app.sql<{ name: string }>(
    columns
      .map(
        ({ table, column, name }) =>
          `select '${name}' as name where exists (select from "${table}"
             where replace("${column}"::text, '${SIMILAR}', '') ~* '${MARKER}')`,
      )
      .join(' union all '),
  );
  return found.map(({ name }) => name).sort();
}

/** The person in every column that can hold something of them. */
async function leaveTraces(user: User, other: User): Promise<void> {
  const model = await createModel(app, await createMake(app), { tips: `Ask ${EMAIL}` });
  await createUser(app, { username: 'third@home.example' });
  const by = `${user.id}, '${EMAIL}'`;
  const of = `${other.id}, '${other.username}'`;
  const statements = [
    `update users set password_hash = 'marker', temporary_password_hash = 'marker' where id = ${user.id}`,
    `update clients set primary_email = '${EMAIL}', description = 'Call (${EMAIL.toUpperCase()}).', address = 'c/o ${EMAIL}'
     where id = ${user.client.id}`,
    `insert into sessions (token_hash, id, user_id, remember, expires_at, created_at, last_used_at, ip, browser, temporary_password_hash)
     values ('marker', 'marker', ${user.id}, true, now() + interval '1 day', now(), now(), '${IP}', 'Marker', 'marker')`,
    `insert into api_tokens (token_hash, hint, name, user_id, scopes, registered_only, created_by, expires_at, last_ip, created_at, updated_at) values
     ('marker', 'marker', 'Of Marker', ${user.id}, '[]', false, '${other.username}', now(), 'marker', now(), now()),
     ('x', 'x', 'Of ${EMAIL}', ${other.id}, '[]', false, '${EMAIL}', now(), '', now(), now())`,
    `insert into registered_queries (hash, name, document, created_by, created_at, updated_at)
     values ('x', 'Of ${EMAIL}', '# By ${EMAIL}', '${EMAIL}', now(), now())`,
    `insert into devices (token_hash, user_id) values ('marker', ${user.id})`,
    `insert into passkeys (user_id, credential_id, public_key, counter, name) values (${user.id}, 'c', 'p', 0, 'Phone of Marker')`,
    `insert into attempts (key, count, expires_at) values ('user ${EMAIL}', 1, now()), ('from ${IP}: user ${EMAIL}', 1, now())`,
    `insert into mails (recipient, subject, text, html, unsubscribe, next_try_at, expires_at, created_at) values
     ('${EMAIL}', 'To Marker', 'Hello Marker', '<p>Marker', '/reminders?user=marker', now(), now(), now()),
     ('marker@home.example', 'To Marker', '', '', '', now(), now(), now()),
     ('Third@home.example', 'Your temporary password', 'Temporary password: 1', '', '', now(), now(), now()),
     ('shared@home.example', 'Your feedback', 'Hello', '', '', now(), now(), now())`,
    `insert into corrections (user_id, username, email, make, model, year, comment, proposals, reason, created_at)
     values (${by}, 'marker@home.example', 'Honda', 'CBR', 2007, 'Yours, Marker', '[{"proposed": "marker"}]', 'No, Marker', now()),
            (${of}, 'o@example.com', 'Honda', 'CBR', 2007, 'As ${EMAIL} says', '[]', '', now())`,
    `insert into feedbacks (user_id, username, email, phone_number, comment, answer, settled_by, created_at) values
     (${by}, 'marker@home.example', '555 MARKER', 'Yours, Marker', 'Dear Marker', '', now()),
     (${by}, 'third@home.example', '', 'Under the address of another user', '', '', now()),
     (${by}, 'shared@home.example', '', 'Under an address that another person gives, too', '', '', now()),
     (${of}, 'Shared@home.example', '', 'Hello', '', '', now()),
     (${of}, 'o@example.com', '', 'Hello', 'Ask ${EMAIL}', '${EMAIL}', now())`,
    `insert into log_counts (key, user_id, username, token, details, count) values ('Marker', ${by}, 'of ${EMAIL}', 'Failed to sign in from ${IP}', 1)`,
    `insert into log_entries (user_id, username, kind, details, subject_type, subject_id, from_client, created_at) values
     (${by}, 'SIGN_IN', 'Signed in from ${IP}', null, null, false, now()),
     (null, '${EMAIL.toUpperCase()}', 'SIGN_IN_FAILED', 'Failed to sign in from ${IP}: 2 more times', null, null, false, now()),
     (${user.id}, 'marker.before@example.com', 'REPORTED', 'Marker was here', null, null, true, now()),
     (${of}, 'USER_UPDATED', 'Updated the user ${EMAIL}: changed the username from marker.before@example.com, ended', 'USER', ${user.id}, false, now()),
     (${of}, 'OTHER', 'Removed ${SIMILAR}, ${EMAIL}', null, null, false, now())`,
    `update log_entries set token = 'of ${EMAIL}' where kind = 'OTHER'`,
    `insert into payment_attempts (key, user_id, username, "join", company, full_name, provider, state, customer, charge, card, next_look_at, created_at, updated_at)
     values ('paid', ${by}, false, 'Marker Inc.', 'Marker', 'stripe live', 'paid', 'cus_marker', 'ch_marker', 'pm_marker', now(), now(), now()),
            ('open', ${by}, false, 'Marker Inc.', 'Marker', 'stripe live', 'open', 'cus_marker', null, 'pm_marker', now(), now(), now()),
            ('join', null, '${EMAIL}', true, 'Marker Inc.', 'Marker', 'stripe live', 'open', 'cus_2', 'ch_2', null, now(), now(), now())`,
    `insert into card_setups (key, attempt_id, of_user, setup, client_secret, created_at)
     select 'setup', min(id), true, 'seti_marker', 'marker', now() from payment_attempts`,
    `insert into attempt_users (attempt_id, user_id, username) select min(id), ${by} from payment_attempts`,
    `insert into receipts (number, user_id, username, full_name, company, address, seller, seller_address, seller_tax_id, tax,
       tax_cents, amount_cents, card_brand, card_last4, created_at)
     values (1, ${by}, 'Marker Person', 'Keys of ${EMAIL}', 'c/o ${EMAIL}', 'S', 'S', 'S', '', 0, 7995, 'Marker', '4242', now())`,
    `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at, attempt_id)
     select ${by}, 7995, now(), now(), min(id) from payment_attempts`,
    `insert into model_changes (model_id, user_id, username, token, source, created, changes, created_at)
     values (${model.id}, ${by}, 'of ${EMAIL}', 'form', false, '[{"before": "${EMAIL}"}]', now())`,
    `insert into key_systems (id, name, notes, source, checked_by, checked_at, spacing, depth_names, depth_values, created_at, updated_at)
     values (1, 'Honda CMC37', 'Ask ${EMAIL}', 'By ${EMAIL}', '${EMAIL}', now(), array_fill(''::text, array[12]),
       array_fill(''::text, array[8]), array_fill(''::text, array[16]), now(), now())`,
    `insert into key_system_changes (key_system_id, user_id, username, token, created, changes, created_at)
     values (1, ${by}, 'of ${EMAIL}', false, '[{"field": "checkedBy", "after": "${EMAIL}"}]', now())`,
    `insert into imports (id, user_id, username, token, file_name, format, warnings, state, columns, row_count, create_makes, missing_makes, near, created_makes, key_system, created_at)
     values (1, ${by}, 'of ${EMAIL}', 'keys of ${EMAIL}.csv', 'CSV', '[]', 'mapping', '[]', 1, false, '[]', '[{"name": "by ${EMAIL}"}]', '[]',
       '{"id": 1, "changes": [{"field": "checkedBy", "after": "${EMAIL}"}]}', now())`,
    `insert into import_rows (import_id, number, cells, original, kept)
     values (1, 1, array['a "b"', 'by ${EMAIL}'], array['by ${EMAIL}'], '{"tips": "by ${EMAIL}"}')`,
    `insert into verdicts (client_id, user_id, username, model_id, field, value, worked, found, blank, tool, remark, said_at)
     values (${other.client.id}, ${by}, ${model.id}, 'tips', 'Ask ${EMAIL}', false, 'Ask ${EMAIL}', 'of ${EMAIL}', 'of ${EMAIL}', 'Yours, ${EMAIL}', now())`,
    `insert into list_views (user_id, list, name, search, shared) values
     (${user.id}, 'users', 'For Marker', '?search=${EMAIL}', true), (${other.id}, 'users', 'Of ${EMAIL}', '?search=${EMAIL}', true)`,
    `insert into van_blanks (client_id, name, key, count, user_id, username, created_at, updated_at)
     values (${user.client.id}, 'X265', 'x265', 3, ${by}, now(), now())`,
    `insert into recent_sheets (user_id, model_id, opened_at) values (${user.id}, ${model.id}, now())`,
    `insert into own_sheets (id, client_id, make, name, year, user_id, username, created_at, updated_at)
     values (1, ${user.client.id}, 'By ${EMAIL}', 'By ${EMAIL}', 2000, ${by}, now(), now())`,
    `insert into own_values (sheet_id, field, value, user_id, username, updated_at)
     values (1, 'tips', 'Ask ${EMAIL}', ${by}, now())`,
    `insert into company_notes (sheet_id, text, user_id, username, created_at, updated_at)
     values (1, 'Ask ${EMAIL}', ${by}, now(), now())`,
    `insert into webhooks (url, description, events, secret, previous_secret, user_id, username, created_at, updated_at)
     values ('https://example.com/?for=${EMAIL}', 'Ask ${EMAIL}', array['make.created'], '${EMAIL}', '${EMAIL}', ${by}, now(), now())`,
    `insert into webhook_deliveries (webhook_id, event_id, event, ids, attempts, next_try_at, occurred_at, created_at)
     values (1, gen_random_uuid(), 'test', '{}', '[{"answer": "Hello ${EMAIL}"}]', now(), now(), now())`,
    `insert into sheet_openings (user_id, model_id, opened_at, last_at) values (${user.id}, ${model.id}, now(), now())`,
  ];
  for (const statement of statements) await app.sql(statement);
}

test('erases a person from every column of the database, and nobody else', async () => {
  const other = await createUser(app, { username: SIMILAR, roleId: 1 });
  const user = await createUser(app, { username: EMAIL, fullName: 'Marker Person' });
  const session = await signedIn(app, user);
  expect((await app.rest('GET', '/company-detail/list', { as: session })).statusCode).toBe(200);
  await leaveTraces(user, other);

  const columns = await textColumns();
  const personal = columns.filter(({ table, column }) => {
    const listed = IMPERSONAL[table] ?? [];
    return listed !== 'all' && !listed.includes(column);
  });
  const before = await marked();
  expect(personal.map(({ name }) => name).filter((name) => !before.includes(name))).toEqual([]);

  const { pseudonym, done, customers, emptyClient } = await eraseAtTerminal(app.system, { who: EMAIL.toUpperCase() });
  expect(await marked()).toEqual(KEPT);
  expect(pseudonym).toBe(`erased-user-${user.id}`);
  expect({ customers: customers.sort(), emptyClient }).toEqual({
    customers: ['cus_2', 'cus_marker'],
    emptyClient: user.client.id,
  });
  expect(done).toContainEqual({ what: 'corrections deleted', rows: 1 });
  // Not those to addresses that are somebody else's, or that somebody else has given, too.
  expect(await app.sql('select recipient from mails order by id')).toEqual([
    { recipient: 'Third@home.example' },
    { recipient: 'shared@home.example' },
  ]);

  expect((await app.rest('GET', '/company-detail/list', { as: session })).statusCode).toBe(401);
  expect(await app.sql('select username, amount_cents, user_id from payments')).toEqual([
    { username: pseudonym, amount_cents: 7995, user_id: null },
  ]);
  expect(await app.sql('select username, full_name, company, amount_cents, card_last4 from receipts')).toEqual([
    { username: pseudonym, full_name: pseudonym, company: `Keys of ${pseudonym}`, amount_cents: 7995, card_last4: '' },
  ]);
  expect(await app.sql('select key, state, "join" from payment_attempts order by id')).toEqual([
    { key: 'paid', state: 'paid', join: false },
    { key: 'join', state: 'closed', join: false },
  ]);
  expect(await app.sql('select username, details from log_entries order by id')).toEqual([
    { username: pseudonym, details: 'Signed in from (erased)' },
    { username: pseudonym, details: 'Failed to sign in from (erased): 2 more times' },
    { username: pseudonym, details: '(erased)' },
    { username: SIMILAR, details: `Updated the user ${pseudonym}: changed the username from ${pseudonym}, ended` },
    { username: SIMILAR, details: `Removed ${SIMILAR}, ${pseudonym}` },
    { username: '(system)', details: `Erased ${pseudonym} at the server's terminal` },
  ]);
  expect(await app.sql('select cells from import_rows')).toEqual([{ cells: ['a "b"', `by ${pseudonym}`] }]);
  expect(await app.sql("select id from users where username <> 'third@home.example'")).toEqual([{ id: other.id }]);
});

test('erases the remaining data of a deleted user, once', async () => {
  await app.sql(
    `insert into log_entries (username, details, created_at) values ('gone', 'Signed in from ${IP}', now())`,
  );
  const { pseudonym } = await eraseAtTerminal(app.system, { who: 'Gone' });
  expect(pseudonym).toMatch(/^erased-user-[0-9a-f]{12}$/);
  expect(await app.sql('select details from log_entries where username = ?', [pseudonym])).toEqual([
    { details: 'Signed in from (erased)' },
  ]);
  await expect(eraseAtTerminal(app.system, { who: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(eraseAtTerminal(app.system, { who: '999999' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('refuses the last administrator, and a user whose payment is under way', async () => {
  const { username } = await createUser(app, { roleId: 1, client: await createClient(app) });
  await app.sql('update users set enabled = (username = ?)', [username]);
  await expect(eraseAtTerminal(app.system, { who: username })).rejects.toMatchObject({
    fields: { roleId: ['This is the last administrator.'] },
  });
  const { id } = await createUser(app);
  await app.sql(
    `insert into payment_attempts (key, user_id, username, "join", provider, state, next_look_at, created_at, updated_at)
     values ('charging', ?, 'u', false, 'sandbox', 'charging', now(), now(), now())`,
    [id],
  );
  await expect(eraseAtTerminal(app.system, { who: String(id) })).rejects.toMatchObject({ code: 'CONFLICT' });
  // Also if an administrator is paying for them.
  await app.sql(
    `insert into attempt_users (attempt_id, user_id, username) select id, ?, 'u' from payment_attempts where key = 'charging'`,
    [id],
  );
  await app.sql(`update payment_attempts set user_id = null, for_client = true where key = 'charging'`);
  await expect(eraseAtTerminal(app.system, { who: String(id) })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await app.sql('select username from users where id = ?', [id])).toHaveLength(1);
});

test('an administrator’s payments for a client are theirs, also under an earlier username', async () => {
  const { id } = await createUser(app, { roleId: 1 });
  const add = (key: string, state: string) =>
    app.sql(
      `insert into payment_attempts (key, payer_id, for_client, username, "join", company, provider, state, customer, charge, card, next_look_at, created_at, updated_at)
       values (?, ?, true, 'earlier@keys.example', false, 'Keys', 'stripe live', ?, 'cus_payer', ?, 'pm_payer', now(), now(), now())`,
      [key, id, state, `ch_${key}`],
    );
  await add('for client', 'paid');
  await add('for client now', 'charging');
  await expect(eraseAtTerminal(app.system, { who: String(id) })).rejects.toMatchObject({ code: 'CONFLICT' });
  await app.sql(`update payment_attempts set state = 'paid' where key = 'for client now'`);
  const { pseudonym, customers } = await eraseAtTerminal(app.system, { who: String(id) });
  expect(customers).toEqual(['cus_payer']);
  const left = await app.sql(
    `select username, company, customer, card from payment_attempts where key like 'for client%'`,
  );
  expect(left).toEqual(Array(2).fill({ username: pseudonym, company: '', customer: null, card: null }));
});

const ERASE = `mutation ($id: ID!, $username: String!) {
  eraseUser(input: { id: $id, username: $username }) { pseudonym done { what rows } customers emptyClient } }`;

test('administrators erase a person in the browser, as the terminal does, once the username is typed', async () => {
  const admin = await people.administrator(app);
  await app.sql(`update users set enabled = true where id = ?`, [admin.user?.id]);
  const erase = (id: number | undefined, username: string | undefined, as = admin) =>
    app.graph(ERASE, { id: String(id), username }, as);
  const refusal = async (...[id, username, as]: Parameters<typeof erase>) => {
    const { code, errors } = (await erase(id, username, as)).errors?.[0]?.extensions ?? {};
    return errors ?? code;
  };
  const client = await createClient(app);
  const user = await createUser(app, { client, username: 'leaves@keys.example' });
  const session = await signedIn(app, user);
  await app.sql(
    `insert into corrections (user_id, username, email, make, model, year, comment, created_at)
     values (?, ?, 'home@leaves.example', 'Honda', 'X', 2000, 'Wrong', now())`,
    [user.id, user.username],
  );
  await app.sql(`insert into payments (user_id, username, amount_cents, subscription_end_date, created_at)
    select id, username, 7995, '2030-01-01', now() from users where id = ${user.id}`);

  expect(await refusal(user.id, 'somebody@keys.example')).toEqual({
    username: ['This is not the username of the user who would be erased.'],
  });
  expect(await refusal(user.id, ' ')).toEqual({ username: ['The username field is required.'] });
  expect(await refusal(999_999, user.username)).toBe('NOT_FOUND');
  expect(await refusal(user.id, user.username, await people.locksmith(app))).toBe('FORBIDDEN');
  expect(await refusal(admin.user?.id, admin.user?.username)).toEqual({
    roleId: ['You cannot delete, disable or demote yourself.'],
  });
  expect(await app.sql('select id from users where id in (?, ?)', [user.id, admin.user?.id])).toHaveLength(2);

  const { data, errors } = await erase(user.id, ' Leaves@Keys.example');
  expect(errors).toBeUndefined();
  const pseudonym = `erased-user-${user.id}`;
  expect(data?.eraseUser).toMatchObject({ pseudonym, customers: [], emptyClient: String(client.id) });
  expect(data?.eraseUser.done).toContainEqual({ what: 'corrections deleted', rows: 1 });
  expect((await app.rest('GET', '/company-detail/list', { as: session })).statusCode).toBe(401);
  expect(await app.sql('select username from users where id = ?', [user.id])).toEqual([]);
  expect(await app.sql('select amount_cents from payments where username = ?', [pseudonym])).toHaveLength(1);
  expect(
    await app.sql(`select username, details from log_entries where kind = 'USER_ERASED' and subject_id = ?`, [user.id]),
  ).toEqual([{ username: admin.user?.username, details: `Erased ${pseudonym}` }]);
});
