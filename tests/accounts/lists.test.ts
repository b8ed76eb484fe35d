import { expect, test } from 'vitest';
import { type Person, sharedApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { sharedPerson } from '../support/people';

const app = sharedApp();
const ann = sharedPerson(app, 'administrator');
const bob = sharedPerson(app, 'administrator');

async function save(input: object, as = ann) {
  const answer = await app.graph(
    'mutation ($input: SaveListViewInput!) { saveListView(input: $input) { id name search shared own username } }',
    { input: { list: 'MODELS', search: 'missing=blank', shared: false, ...input } },
    as,
  );
  return answer.data?.saveListView ?? answer.errors?.[0]?.extensions.errors;
}
const names = async (as: Person, list = 'MODELS') =>
  (
    await app.graph('query ($list: ListName!) { listViews(list: $list) { name search own } }', { list }, as)
  ).data?.listViews.map(({ name, search, own }: any) => [name, search, own]);
const remove = async (id: string, as: Person) =>
  (await app.graph('mutation ($id: ID!) { deleteListView(input: { id: $id }) { name } }', { id }, as)).errors?.[0]
    ?.extensions.code;

test('views are one’s own unless shared, and only their owner replaces or deletes them', async () => {
  const own = await save({ name: 'No blank' });
  expect(own).toMatchObject({ name: 'No blank', own: true, username: ann.user?.username });
  const shared = await save({ name: ' For all ', search: 'sample=yes', shared: true });
  await save({ name: 'Elsewhere', list: 'USERS' });
  expect(await names(ann)).toEqual([
    ['For all', 'sample=yes', true],
    ['No blank', 'missing=blank', true],
  ]);
  expect(await names(bob)).toEqual([['For all', 'sample=yes', false]]);

  await save({ name: 'FOR ALL', search: 'sample=no' }, bob);
  expect(await names(bob)).toEqual([
    ['For all', 'sample=yes', false],
    ['FOR ALL', 'sample=no', true],
  ]);
  expect(await save({ name: 'no BLANK', search: 'make=53' })).toMatchObject({ id: own.id, search: 'make=53' });
  expect([await remove(shared.id, bob), await remove(own.id, bob)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  expect([await remove(shared.id, ann), await remove(shared.id, ann)]).toEqual([undefined, 'NOT_FOUND']);
  expect(await names(ann)).toEqual([['no BLANK', 'make=53', true]]);
  await app.sql(`delete from users where id = ${bob.user?.id}`);
  expect(await app.sql(`select name from list_views order by name`)).toEqual([
    { name: 'Elsewhere' },
    { name: 'no BLANK' },
  ]);
});

test('refuses views without a name, and more than fifty of a list', async () => {
  expect(await save({ name: ' ' })).toEqual({ name: ['The name field is required.'] });
  expect(await save({ name: 'x', search: 'x'.repeat(2001) })).toHaveProperty('search');
  await app.sql(`insert into list_views (user_id, list, name, search, shared)
    select ${ann.user?.id}, 'logs', 'view ' || n, '', false from generate_series(1, 50) n`);
  expect(await save({ list: 'LOGS', name: 'one more' })).toHaveProperty('name');
  expect(await save({ list: 'LOGS', name: 'View 7', search: 'kind=export' })).toMatchObject({ search: 'kind=export' });
});

test('keeps fifty views of a list, however many are saved at once', async () => {
  await app.sql(`delete from list_views where user_id = ${ann.user?.id}`);
  const saves = Array.from({ length: 60 }, (_, n) => save({ list: 'LOGS', name: `view ${n}` }));
  const refused = (await Promise.all(saves)).filter((saved) => !('id' in saved));
  expect(refused).toHaveLength(10);
  expect(await names(ann, 'LOGS')).toHaveLength(50);
});

test('users and clients are filtered by what their lists show, corrections and payments by day', async () => {
  const closed = await createClient(app, {
    name: 'Été Keys',
    subscriptionStartDate: '2020-01-01',
    accountExpired: true,
    subscriptionEndDate: '2020-05-31',
  });
  const open = await createClient(app, { name: 'Open 50%', primaryEmail: 'open@keys.example' });
  const user = await createUser(app, {
    client: closed,
    username: 'one@keys.example',
    enabled: false,
    subscriptionEndDate: '2020-06-01',
  });
  await createUser(app, { client: open, username: 'two@keys.example', accountExpired: true });
  const total = async (query: string) => Object.values((await app.graph(`{ ${query} }`, {}, ann)).data ?? {})[0];
  const list = (name: string, field: string) => async (filter: string) =>
    ((await total(`${name}(filter: { ${filter} }) { items { ${field} } }`)) as any).items.map(
      (item: any) => item[field],
    );
  const clients = list('clients', 'name');
  expect(await clients('search: "ÉTÉ"')).toEqual(['Été Keys']);
  expect(await clients('search: "open@KEYS"')).toEqual(['Open 50%']);
  expect(await clients('search: "0%", expired: false')).toEqual(['Open 50%']);
  expect(await clients('expired: true')).toEqual(['Été Keys']);
  expect(await clients('endsFrom: "2020-05-31", endsTo: "2020-05-31"')).toEqual(['Été Keys']);
  expect(await clients('endsTo: "2020-05-30"')).toEqual([]);
  const users = list('users', 'username');
  expect(await users('search: "keys.example", enabled: false')).toEqual(['one@keys.example']);
  expect(await users('expired: true, roleId: 4')).toEqual(['two@keys.example', 'one@keys.example']);
  expect(await users('expired: true, roleId: 1')).toEqual([]);
  expect(await users('endsTo: "2020-06-01"')).toEqual(['one@keys.example']);

  await app.sql(`insert into corrections (username, email, make, model, year, comment, created_at)
    select 'x', 'x@y.example', 'Honda', 'M' || n, 2000, 'c', ('2020-05-0' || n || 'T23:59:59Z')::timestamptz from generate_series(1, 3) n`);
  expect(await list('corrections', 'model')('from: "2020-05-02", to: "2020-05-02"')).toEqual(['M2']);
  expect(await list('corrections', 'model')('from: "2020-05-02", state: APPLIED')).toEqual([]);
  await app.sql(`insert into payments (user_id, username, client_id, amount_cents, subscription_end_date, created_at)
    select ${user.id}, 'x', ${closed.id}, 7995 + n, '2020-01-01', ('2020-05-0' || n || 'T00:00:00Z')::timestamptz from generate_series(1, 3) n`);
  const payments = (await total(
    `user(id: ${user.id}) { payments(filter: { from: "2020-05-02", to: "2020-05-02" }) { items { amountCents } } }`,
  )) as any;
  expect(payments.payments.items).toEqual([{ amountCents: 7997 }]);
});

test('filters users by creation date, payments by payer and state, and the log by record', async () => {
  const { id, username } = await createUser(app, { username: 'Élan@keys.example' });
  await app.sql(`update users set created_at = '2019-05-05T23:59:59Z' where id = ?`, [id]);
  const list = async (name: string, filter: string, field: string) => {
    const { data, errors } = await app.graph(
      `{ ${name}(dir: ASC, filter: { ${filter} }) { total items { ${field} } } }`,
      {},
      ann,
    );
    expect(errors).toBeUndefined();
    expect(data?.[name].total).toBe(data?.[name].items.length);
    return data?.[name].items.map((item: Record<string, unknown>) => item[field]);
  };
  expect(await list('users', 'createdFrom: "2019-05-05", createdTo: "2019-05-05"', 'username')).toEqual([username]);
  expect(await list('users', 'createdTo: "2019-05-04"', 'username')).toEqual([]);

  await app.sql(
    `insert into payments (user_id, username, amount_cents, subscription_end_date, refunded_cents, disputed, created_at)
     select ?::int, ?, n, '2020-01-01', case n when 2 then 1 else 0 end, n = 3, '2019-05-05' from generate_series(1, 4) n`,
    [id, username],
  );
  const payments = (args: string) => list('payments', `to: "2019-12-31"${args}`, 'amountCents');
  expect(await payments('')).toEqual([1, 2, 3, 4]);
  expect(await payments(', user: "ÉLAN"')).toEqual([1, 2, 3, 4]);
  expect(await payments(', user: "lan"')).toEqual([]);
  expect(await payments(', state: REFUNDED')).toEqual([2]);
  expect(await payments(', state: DISPUTED, from: "2019-05-05"')).toEqual([3]);
  expect(await payments(', state: DISPUTED, from: "2019-05-06"')).toEqual([]);
  const { data } = await app.graph(
    `{ user(id: ${id}) { payments(filter: { state: DISPUTED }) { items { amountCents userId username } } } }`,
    {},
    ann,
  );
  expect(data?.user.payments.items).toEqual([{ amountCents: 3, userId: String(id), username }]);

  await app.sql(
    `insert into log_entries (username, kind, details, subject_type, subject_id, created_at)
     select 'x', 'OTHER', type || id, type, id, now() from unnest(array['MAKE', 'CLIENT']) type, unnest(array[900001, 900002]) id`,
  );
  expect(await list('logEntries', 'subjectType: MAKE, subjectId: 900001', 'details')).toEqual(['MAKE900001']);
  expect((await list('logEntries', 'subjectType: MAKE', 'details')).sort()).toEqual(['MAKE900001', 'MAKE900002']);
});

/**
 * Rows of each list, a few of which match the list's filters. Clients and users are more: of fewer, PostgreSQL would read all
 * rather than use the index of a search.
 */
const MANY = {
  clients: `insert into clients (name, primary_email, max_users, account_expired, subscription_start_date, subscription_end_date, description, created_at, updated_at)
    select left(md5(n::text), 12), left(md5(n::text), 12) || '@k.de', 1, n % 5000 = 0, '2020-01-01', current_date + 1 + n % 3000, repeat(md5(n::text), 12), now(), now() from generate_series(1, 50000) n`,
  users: `insert into users (username, full_name, password_hash, client_id, role_id, enabled, account_expired, subscription_end_date, created_at, updated_at)
    select left(md5(n::text), 12) || '@k.de', left(md5((-n)::text), 12), repeat(md5(n::text), 3), (select max(id) from clients) - n % 40000, case n % 5000 when 1 then 1 else 4 end,
      n % 5000 > 0, n % 5000 = 2, current_date + 1 + n % 3000, now() - n * interval '1 hour', now() from generate_series(1, 50000) n`,
  corrections: `insert into corrections (username, email, make, model, year, comment, state, created_at)
    select 'x', 'x', 'x', 'x', 2000, repeat(md5(n::text), 9), case n % 5000 when 0 then 'open' else 'applied' end, now() - n * interval '1 hour' from generate_series(1, 20000) n`,
  feedbacks: `insert into feedbacks (username, email, comment, state, created_at)
    select 'x', 'x', repeat(md5(n::text), 9), case n % 5000 when 0 then 'open' else 'closed' end, now() - n * interval '1 hour' from generate_series(1, 20000) n`,
  log_entries: `insert into log_entries (username, kind, details, subject_type, subject_id, created_at)
    select md5((n % 9000)::text), case n % 5000 when 0 then 'EXPORT' else 'SIGN_IN' end, repeat(md5(n::text), 9), 'USER', n % 9000, now() - n * interval '1 hour' from generate_series(1, 20000) n`,
  payments: `insert into payments (username, amount_cents, subscription_end_date, refunded_cents, disputed, created_at)
    select md5((n % 9000)::text), 7995, '2030-01-01', case n % 5000 when 0 then 1 else 0 end, n % 5000 = 1, now() - n * interval '1 hour' from generate_series(1, 20000) n`,
};
/** Matches no row: if a match were a bound of the column's histogram, PostgreSQL would expect a hundredth of all rows. */
const NAME = 'zwieback';
const ENDS = `endsFrom: "${day(900)}", endsTo: "${day(901)}"`;
const A_WEEK = `from: "${day(-107)}", to: "${day(-100)}"`;

/** The plans by which the list's query reads the table. */
async function plansOf(table: string, query: string) {
  app.statements();
  expect((await app.graph(`{ ${query} }`, {}, ann)).errors).toBeUndefined();
  const read = app.statements().filter(({ sql }) => sql.includes(`from "${table}"`));
  const plans = read.map(({ sql, params }) => app.sql(`explain ${sql}`, params));
  return (await Promise.all(plans)).map((plan) => plan.map((row) => row['QUERY PLAN']).join('\n'));
}

test.each([
  ['clients', 'clients', [`search: "${NAME}"`, 'expired: true', ENDS]],
  [
    'users',
    'users',
    [
      ...[`search: "${NAME}"`, 'clientId: 7', 'roleId: 1', 'enabled: false', 'expired: true'],
      ...[ENDS, `createdFrom: "${day(-107)}", createdTo: "${day(-100)}"`],
    ],
  ],
  ['corrections', 'corrections', ['state: OPEN', A_WEEK]],
  ['feedbacks', 'feedbacks', ['state: OPEN', A_WEEK]],
  [
    'log_entries',
    'logEntries',
    ['kind: EXPORT', `user: "${NAME}"`, 'subjectType: USER, subjectId: 7', 'subjectType: IMPORT', A_WEEK],
  ],
  ['payments', 'payments', [`user: "${NAME}"`, 'state: REFUNDED', 'state: DISPUTED', A_WEEK]],
] as const)('with many %s, their filters and the log’s orders use indexes', async (table, name, filters) => {
  await app.sql(MANY[table]);
  await app.sql(`analyze ${table}`);
  for (const filter of filters) {
    const plans = await plansOf(table, `${name}(filter: { ${filter} }) { items { id } total }`);
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan, filter).not.toMatch(new RegExp(`Seq Scan on "?${table}`));
  }
  if (table !== 'log_entries') return;
  for (const order of ['USER', 'DETAILS', 'CREATED_AT'].flatMap((by) => [`${by}, dir: ASC`, `${by}, dir: DESC`])) {
    const plans = await plansOf(table, `logEntries(sortBy: ${order}) { items { id } }`);
    const plan = plans.find((one) => one.startsWith('Limit'));
    expect(plan, order).toMatch(/Index Scan/);
    expect(plan, order).not.toMatch(/Seq Scan/);
  }
});
