import { rm } from 'node:fs/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../server/app';
import { readConfig } from '../server/config';
import { migrate, openDatabase } from '../server/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/outside/embedded-postgres';
import { diskImageStore } from '../server/outside/imageStore';
import { sandboxCards } from '../server/outside/sandbox';
import { silent } from './support/app';
import { directoryForPostgres } from './support/databases';

/*
 * A separate PostgreSQL that runs out of lock space, which every write needs and reading does not. Like a full disk, that
 * is an error of class 53, but any user can cause it on any machine.
 */

let dataDir: string;
let postgres: EmbeddedPostgres;
let orm: MikroORM;
let hog: MikroORM;
const lines: { level: number; msg: string; code?: string }[] = [];
beforeAll(async () => {
  dataDir = await directoryForPostgres('shortage');
  postgres = await startEmbeddedPostgres(dataDir, { throwaway: true });
  orm = openDatabase(postgres.url, silent);
  await migrate(orm);
  hog = openDatabase(postgres.url, silent);
});
afterAll(async () => {
  await orm?.close();
  await hog?.close();
  await postgres?.stop();
  await rm(dataDir, { recursive: true });
});

describe('a PostgreSQL without room to write', () => {
  test('is logged, told by /readyz, and forgotten once it has room again', async () => {
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const outside = {
      images: diskImageStore(dataDir),
      cards: sandboxCards(),
      locate: () => ({ country: null, city: null }),
    };
    const app = await createApp(readConfig({ DATA_DIR: dataDir }), { orm, outside, log });
    const login = () =>
      app.inject({ method: 'POST', url: '/api/login', payload: { userEmail: 'a@b.example', userPassword: 'x' } });
    const graph = () =>
      app.inject({
        method: 'POST',
        url: '/graphql',
        payload: { query: 'mutation { login(username: "a@b.example", password: "x") { id } }' },
      });
    const ready = async () => {
      const response = await app.inject('/readyz');
      return [response.statusCode, response.json()];
    };
    expect((await login()).statusCode).toBe(401);
    expect(await ready()).toEqual([200, { status: 'ok' }]);

    // Session locks stay when the statement that took them fails.
    await expect(
      hog.em.fork().execute('select pg_advisory_lock(n) from generate_series(1, 1000000) n'),
    ).rejects.toThrow('out of shared memory');
    expect((await login()).statusCode).toBe(503);
    expect((await graph()).json().errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE');
    const reason = 'PostgreSQL is short of resources (53200)';
    expect(await ready()).toEqual([503, { status: 'unavailable', reason }]);
    expect(await ready()).toEqual([503, { status: 'unavailable', reason }]);
    // Logged once, however many statements fail, so that the log does not fill the disk further.
    expect(lines.filter(({ level }) => level >= 50)).toEqual([
      expect.objectContaining({ level: 50, code: '53200', msg: expect.stringContaining('short of resources') }),
    ]);

    // Its locks are released with its process, which ends a moment later.
    await hog.close();
    await expect.poll(ready).toEqual([200, { status: 'ok' }]);
    expect((await login()).statusCode).toBe(401);
    await app.close();
  });
});
