import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database';
import { silent, startApp, type TestApp } from '../support/app';
import { startOwnPostgres } from '../support/postgres';

/*
 * A separate PostgreSQL runs out of lock space, which writes need and reads do not. The error is of class 53, like that
 * of a full disk, and any user can cause it on any machine.
 */

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let app: TestApp;
let hog: MikroORM;
const lines: { level: number; msg: string; code?: string }[] = [];
beforeAll(async () => {
  postgres = await startOwnPostgres();
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  app = await startApp({ url: postgres.url, log });
  hog = openDatabase(postgres.url, silent);
});
afterAll(async () => {
  await app?.close();
  await hog?.close();
  await postgres?.stop();
});

describe('a PostgreSQL that cannot write', () => {
  test('is logged and reported by /readyz, until it can write again', async () => {
    const login = () => app.rest('POST', '/login', { body: { userEmail: 'a@b.example', userPassword: 'x' } });
    const graph = () => app.graph('mutation { login(input: { username: "a@b.example", password: "x" }) { id } }');
    const ready = async () => {
      const response = await app.app.inject('/readyz');
      return [response.statusCode, response.json()];
    };
    expect((await login()).statusCode).toBe(401);
    expect(await ready()).toEqual([200, { status: 'ok' }]);

    // Session locks stay when the statement that took them fails.
    await expect(
      hog.em.fork().execute('select pg_advisory_lock(n) from generate_series(1, 1000000) n'),
    ).rejects.toThrow('out of shared memory');
    expect((await login()).statusCode).toBe(503);
    expect((await graph()).errors?.[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
    const reason = 'PostgreSQL is short of resources (53200)';
    expect(await ready()).toEqual([503, { status: 'unavailable', reason }]);
    expect(await ready()).toEqual([503, { status: 'unavailable', reason }]);
    // Logged once, however many statements fail, so the log does not fill the disk further.
    expect(lines.filter(({ level }) => level >= 50)).toEqual([
      expect.objectContaining({ level: 50, code: '53200', msg: expect.stringContaining('short of resources') }),
    ]);

    // PostgreSQL releases the locks when the connection's process ends, shortly after.
    await hog.close();
    await expect.poll(ready).toEqual([200, { status: 'ok' }]);
    expect((await login()).statusCode).toBe(401);
  });
});
