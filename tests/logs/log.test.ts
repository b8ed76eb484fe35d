import { beforeEach, describe, expect, test } from 'vitest';
import { failedSignIn } from '../../server/accounts/signIn/admission';
import { readConfig } from '../../server/config';
import { FairShare } from '../../server/gate/fairShare';
import { TooManyAttempts } from '../../server/gate/throttle/throttle';
import { logCounts, sweepLog } from '../../server/logs/log.operations';
import { sharedApp } from '../support/app';
import { createClient, createUser, day, PASSWORD } from '../support/factories';
import { people } from '../support/people';

const app = sharedApp();
beforeEach(async () => {
  for (const table of ['log_entries', 'log_counts', 'attempts']) await app.sql(`delete from ${table}`);
});

const lines = () => app.sql('select username, user_id, details from log_entries order by id');
/** As if 15 minutes had passed. */
async function later() {
  await app.sql(`update log_counts set started_at = started_at - interval '16 minutes'`);
  await logCounts(app.system);
}
async function post(path: string, payload: object, remoteAddress: string) {
  const { statusCode, body } = await app.app.inject({ method: 'POST', url: `/api${path}`, payload, remoteAddress });
  return [statusCode, body];
}
const signIn = (userEmail: string, userPassword: string, from = '203.0.113.7') =>
  post('/login', { userEmail, userPassword }, from);

describe('a failed sign-in', () => {
  test('is logged once, with one more line for all others within 15 minutes, including throttled ones', async () => {
    const { username } = await createUser(app);
    for (let count = 0; count < 8; count++) await signIn(` ${username.toUpperCase()} `, 'wrong');
    const first = {
      username: username.toUpperCase(),
      user_id: null,
      details: 'Failed to sign in from 203.0.113.7',
    };
    expect(await lines()).toEqual([first]);
    await logCounts(app.system);
    expect(await lines()).toEqual([first]);
    await later();
    expect(await lines()).toEqual([
      first,
      {
        ...first,
        details: expect.stringMatching(/^Failed to sign in from 203\.0\.113\.7: 7 more times until \d\d:\d\d UTC$/),
      },
    ]);
    await later();
    expect(await lines()).toHaveLength(2);
    await signIn(username, 'wrong', '2001:db8::1');
    await signIn(username, 'wrong', '2001:db8::2');
    expect((await lines()).slice(2)).toEqual([
      { ...first, username, details: 'Failed to sign in from 2001:db8:0:0::/64' },
    ]);
  });

  test('has the same answer and the same statements whether or not the user exists', async () => {
    const { username } = await createUser(app);
    const tries = [];
    for (const name of [username, 'nobody@example.com']) {
      app.statements();
      const answer = await signIn(name, 'wrong');
      tries.push({ answer, statements: app.statements().map(({ sql }) => sql) });
    }
    expect(tries[0]).toEqual(tries[1]);
    expect(tries[0]?.answer[0]).toBe(401);
  });

  test('is logged as such if the password was right', async () => {
    const disabled = await createUser(app, { enabled: false });
    const ended = await createUser(app, { subscriptionEndDate: day(-1) });
    await signIn(disabled.username, PASSWORD);
    await signIn(ended.username, PASSWORD);
    expect((await lines()).map(({ details }) => details)).toEqual([
      'Failed to sign in (account disabled) from 203.0.113.7',
      'Failed to sign in (subscription ended) from 203.0.113.7',
    ]);
  });

  test('is not logged if the server was too busy', async () => {
    const busy = new FairShare({ each: 1, waiting: 0, timeoutMs: 1 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const first = busy.run('somebody', () => held);
    const refusal = await busy.run('somebody', async () => {}).catch((error: unknown) => error);
    release();
    await first;
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(failedSignIn(refusal)).toBeUndefined();
    expect(failedSignIn(new TooManyAttempts(60))).toBe('Failed to sign in');
  });

  test('under a thousand names does not flood the log or its counts', async () => {
    await app.sql(`insert into log_counts (key, username, details, count)
      select n, n, 'Failed to sign in from 198.51.100.1', 1 from generate_series(1, 200) n`);
    for (let count = 0; count < 5; count++) await signIn(`guess${count}@example.com`, 'wrong');
    expect(await lines()).toEqual([
      { username: '(many)', user_id: null, details: 'Failed to sign in from many addresses or under many names' },
    ]);
    expect(await app.sql('select count(*)::int from log_counts')).toEqual([{ count: 201 }]);
    // A username that is already counted stays counted separately.
    await app.sql(`insert into log_counts (key, username, details, count)
      values ('Failed to sign in from 203.0.113.7: known@example.com', 'known@example.com', '', 1)`);
    await signIn('known@example.com', 'wrong');
    expect(await app.sql(`select count from log_counts where username = 'known@example.com'`)).toEqual([{ count: 2 }]);
  });

  test('under many names from one network does not hide those of other networks or of signed-in users', async () => {
    for (let count = 0; count < 22; count++) await signIn(`guess${count}@example.com`, 'wrong', '198.51.100.1');
    await app.sql('delete from log_entries');
    const locksmith = await people.locksmith(app);
    await signIn('victim@example.com', 'wrong');
    await app.graph('{ users { total } }', {}, locksmith);
    expect((await lines()).map(({ username }) => username)).toEqual(['victim@example.com', locksmith.user?.username]);
    expect(await app.sql(`select count from log_counts where username = '(many)'`)).toEqual([{ count: 2 }]);
  });
});

test('a requested password mail is logged, whether or not the user exists, and counted beyond its limit', async () => {
  const { username } = await createUser(app);
  for (const name of [username, 'nobody@example.com']) {
    for (let count = 0; count < 7; count++) await post('/password/email', { username: name }, '203.0.113.8');
  }
  await later();
  const asked = (username: string) => [
    { username, user_id: null, details: 'Asked for a temporary password from 203.0.113.8' },
    { username, user_id: null, details: expect.stringMatching(/from 203\.0\.113\.8: 6 more times until/) },
  ];
  const all = await lines();
  expect(all.filter((line) => line.username === username)).toEqual(asked(username));
  expect(all.filter((line) => line.username !== username)).toEqual(asked('nobody@example.com'));
});

test('refusals because of the role are logged with the user, once in 15 minutes, with their number', async () => {
  const locksmith = await people.locksmith(app);
  for (let count = 0; count < 3; count++) await app.rest('GET', '/users', { as: locksmith });
  await app.graph('{ logEntries { total } }', {}, locksmith);
  await app.rest('GET', '/products/download', { as: locksmith });
  await later();
  const by = { username: locksmith.user?.username, user_id: locksmith.user?.id };
  expect(await lines()).toEqual([
    { ...by, details: 'Was refused an operation for administrators, from 127.0.0.1' },
    { ...by, details: 'Was refused an operation for users with the download flag, from 127.0.0.1' },
    {
      ...by,
      details: expect.stringMatching(
        /^Was refused an operation for administrators, from 127\.0\.0\.1: 3 more times until/,
      ),
    },
  ]);
});

describe('a change of rights', () => {
  test('of a user is logged with the old and the new values', async () => {
    const admin = await people.administrator(app);
    const user = await createUser(app, { subscriptionEndDate: '2030-01-31' });
    const save = 'mutation ($input: UserInput!) { saveUser(input: $input) { id } }';
    const changes = {
      fullName: 'Another Name',
      roleId: '1',
      databaseDownloadAllowed: true,
      accountExpired: true,
      subscriptionEndDate: '2031-01-31',
    };
    await app.graph(save, { input: { id: String(user.id), ...changes } }, admin);
    await app.graph(save, { input: { id: String(user.id), enabled: false } }, admin);
    await app.graph(save, { input: { id: String(user.id), fullName: 'A Third Name' } }, admin);
    expect((await lines()).map(({ details }) => details)).toEqual([
      `Updated the user ${user.username}: role ROLE_USER → ROLE_ADMIN, account expired no → yes, database download no → yes, expiration date 2030-01-31 → 2031-01-31`,
      `Updated the user ${user.username}: enabled yes → no`,
      `Updated the user ${user.username}`,
    ]);
  });

  test('of a client is logged with the old and the new values', async () => {
    const admin = await people.administrator(app);
    const client = await createClient(app, { name: 'Corner Keys', subscriptionEndDate: '2030-01-31' });
    const save = 'mutation ($input: ClientInput!) { saveClient(input: $input) { id } }';
    const changes = { maxUsers: 12, accountExpired: true, subscriptionEndDate: '2031-01-31' };
    await app.graph(save, { input: { id: String(client.id), ...changes } }, admin);
    expect((await lines()).map(({ details }) => details)).toEqual([
      'Updated the client Corner Keys: max users 10 → 12, account expired no → yes, subscription end 2030-01-31 → 2031-01-31',
    ]);
  });
});

test('the log is kept for LOG_RETENTION_DAYS, by default three years', async () => {
  expect(readConfig({}).logRetentionDays).toBe(1095);
  expect(readConfig({ LOG_RETENTION_DAYS: '30' }).logRetentionDays).toBe(30);
  expect(() => readConfig({ LOG_RETENTION_DAYS: 'ever' })).toThrow('LOG_RETENTION_DAYS');
  await app.sql(`insert into log_entries (username, details, created_at)
    select 'a@example.com', 'Signed in', now() - n % 60 * interval '1 day' from generate_series(0, 11999) n`);
  expect(await sweepLog(app.system, { days: 0 })).toBe(0);
  expect(await sweepLog(app.system, { days: 30 })).toBe(6_000);
  expect(await sweepLog(app.system, { days: 30 })).toBe(0);
  expect(await app.sql('select count(*)::int from log_entries')).toEqual([{ count: 6_000 }]);
});

test('pages of the log by cursors have each line once, although others are added between them', async () => {
  const admin = await people.administrator(app);
  const add = (count: number) =>
    app.sql(
      `insert into log_entries (username, details, created_at) select 'u', 'Line', now() from generate_series(1, ${count})`,
    );
  await add(5);
  const page = async (after: string | null, sortBy = 'CREATED_AT') =>
    app.graph<any>(
      `query ($after: String) { logEntries(limit: 2, sortBy: ${sortBy}, after: $after) { next total items { id } } }`,
      { after },
      admin,
    );
  const ids = (await app.sql('select id from log_entries order by id desc')).map(({ id }) => String(id));
  const found: string[] = [];
  let after: string | null = null;
  do {
    const { data } = await page(after);
    found.push(...data.logEntries.items.map(({ id }: { id: string }) => id));
    after = data.logEntries.next;
    await add(3);
    expect((await page(null)).data.logEntries.total).toBe(data.logEntries.total + 3);
  } while (after);
  expect(found).toEqual(ids);

  const { next } = (await page(null)).data.logEntries;
  const refused = async (cursor: string, sortBy?: string) =>
    (await page(cursor, sortBy)).errors?.[0]?.extensions.errors;
  expect(await refused(next, 'USER')).toEqual({ after: ['A cursor is for a list that is sorted by time.'] });
  expect(await refused('x')).toEqual({ after: ['This is no cursor of a list.'] });
  const ofAccesses = Buffer.from('1 opened-1-1').toString('base64url');
  expect(await refused(ofAccesses)).toEqual({ after: ['This is a cursor of another list.'] });
  // By other orders there are pages only.
  expect((await page(null, 'USER')).data.logEntries.next).toBeNull();
});
