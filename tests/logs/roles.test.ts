import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../server/config';
import { createSystemContext } from '../../server/context';
import { migrate, openDatabase } from '../../server/database';
import { logCounts, sweepLog } from '../../server/logs/log.operations';
import { openMailer } from '../../server/outside/mail';
import { schedule } from '../../server/process/schedule';
import { silent, startApp, type TestApp } from '../support/app';
import { createUser, PASSWORD } from '../support/factories';
import { people } from '../support/people';
import { startOwnPostgres } from '../support/postgres';

/* The SQL of docs/operations.md, "Who may change the log". It runs on a separate PostgreSQL, because it creates roles. */

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let owner: MikroORM;
let app: TestApp;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  const { directory } = postgres;
  await appendFile(join(directory, 'postgres/pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  const pid = await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8');
  process.kill(Number(pid.split('\n')[0]), 'SIGHUP');
  const urlOf = (username: string, database: string) =>
    Object.assign(new URL(postgres.url), { username, password: '', pathname: database }).href;

  const section = (await readFile('docs/operations.md', 'utf8')).split('## Who may change the log')[1] ?? '';
  const [roles = '', rights = ''] = [...section.matchAll(/```sql\n([^`]+)```/g)].map(([, sql]) => sql);
  const run = async (database: MikroORM, sql: string) => {
    for (const statement of sql.split(';').filter((one) => one.trim())) await database.em.fork().execute(statement);
  };
  const superuser = openDatabase(urlOf('postgres', 'postgres'), silent);
  await vi.waitFor(() => superuser.em.fork().execute('select 1'), { timeout: 20_000 });
  await superuser.em.fork().execute('drop database motokey'); // the embedded one's own
  await run(superuser, roles);
  await superuser.close();
  owner = openDatabase(urlOf('motokey_owner', 'motokey'), silent);
  await migrate(owner);
  await run(owner, rights);

  app = await startApp({ url: urlOf('motokey_app', 'motokey') });
});
afterAll(async () => {
  await app.close();
  await owner.close();
  await postgres.stop();
});

const lines = () => app.sql('select user_id, username, details from log_entries order by id');

test('the server works with a role that may only read the log and add to it', async () => {
  expect((await app.app.inject('/readyz')).json()).toMatchObject({ status: 'ok' });
  const [admin, locksmith] = [await createUser(app, { roleId: 1 }), await createUser(app)];
  const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object, token = '') => {
    const answer = await app.app.inject({
      method,
      url: `/api${url}`,
      payload,
      headers: { cookie: `session=${token}` },
    });
    return { status: answer.statusCode, token: String(answer.cookies[0]?.value) };
  };
  const signIn = ({ username }: { username: string }, userPassword = PASSWORD) =>
    call('POST', '/login', { userEmail: username, userPassword });
  for (let count = 0; count < 3; count++) expect((await signIn(locksmith, 'wrong')).status).toBe(401);
  expect((await signIn(locksmith)).status).toBe(200);
  const { token } = await signIn(admin);
  expect((await call('PUT', `/users/${locksmith.id}`, { enabled: false }, token)).status).toBe(200);
  expect((await call('POST', '/company-detail', { display_name: 'Honda', full_name: 'Honda' }, token)).status).toBe(
    201,
  );
  // The lines keep the username. The foreign key sets their user_id to null with the rights of the table's owner.
  expect((await call('DELETE', `/users/${locksmith.id}`, {}, token)).status).toBe(204);
  await app.sql(`update log_counts set started_at = started_at - interval '16 minutes'`);
  await logCounts(app.system);
  expect(await lines()).toEqual([
    { user_id: null, username: locksmith.username, details: 'Failed to sign in from 127.0.0.1' },
    { user_id: null, username: locksmith.username, details: 'Signed in from 127.0.0.1' },
    { user_id: admin.id, username: admin.username, details: 'Signed in from 127.0.0.1' },
    {
      user_id: admin.id,
      username: admin.username,
      details: `Updated the user ${locksmith.username}: enabled yes → no`,
    },
    { user_id: admin.id, username: admin.username, details: 'Created the make Honda' },
    { user_id: admin.id, username: admin.username, details: `Deleted the user ${locksmith.username}` },
    { user_id: null, username: locksmith.username, details: expect.stringContaining('2 more times') },
  ]);
});

test.each([
  `update log_entries set details = 'Nothing'`,
  'delete from log_entries',
  'truncate log_entries',
  'drop table log_entries',
  'alter table log_entries disable trigger all',
  'grant delete on log_entries to motokey_app',
  'delete from mikro_orm_migrations',
])('its role may not %s', async (statement) => {
  const before = await lines();
  // PostgreSQL only warns about a GRANT by a role that may not grant, so the statement need not fail.
  await app.sql(statement).catch((error) => expect(error.message).toMatch(/permission denied|must be owner/));
  await expect(app.sql('delete from log_entries')).rejects.toThrow('permission denied');
  expect(await lines()).toEqual(before);
});

test('nobody is erased in the browser, and the administrator is told why', async () => {
  const admin = await people.administrator(app);
  const { id, username } = await createUser(app);
  const { errors } = await app.graph(
    'mutation ($id: ID!, $username: String!) { eraseUser(input: { id: $id, username: $username }) { pseudonym } }',
    { id: String(id), username },
    admin,
  );
  expect(errors?.[0]).toMatchObject({
    message: 'On this installation, only the owner of the database may change the log: erase the user at the terminal.',
    extensions: { code: 'CONFLICT' },
  });
  expect(await app.sql('select username from users where id = ?', [id])).toEqual([{ username }]);
});

test('the server does its background work, and only leaves the log to the owner', async () => {
  const mailer = openMailer(readConfig({ DATA_DIR: app.dataDir }));
  const work = schedule(app.system, mailer, { logRetentionDays: 30 });
  const { signal } = new AbortController();
  for (const { name, run } of work) await expect(run(signal), name).resolves.not.toThrow();
});

test('the owner can sweep the log', async () => {
  await app.sql(
    `insert into log_entries (username, details, created_at) values ('a', 'Long ago', now() - interval '40 days')`,
  );
  await expect(sweepLog(app.system, { days: 30 })).rejects.toMatchObject({ code: '42501' });
  expect(await sweepLog(createSystemContext(owner, app.system), { days: 30 })).toBe(1);
});
