import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import { createUser, PASSWORD } from '../support/factories';
import { startOwnPostgres } from '../support/postgres';

/* PostgreSQL writes the text of a failed statement to its log. These tests start their own server to read that log. */

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let app: TestApp;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  app = await startApp({ url: postgres.url });
  await app.sql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'No room'; end $$`,
  );
});
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

/** What PostgreSQL logs while `act` fails with 500. */
async function logged(act: () => Promise<{ statusCode: number }>) {
  const path = join(postgres.directory, 'postgres/server.log');
  const before = (await readFile(path, 'utf8')).length;
  expect((await act()).statusCode).toBe(500);
  return (await readFile(path, 'utf8')).slice(before);
}
/** The same, with statements of this kind on `table` made to fail. */
async function refused(when: 'insert' | 'update', table: string, act: () => Promise<{ statusCode: number }>) {
  await app.sql(`create trigger refuse before ${when} on ${table} for each row execute function refuse()`);
  const log = await logged(act);
  await app.sql(`drop trigger refuse on ${table}`);
  return log;
}
const post = (path: string, payload: object, token?: string) =>
  app.app.inject({ method: 'POST', url: `/api${path}`, payload, headers: token ? { cookie: `session=${token}` } : {} });
const signIn = async (username: string) => {
  const answer = await post('/login', { userEmail: username, userPassword: PASSWORD });
  return String(answer.cookies[0]?.value);
};
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

describe('PostgreSQL’s log of a failed statement', () => {
  test('contains no temporary password and no hash of one', async () => {
    const { username } = await createUser(app);
    const mail = await refused('insert', 'mails', () => post('/password/email', { username }));
    expect(mail).toMatch(/STATEMENT: {2}insert into "mails"/);
    expect(mail).not.toMatch(/Temporary password: \w/);
    const hash = await refused('update', 'users', () => post('/password/email', { username }));
    expect(hash).toMatch(/STATEMENT: {2}update users set temporary_password_hash/);
    expect(hash).not.toContain('$argon2id');
  });

  test('contains no hash of a chosen password', async () => {
    const { username } = await createUser(app);
    const passwords = {
      current_password: PASSWORD,
      password: 'fourteen horses',
      password_confirmation: 'fourteen horses',
    };
    const token = await signIn(username);
    const log = await refused('update', 'users', () => post('/password/reset', passwords, token));
    expect(log).toMatch(/STATEMENT: {2}update users set password_hash/);
    expect(log).not.toContain('$argon2id');
  });

  test('contains no hash of a session token', async () => {
    const { username } = await createUser(app);
    const credentials = { userEmail: username, userPassword: PASSWORD };
    const opening = await refused('insert', 'sessions', () => post('/login', credentials));
    expect(opening).toMatch(/STATEMENT: {2}insert into "sessions"/);
    expect(opening).not.toMatch(/[0-9a-f]{64}/);
    const token = await signIn(username);
    await app.sql('alter table clients rename to gone');
    const reading = await logged(() => post('/logout', {}, token));
    await app.sql('alter table gone rename to clients');
    expect(reading).toMatch(/STATEMENT: {2}select [^;]* from sessions/);
    expect(reading).not.toContain(hashOf(token));
  });
});
