import { beforeEach, describe, expect, test } from 'vitest';
import { LogKind } from '../../server/logs/logKind';
import { sharedApp, startApp } from '../support/app';
import { createClient, createMake, createModel, createUser, day, PASSWORD } from '../support/factories';
import { people, sharedPerson, signedIn } from '../support/people';
import { act, checkedImport, csv, mendImport } from '../support/sheets';

const app = sharedApp({ config: { sheetsPerHour: 1 } });
const admin = sharedPerson(app, 'administrator');
beforeEach(async () => {
  for (const table of ['log_entries', 'log_counts', 'attempts']) await app.sql(`delete from ${table}`);
});

interface Line {
  kind: LogKind;
  subject: string | null;
}
/** The lines logged since the test began: each kind, and the record as `MODEL 12`. */
const lines = () =>
  app.sql<Line>(`select kind, subject_type || ' ' || subject_id as subject from log_entries order by id`);
const send = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: object, as = admin) => {
  const answer = await app.rest(method, path, { as, body });
  expect(answer.statusCode).toBeLessThan(300);
  return answer.body ? answer.json() : undefined;
};
async function graph(document: string, as = admin) {
  const { data, errors } = await app.graph(document, {}, as);
  expect(errors).toBeUndefined();
  return data;
}
const about = (type: string, { id }: { id: number | string }, ...kinds: string[]) =>
  kinds.map((kind) => ({ kind, subject: `${type} ${id}` }));

describe('each log line has its kind and its record', () => {
  test.each([
    [
      'CLIENT',
      '/clients',
      {
        name: 'A',
        primary_email: 'a@a.example',
        max_user: 1,
        subcription_start_date: day(0),
        subcription_end_date: day(9),
      },
      { name: 'B' },
    ],
    ['MAKE', '/company-detail', { display_name: 'A', full_name: 'A' }, { display_name: 'B' }],
  ])('%s', async (type, path, input, change) => {
    const created = await send('POST', path, input);
    await send(type === 'CLIENT' ? 'PUT' : 'POST', `${path}/${created.id}`, change);
    await send('DELETE', `${path}/${created.id}`);
    expect(await lines()).toEqual(about(type, created, `${type}_CREATED`, `${type}_UPDATED`, `${type}_DELETED`));
  });

  test('USER', async () => {
    const client = await createClient(app);
    const input = { client_id: client.id, username: 'u@u.example', full_name: 'U', role_id: 4 };
    const created = await send('POST', '/users', { ...input, subscription_end_date: day(9) });
    await send('PUT', `/users/${created.id}`, { full_name: 'V' });
    await graph(`mutation { sendPassword(input: { id: ${created.id} }) { id } }`);
    await graph(`mutation { endUserSessions(input: { id: ${created.id} }) { id } }`);
    await send('DELETE', `/users/${created.id}`);
    expect(await lines()).toEqual(
      about('USER', created, 'USER_CREATED', 'USER_UPDATED', 'PASSWORD_SENT', 'SESSION_ENDED', 'USER_DELETED'),
    );
  });

  test('MODEL', async () => {
    const make = await createMake(app);
    const created = await send('POST', '/products', { company_detail_id: make.id, model: 'M', year: 2001 });
    await send('POST', `/products/${created.id}`, { ilco: 'X1' });
    const { model } = (await graph(`{ model(id: ${created.id}) { history { items { id } } } }`)) ?? {};
    const changeId = model.history.items[0].id;
    await graph(`mutation { restoreModel(input: { id: ${created.id}, changeId: ${changeId} }) { id } }`);
    await send('DELETE', `/products/${created.id}`);
    expect(await lines()).toEqual(
      about('MODEL', created, 'MODEL_CREATED', 'MODEL_UPDATED', 'MODEL_RESTORED', 'MODEL_DELETED'),
    );
  });

  test('CORRECTION', async () => {
    const input = { email_id: 'a@a.example', make: 'A', model: 'B', year: 2001, corrections: 'Wrong' };
    const [one, other] = [await send('POST', '/corrections', input), await send('POST', '/corrections', input)];
    await graph(`mutation { applyCorrection(input: { id: ${one.id}, fields: [] }) { id } }`);
    await graph(`mutation { declineCorrection(input: { id: ${other.id}, reason: "No" }) { id } }`);
    expect(await lines()).toEqual([
      ...about('CORRECTION', one, 'CORRECTION_APPLIED'),
      ...about('CORRECTION', other, 'CORRECTION_DECLINED'),
    ]);
  });

  test('IMPORT', async () => {
    const make = await createMake(app, { displayName: 'Erebus' });
    const file = csv([
      ['Make', 'Model', 'Year'],
      [make.displayName, 'Night', 2005],
    ]);
    const [applied, deleted] = [await checkedImport(app, admin, file), await checkedImport(app, admin, file)];
    await act(app, admin, 'applyImport', applied.id);
    await act(app, admin, 'undoImport', applied.id);
    await mendImport(app, admin, deleted.id, { rows: [{ number: 2, cells: [{ column: 1, value: 'Day' }] }] });
    await act(app, admin, 'deleteImport', deleted.id);
    expect(await lines()).toEqual([
      ...about('IMPORT', applied, 'IMPORT_APPLIED', 'IMPORT_UNDONE'),
      ...about('IMPORT', deleted, 'IMPORT_MENDED', 'IMPORT_DELETED'),
    ]);
  });

  test('lines without a record', async () => {
    const user = await createUser(app, { databaseDownloadAllowed: true });
    const signIn = (userPassword: string) =>
      app.rest('POST', '/login', { body: { userEmail: user.username, userPassword } });
    await signIn('wrong');
    const token = String((await signIn(PASSWORD)).cookies.find(({ name }) => name === 'session')?.value);
    const as = { user, token };
    await send('POST', '/password/email', { username: user.username }, {});
    await graph('mutation { endOtherSessions { sessions { id } } }', as);
    await app.rest('GET', '/users', { as });
    await send('GET', '/products/download', undefined, as);
    await send('POST', '/userlogs', { details: 'Signed in from nowhere' }, as);
    const password = {
      current_password: PASSWORD,
      password: 'another long secret',
      password_confirmation: 'another long secret',
    };
    expect((await app.rest('POST', '/password/reset', { as, body: password })).statusCode).toBe(200);
    await send('POST', '/logout', undefined, await signedIn(app, user));
    const kinds = [
      'SIGN_IN_FAILED',
      'SIGN_IN',
      'PASSWORD_REQUESTED',
      'SESSION_ENDED',
      'REFUSED',
      'EXPORT',
      'REPORTED',
      'PASSWORD_CHANGED',
      'SIGN_OUT',
    ];
    expect(await lines()).toEqual(kinds.map((kind) => ({ kind, subject: null })));
  });

  test('counted lines', async () => {
    for (const _ of [1, 2])
      await app.rest('POST', '/login', { body: { userEmail: 'nobody@example.com', userPassword: 'wrong' } });
    expect(await app.sql('select kind from log_counts')).toEqual([{ kind: 'SIGN_IN_FAILED' }]);
  });

  test('a sheet budget that is used up', async () => {
    const [locksmith, make] = [await people.locksmith(app), await createMake(app)];
    for (const _ of [1, 2]) {
      const { id } = await createModel(app, make);
      await app.rest('GET', `/products/${id}`, { as: locksmith });
    }
    await expect.poll(lines).toEqual([{ kind: 'SHEET_BUDGET_REACHED', subject: null }]);
  });
});

describe('the log', () => {
  const read = async (filter: string, args = '') => {
    const { data, errors } = await app.graph(
      `{ logEntries(filter: { ${filter} }${args}) { total items { kind username details subject { type id exists } } } }`,
      {},
      admin,
    );
    return errors?.[0]?.extensions.errors ?? data?.logEntries;
  };
  const write = (username: string, kind: string, at: string, subject: [string, number] | [] = []) =>
    app.sql(
      `insert into log_entries (username, kind, details, created_at, subject_type, subject_id)
       values (?, ?, '', ?::timestamptz, ?, ?)`,
      [username, kind, at, subject[0] ?? null, subject[1] ?? null],
    );
  const names = async (filter: string) => (await read(filter)).items.map((item: { username: string }) => item.username);

  test('can be filtered by kind, by the beginning of the username and by days in UTC, alone or combined', async () => {
    await write('Ann@a.example', 'EXPORT', '2026-03-01T00:00:00Z');
    await write('ann_x@a.example', 'EXPORT', '2026-03-01T23:59:59.999Z');
    await write('annax@a.example', 'SIGN_IN', '2026-03-02T00:00:00Z');
    await write('joanna@a.example', 'SIGN_IN', '2026-03-03T12:00:00Z');
    const all = ['joanna@a.example', 'annax@a.example', 'ann_x@a.example', 'Ann@a.example'];
    expect(await names('')).toEqual(all);
    expect(await names('kind: EXPORT')).toEqual(all.slice(2));
    expect(await names('user: " ANN"')).toEqual(all.slice(1));
    expect(await names('user: "ann_"')).toEqual(['ann_x@a.example']);
    expect(await names('user: "%"')).toEqual([]);
    expect(await names('from: "2026-03-02"')).toEqual(all.slice(0, 2));
    expect(await names('to: "2026-03-01"')).toEqual(all.slice(2));
    expect(await names('from: "2026-03-02", to: "2026-03-02"')).toEqual(['annax@a.example']);
    expect(await names('from: "2026-03-02", to: "2026-03-01"')).toEqual([]);
    expect(await names('kind: SIGN_IN, user: "ann", from: "2026-03-01", to: "2026-03-02"')).toEqual([
      'annax@a.example',
    ]);
    expect(await read('kind: EXPORT', ', limit: 1, sortBy: DETAILS')).toMatchObject({ total: 2, items: [{}] });
    expect(await read(`user: "${'x'.repeat(256)}"`)).toEqual({ user: [expect.stringContaining('255')] });
  });

  test('links to the records that still exist, with one statement', async () => {
    const [make, user] = [await createMake(app), await createUser(app)];
    const model = await createModel(app, make);
    await write('a', 'MAKE_UPDATED', '2026-03-05', ['MAKE', make.id]);
    await write('a', 'MODEL_UPDATED', '2026-03-04', ['MODEL', model.id]);
    await write('a', 'USER_UPDATED', '2026-03-03', ['USER', user.id]);
    await write('a', 'MODEL_DELETED', '2026-03-02', ['MODEL', 99_999]);
    await write('a', 'EXPORT', '2026-03-01');
    app.statements();
    const { items } = await read('');
    expect(items.map(({ subject }: { subject: unknown }) => subject)).toEqual([
      { type: 'MAKE', id: String(make.id), exists: true },
      { type: 'MODEL', id: String(model.id), exists: true },
      { type: 'USER', id: String(user.id), exists: true },
      { type: 'MODEL', id: '99999', exists: false },
      null,
    ]);
    expect(app.statements().filter(({ sql }) => sql.includes('union all'))).toHaveLength(1);
  });

  test('names the users who still exist, with one statement, to administrators only', async () => {
    const [one, other] = [await createUser(app), await createUser(app)];
    for (const user of [one, other, one])
      await app.sql(
        `insert into log_entries (user_id, username, kind, details, created_at) values (?, ?, 'EXPORT', '', now())`,
        [user.id, user.username],
      );
    await write('nobody', 'SIGN_IN_FAILED', '2026-03-01');
    await app.sql('delete from users where id = ?', [other.id]);
    app.statements();
    const fields = 'username user { id username fullName enabled client { name } role { authority } }';
    const { items } = (await graph(`{ logEntries { items { ${fields} } } }`))!.logEntries;
    expect(items).toMatchObject([
      {
        username: one.username,
        user: { id: String(one.id), username: one.username, client: { name: expect.any(String) } },
      },
      { username: other.username, user: null },
      { username: one.username, user: { id: String(one.id) } },
      { username: 'nobody', user: null },
    ]);
    expect(app.statements().filter(({ sql }) => /from "users"/.test(sql))).toHaveLength(1);
    const own = 'mutation { createLogEntry(input: { details: "x" }) { username user { username } } }';
    const answer = await app.graph(own, {}, await people.locksmith(app));
    expect(answer.data?.createLogEntry).toEqual({ username: expect.any(String), user: null });
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  });

  test('keeps its columns on REST', async () => {
    await write('a', 'MAKE_UPDATED', '2026-03-05', ['MAKE', 1]);
    const { data } = (await app.rest('GET', '/userlogs?kind=EXPORT', { as: admin })).json();
    expect(data.map((line: object) => Object.keys(line))).toEqual([
      ['id', 'user', 'details', 'from_client', 'date_created'],
    ]);
  });
});

test('lines older than kinds get their kind from their text', async () => {
  const own = await startApp();
  const texts: [details: string, kind: string, subject?: string][] = [
    ['Signed in from 127.0.0.1', 'SIGN_IN'],
    ['Signed out', 'SIGN_OUT'],
    ['Signed out Firefox on Linux, last used from 127.0.0.1', 'SESSION_ENDED'],
    ['Failed to sign in, as the account is disabled, from 127.0.0.1: 3 more times until 10:00 UTC', 'SIGN_IN_FAILED'],
    [`Gave a@a.example a new password at the server's terminal`, 'PASSWORD_RESET'],
    ['Updated the model Honda CB 500 2004', 'MODEL_UPDATED'],
    ['Imported new.csv (import 7): 1 new models, 0 changed', 'IMPORT_APPLIED', 'IMPORT 7'],
    ['Undid the import of new.csv (import 7): 0 models restored', 'IMPORT_UNDONE', 'IMPORT 7'],
    ['Imported (import 99999999999) (import 8): 1 new models', 'IMPORT_APPLIED', 'IMPORT 8'],
    ['Applied the correction 12 of Honda CB 500 2004\nSILCA: a → b', 'CORRECTION_APPLIED', 'CORRECTION 12'],
    ['$79.95 of $79.95 were given back', 'PAYMENT_REFUNDED'],
    ['Did something', 'OTHER'],
  ];
  // The table before the migration.
  await own.sql('drop index log_entries_kind');
  await own.sql('drop index log_entries_username_key');
  await own.sql('alter table log_entries drop kind, drop subject_type, drop subject_id');
  await own.sql('alter table log_counts drop kind');
  await own.sql(
    `insert into log_counts (key, username, details, count) values ('a', 'a', 'Was refused what is for', 2)`,
  );
  for (const [details] of texts)
    await own.sql(`insert into log_entries (username, details, created_at) values ('a', ?, now())`, [details]);
  await own.sql(
    `insert into log_entries (username, details, created_at, from_client) values ('a', 'Signed out', now(), true)`,
  );
  await own.sql('delete from mikro_orm_migrations where name = ?', ['2026-11-23-01-log-kinds']);
  await own.orm.migrator.up();
  expect(await own.sql('select kind from log_counts')).toEqual([{ kind: 'REFUSED' }]);
  expect(
    await own.sql(`select details, kind, subject_type || ' ' || subject_id as subject from log_entries order by id`),
  ).toEqual([
    ...texts.map(([details, kind, subject]) => ({ details, kind, subject: subject ?? null })),
    { details: 'Signed out', kind: 'REPORTED', subject: null },
  ]);
  await own.close();
});
