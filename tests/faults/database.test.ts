import { readFile, realpath } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { changesOf, cutConnections, isReady, openDatabase, poolOf } from '../../server/database';
import { asAppError } from '../../server/errors';
import { longWork } from '../../server/outside/postgres/connections';
import { PipelinedPool } from '../../server/outside/postgres/pipelinedPool';
import { Reads } from '../../server/outside/postgres/reads';
import { type Person, silent, startApp, type TestApp } from '../support/app';
import { people } from '../support/people';
import { startOwnPostgres } from '../support/postgres';

/* These tests start and kill their own PostgreSQL. FAULTS=full runs the whole drill and prints its measurements. */

const FULL = process.env.FAULTS === 'full';
const RESTARTS = FULL ? 10 : 2;
const TERMINATING_FOR = FULL ? 60_000 : 0;
const LOCKED_FOR = FULL ? 52_000 : 0;
const tell = (...words: unknown[]) => FULL && console.log(...words);

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let app: TestApp;
/** Several administrators, because each may run only four operations at a time. */
let admins: Person[];
/** A connection outside the app. */
let outside: MikroORM;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  outside = openDatabase(postgres.url, silent);
  // The shared test PostgreSQL turns this off. Here, confirmed writes must survive a crash.
  await outside.em.fork().execute('alter role motokey set synchronous_commit = on');
  app = await startApp({ url: postgres.url });
  admins = await Promise.all(Array.from({ length: 5 }, () => people.administrator(app)));
});
afterAll(async () => {
  await app.close();
  await outside.close();
  await postgres.stop();
});

let saves = 0;
const save = (displayName: string) =>
  app.graph(
    'mutation ($input: MakeInput!) { saveMake(input: $input) { id } }',
    { input: { displayName, fullName: displayName } },
    admins[saves++ % admins.length],
  );

/** Keeps saving makes, `writers` at a time, until it is stopped. */
function saving(writers: number) {
  const saved: string[] = [];
  const refusals = new Map<string, number>();
  let last = 0;
  let count = 0;
  let stopped = false;
  const write = async () => {
    while (!stopped) {
      const name = `Fault ${++count}`;
      const { data, errors } = await save(name);
      if (data) {
        saved.push(name);
        last = performance.now();
      } else {
        const code = String(errors?.[0]?.extensions.code);
        refusals.set(code, (refusals.get(code) ?? 0) + 1);
      }
    }
  };
  const writing = Array.from({ length: writers }, write);
  /** Resolves when every writer has the answer to its last save. */
  const stop = async () => {
    stopped = true;
    await Promise.all(writing);
  };
  onTestFinished(stop);
  return {
    saved,
    refusals,
    /** The time of the last successful save, as performance.now(). */
    last: () => last,
    stop,
  };
}

/** Checks that everything answered with success is stored, and that nothing else is left behind. */
async function expectWhole(acknowledged: string[]) {
  const stored = await app.sql<{ name: string }>(`select display_name as name from makes`);
  const names = new Set(stored.map(({ name }) => name));
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
  // The other servers may still be told of the last change.
  await expect.poll(openTransactions).toEqual([]);
  // The pool still has its full size.
  const all = Array.from({ length: 10 }, () => app.orm.em.fork());
  await Promise.all(all.map((em) => em.begin()));
  await Promise.all(all.map((em) => em.rollback()));
}

/** Open transactions of the app, except the one that counts them. */
const openTransactions = () =>
  outside.em.fork().execute(
    `select state, query from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
       and xact_start is not null`,
  );

/** The process id of the running or starting PostgreSQL; undefined if there is none. */
async function postmaster(): Promise<number | undefined> {
  const file = join(await realpath(join(postgres.directory, 'postgres')), 'postmaster.pid');
  return readFile(file, 'utf8').then(
    (text) => Number(text.split('\n')[0]),
    () => undefined,
  );
}

describe('a database that breaks', FULL ? { timeout: 300_000 } : {}, () => {
  test('killed during 20 concurrent saves, is used again without a restart of the server, and no confirmed save is lost', async () => {
    const writers = saving(20);
    await expect.poll(() => writers.saved.length).toBeGreaterThan(20);
    for (let restart = 0; restart < RESTARTS; restart++) {
      const killed = performance.now();
      const old = await postmaster();
      process.kill(Number(old), restart % 2 ? 'SIGINT' : 'SIGQUIT');
      await expect.poll(postmaster, { interval: 20 }).not.toBeOneOf([old, undefined]);
      const started = performance.now();
      await expect.poll(() => writers.last(), { interval: 5 }).toBeGreaterThan(started);
      const times = [started, writers.last()].map((time) => Math.round(time - killed));
      tell(
        `restart ${restart + 1}: another PostgreSQL starts after ${times[0]} ms, a save succeeds after ${times[1]} ms`,
      );
      const before = writers.saved.length;
      await expect.poll(() => writers.saved.length).toBeGreaterThan(before + 20);
    }
    await writers.stop();
    tell(`${writers.saved.length} saved, refused:`, writers.refusals);
    expect([...writers.refusals.keys()]).toEqual(['SERVICE_UNAVAILABLE']);
    await expectWhole(writers.saved);
  });

  test('connections terminated at random are replaced', async () => {
    const writers = saving(20);
    const began = performance.now();
    const waits: number[] = [];
    while (waits.length < 12 || performance.now() - began < TERMINATING_FOR) {
      const before = writers.saved.length;
      const terminated = performance.now();
      await outside.em.fork().execute(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
           where datname = current_database() and usename = current_user and pid <> pg_backend_pid() order by random() limit 2) victims`,
      );
      await expect.poll(() => writers.saved.length, { interval: 5 }).toBeGreaterThan(before + 5);
      waits.push(Math.round(performance.now() - terminated));
    }
    tell(`${waits.length} terminations of two; six more saves each time after at most ${Math.max(...waits)} ms`);
    await writers.stop();
    tell(`${writers.saved.length} saved, refused:`, writers.refusals);
    expect([...writers.refusals.keys()]).toEqual(['SERVICE_UNAVAILABLE']);
    await expectWhole(writers.saved);
  });

  test('a lock that is never released ends the waiting calls and transactions; later calls work at once', async () => {
    const holder = outside.em.fork();
    await holder.begin();
    await holder.execute('set local idle_in_transaction_session_timeout = 0');
    await holder.execute('set local transaction_timeout = 0');
    await holder.execute('lock table makes in exclusive mode');
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => save(`Locked ${i}`)));
    tell(`8 saves were answered after ${Math.round(performance.now() - began)} ms`);
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code).sort();
    expect(codes).toEqual(Array(8).fill('CONFLICT'));
    expect(await openTransactions()).toEqual([expect.objectContaining({ state: 'idle in transaction' })]);

    // Saves are refused as long as the lock is held.
    const writers = LOCKED_FOR ? saving(12) : undefined;
    while (performance.now() - began < LOCKED_FOR) await holder.execute('select pg_sleep(1)');
    await holder.rollback();
    await writers?.stop();
    const freed = performance.now();
    const after = await Promise.all(Array.from({ length: 12 }, (_, i) => save(`Freed ${i}`)));
    tell(`12 saves took ${Math.round(performance.now() - freed)} ms after the lock was gone`);
    expect(after.flatMap(({ errors }) => errors ?? [])).toEqual([]);
    await expectWhole(Array.from({ length: 12 }, (_, i) => `Freed ${i}`));
  });
});

describe('time limits', () => {
  const settings = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];
  const limits = async () => {
    const list = settings.map((name) => `'${name}'`).join(', ');
    const rows = await app.orm.em
      .fork()
      .execute<{ name: string; seconds: number }[]>(
        `select name, setting::int / 1000 as seconds from pg_settings where name in (${list})`,
      );
    return Object.fromEntries(rows.map(({ name, seconds }) => [name, seconds]));
  };

  test('PostgreSQL’s limits are below the app’s, and higher during long work, on the same connections', async () => {
    const usual = await limits();
    expect(Object.keys(usual).toSorted()).toEqual(settings.toSorted());
    for (const seconds of Object.values(usual)) {
      expect(seconds).toBeGreaterThan(3);
      expect(seconds).toBeLessThan(20);
    }
    const long = await longWork(limits);
    for (const name of settings) expect(long[name]).toBeGreaterThanOrEqual(600);
    expect(await limits()).toEqual(usual);
  });

  test('prepared statements have theirs, from the first one on', async () => {
    const pool = new PipelinedPool(postgres.url, { log: silent, slowAfter: Number.POSITIVE_INFINITY });
    const text = `select to_json(array(select setting from pg_settings
      where name in ('lock_timeout', 'plan_cache_mode', 'statement_timeout', 'TimeZone') order by lower(name)))`;
    expect(await pool.value({ name: 'settings', text }, [])).toEqual(['1000', 'force_generic_plan', '2000', 'UTC']);
    await pool.close();
  });

  test('sessions and the health paths do not wait behind searches, nor for the pool', async () => {
    const reads = new Reads(postgres.url, {
      changes: changesOf(outside),
      watch: { log: silent, slowAfter: Number.POSITIVE_INFINITY },
    });
    const search = { name: 'a search', text: `select to_json(pg_sleep($1)::text)` };
    const searches = Array.from({ length: 40 }, () => reads.value(search, [1]).catch(() => null));
    const held = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const em = outside.em.fork();
        await em.begin();
        return em;
      }),
    );
    let areDone = false;
    void Promise.race(searches).then(() => {
      areDone = true;
    });
    expect(await isReady(outside, reads)).toBe(true);
    expect(areDone).toBe(false);
    await Promise.all(held.map((em) => em.rollback()));
    await reads.close();
    await Promise.all(searches);
  });

  const sleep = 'select pg_sleep(60)';
  test.each([
    ['a statement', 'statement_timeout', sleep, 'SERVICE_UNAVAILABLE'],
    ['a transaction', 'transaction_timeout', sleep, 'SERVICE_UNAVAILABLE'],
    ['a wait for a lock', 'lock_timeout', `select pg_advisory_lock(1838, 1)`, 'CONFLICT'],
  ])('%s that takes too long is reported', async (_what, setting, statement, code) => {
    const holder = outside.em.fork();
    await holder.begin();
    await holder.execute('select pg_advisory_xact_lock(1838, 1)');
    const failed = app.orm.em.fork().transactional(async (em) => {
      // Needed for transaction_timeout, which cannot be changed later in a transaction.
      await em.execute(`set local ${setting} = 0`);
      await em.execute(`set local ${setting} = '50ms'`);
      await em.execute(statement);
    });
    expect(asAppError(await failed.catch((error) => error)).code).toBe(code);
    await holder.rollback();
  });

  test.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
    'a machine that is gone (%s) is reported',
    (code) => {
      const cause = Object.assign(new Error('connect'), { code });
      expect(asAppError(new Error('The driver failed', { cause })).code).toBe('SERVICE_UNAVAILABLE');
    },
  );

  test('an abandoned transaction is ended, and its next statement and commit fail', async () => {
    const forgotten = app.orm.em.fork();
    await forgotten.begin();
    await forgotten.execute(`set local idle_in_transaction_session_timeout = '50ms'`);
    await expect.poll(openTransactions).toEqual([]);
    const codeOf = async (act: () => Promise<unknown>) => asAppError(await act().catch((error) => error)).code;
    expect(await codeOf(() => forgotten.execute('select 1'))).toBe('SERVICE_UNAVAILABLE');
    expect(await codeOf(() => forgotten.commit())).toBe('SERVICE_UNAVAILABLE');
    await expectWhole([]);
  });

  test('a call that PostgreSQL does not answer is reported, and its connection closed', async () => {
    const em = app.orm.em.fork();
    await em.begin();
    const [{ pid }] = await em.execute<[{ pid: number }]>('select pg_backend_pid() as pid');
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failed = em.execute('select 1').catch((error) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    process.kill(pid, 'SIGCONT');
    expect(asAppError(await failed).code).toBe('SERVICE_UNAVAILABLE');
    await expect.poll(openTransactions).toEqual([]);
  });

  test('a stopping server ends operations that wait for a lock, and starts no new ones', async () => {
    const holder = outside.em.fork();
    await holder.begin();
    await holder.execute('lock table makes in exclusive mode');
    const orm = openDatabase(postgres.url, silent);
    let pid = 0;
    const lock = () =>
      orm.em.fork().transactional(async (em) => {
        [{ pid }] = await em.execute<[{ pid: number }]>('select pg_backend_pid() as pid');
        await em.execute('lock table makes in exclusive mode');
      });
    const waiting = lock().catch((error) => error);
    const waits = () => outside.em.fork().execute('select from pg_locks where pid = ? and not granted', [pid]);
    await expect.poll(waits).toHaveLength(1);
    cutConnections(orm);
    expect(asAppError(await waiting).code).toBe('SERVICE_UNAVAILABLE');
    expect(asAppError(await lock().catch((error) => error)).code).toBe('SERVICE_UNAVAILABLE');
    await holder.rollback();
    await orm.close();
    await expect.poll(openTransactions).toEqual([]);
  });

  test('closing the database does not wait for an abandoned transaction', async () => {
    const orm = openDatabase(postgres.url, silent);
    await orm.em.fork().begin();
    await orm.close();
    await expect.poll(openTransactions).toEqual([]);
  });
});

describe('health', () => {
  test('without a connection the server is not ready at once and not live after a minute, and recovers by itself', async () => {
    const { port: behind } = new URL(postgres.url);
    const gate = createServer((socket) => {
      const onward = connect(Number(behind), '127.0.0.1');
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        from.on('error', () => to.destroy()).pipe(to);
        ways.add(from);
      }
    });
    const ways = new Set<Socket>();
    const open = (port: number) => new Promise<void>((done) => void gate.listen(port, '127.0.0.1', done));
    const shut = () => {
      gate.close();
      for (const way of ways) way.destroy();
    };
    await open(0);
    const { port } = gate.address() as AddressInfo;
    const orm = openDatabase(postgres.url.replace(`:${behind}/`, `:${port}/`), silent);
    const server = await createApp(readConfig({}), { orm, outside: app.outside, log: silent });
    onTestFinished(async () => {
      vi.useRealTimers();
      shut();
      await server.close();
      await orm.close();
    });
    const health = async () => {
      const answers = ['/healthz', '/readyz'].map((url) => server.inject(url));
      return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await health()).toEqual([200, 200]);

    shut();
    await expect.poll(health).toEqual([200, 503]);
    // A request must have failed to connect again.
    await expect.poll(async () => (await health()) && poolOf(orm).failingSince).toBeDefined();
    vi.setSystemTime(Date.now() + 50_000);
    expect(await health()).toEqual([200, 503]);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await health()).toEqual([503, 503]);

    await open(port);
    await expect.poll(health).toEqual([200, 200]);
  });
});
