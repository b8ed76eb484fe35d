import { get } from 'node:http';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TokenScope } from '../../server/accounts/tokenScope';
import { openDatabase } from '../../server/database';
import { FairShare } from '../../server/gate/fairShare';
import { sharedApp, silent, type TestApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson, signedIn, withToken } from '../support/people';

/** Lets every runnable task run. */
const settled = () => new Promise(setImmediate);

/** Tasks that run until the test ends them. */
function tasks(share: FairShare) {
  const started: string[] = [];
  const end = new Map<string, () => void>();
  const run = (caller: string, name: string, signal?: AbortSignal) =>
    share.run(
      caller,
      () => {
        started.push(name);
        return new Promise<void>((resolve) => end.set(name, resolve));
      },
      signal && { gone: () => signal },
    );
  /** Ends tasks one after the other. */
  const finish = async (...names: string[]) => {
    for (const name of names) {
      await settled();
      end.get(name)?.();
    }
    await settled();
  };
  return { started, run, finish };
}

describe('FairShare', () => {
  test('runs a limited number of tasks per caller, and queues the rest in order', async () => {
    const { started, run, finish } = tasks(new FairShare({ each: 2, waiting: 10, timeoutMs: 60_000 }));
    const all = ['a', 'b', 'c', 'd'].map((name) => run('member', name));
    await settled();
    expect(started).toEqual(['a', 'b']);
    const other = run('administrator', 'e');
    await settled();
    expect(started).toEqual(['a', 'b', 'e']);
    await finish('b');
    expect(started).toEqual(['a', 'b', 'e', 'c']);
    await finish('a', 'c', 'd', 'e');
    await Promise.all([...all, other]);
  });

  test('gives free places to the waiting callers in turn', async () => {
    const { started, run, finish } = tasks(new FairShare({ each: 2, total: 2, waiting: 10, timeoutMs: 60_000 }));
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => run('greedy', name));
    all.push(run('modest', 'x'), run('modest', 'y'));
    await finish('a');
    expect(started).toEqual(['a', 'b', 'x']);
    await finish('b', 'x', 'c', 'y', 'd', 'e');
    expect(started).toEqual(['a', 'b', 'x', 'c', 'y', 'd', 'e']);
    await Promise.all(all);
  });

  test('refuses tasks when the queue is full, and tasks that waited too long', async () => {
    const { started, run, finish } = tasks(new FairShare({ each: 1, waiting: 1, timeoutMs: 20 }));
    const first = run('member', 'a');
    const refused = { code: 'TOO_MANY_REQUESTS', retryAfter: 5 };
    const second = expect(run('member', 'b')).rejects.toMatchObject(refused);
    await expect(run('member', 'c')).rejects.toMatchObject(refused);
    await second;
    await finish('a');
    await first;
    const third = run('member', 'd');
    await settled();
    expect(started).toEqual(['a', 'd']);
    await finish('d');
    await third;
  });

  test('an aborted task leaves the queue', async () => {
    const { started, run, finish } = tasks(new FairShare({ each: 1, waiting: 1, timeoutMs: 60_000 }));
    const first = run('member', 'a');
    const leaving = new AbortController();
    const second = run('member', 'b', leaving.signal);
    leaving.abort();
    await expect(second).rejects.toThrow('cancelled');
    await expect(run('member', 'c', leaving.signal)).rejects.toThrow('cancelled');
    const third = run('member', 'd');
    await finish('a', 'd');
    await Promise.all([first, third]);
    expect(started).toEqual(['a', 'd']);
  });

  test('a failed task frees its place', async () => {
    const share = new FairShare({ each: 1, waiting: 1, timeoutMs: 60_000 });
    await expect(share.run('member', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await share.run('member', async () => 'ran')).toBe('ran');
  });
});

describe('blocked operations', () => {
  const app = sharedApp();
  /** A connection outside the app's pool. */
  let outside: MikroORM;
  const member = sharedPerson(app, 'locksmith');
  const administrator = sharedPerson(app, 'administrator');
  beforeAll(async () => {
    outside = openDatabase(Object.assign(new URL(inject('postgresUrl')), { pathname: app.database }).href, silent);
    const make = await createMake(app);
    await createModel(app, make);
    await app.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => outside.close());

  /** Locks `table` while `run` runs, so that reading it waits. */
  const whileLocked = (table: string, run: () => Promise<void>) =>
    outside.em.fork().transactional(async (em) => {
      await em.execute(`lock table ${table} in access exclusive mode`);
      await run();
    });
  /** How many connections have waited for a lock for so long. Prepared statements begin again each second (pipelinedPool.ts). */
  const blocked = async (since = '0 ms') => {
    const [row] = await outside.em.fork().execute<{ n: number }[]>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query_start < clock_timestamp() - ?::interval`,
      [since],
    );
    return row?.n;
  };
  const aliases = (field: string) => `{ ${Array.from({ length: 15 }, (_, n) => `a${n}: ${field}`).join(' ')} }`;
  const operations = aliases('mySessions { current }');

  test('of one member never use up the places of an administrator', async () => {
    const sessions = [member, await signedIn(app, member.user!), await signedIn(app, member.user!)];
    // The server keeps the callers from here on, so they need not be read while the table is locked.
    for (const session of [...sessions, administrator]) await app.graph('{ me { id } }', {}, session);
    let asked: Promise<unknown>[] = [];
    await whileLocked('sessions', async () => {
      asked = sessions.flatMap((session) => [app.graph(operations, {}, session), app.graph(operations, {}, session)]);
      await expect.poll(() => blocked()).toBe(4);
      const answer = await app.graph('{ makeOptions { id } clients { total } }', {}, administrator);
      expect(answer.errors).toBeUndefined();
      expect((await app.rest('GET', '/users', { as: administrator })).statusCode).toBe(200);
      expect(await blocked()).toBe(4);
    });
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject({ data: { a14: [{ current: true }, {}, {}] } });
  });

  test('of a user’s sessions and tokens are one share, and users leave places for others', async () => {
    const members = [member, await people.locksmith(app), await people.locksmith(app)];
    const token = await withToken(app, member.user!, { scopes: [TokenScope.LOOKUP], confirmedAt: new Date() });
    const callers = [token, ...members];
    const notes = aliases('companyNotes(modelId: 1) { id }');
    for (const caller of callers) expect((await app.graph(notes, {}, caller)).errors).toBeUndefined();
    let asked: Promise<unknown>[] = [];
    await whileLocked('company_notes', async () => {
      asked = [token, member].map((caller) => app.graph(notes, {}, caller));
      await expect.poll(() => blocked()).toBe(4);
      asked.push(...members.slice(1).map((caller) => app.graph(notes, {}, caller)));
      await expect.poll(() => blocked()).toBe(8);
      expect(
        (await app.rest('POST', '/login', { body: { userEmail: 'a@b.com', userPassword: 'wrong' } })).statusCode,
      ).toBe(401);
      expect(await blocked()).toBe(8);
    });
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ data: { a14: [] } });
  });

  test('among the lookups of one member hold up nobody else', async () => {
    const values = aliases('lookupValues(makeId: 1, mode: YEAR)');
    let asked: Promise<unknown>[] = [];
    await whileLocked('model_years', async () => {
      asked = Array.from({ length: 6 }, () => app.graph(values, {}, member));
      // Until then, statements wait behind the blocked ones (STALLED_AFTER in pipelinedPool.ts).
      await expect.poll(() => blocked('100 ms')).toBeGreaterThan(0);
      for (let n = 0; n < 2; n++) {
        const answer = await app.graph('{ makeOptions { id } clients { total } }', {}, administrator);
        expect(answer.errors).toBeUndefined();
      }
      await expect.poll(() => blocked()).toBeGreaterThan(0);
    });
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ data: { a14: ['2007'] } });
  });

  test('of one member that read models for their corrections hold up nobody else', async () => {
    const make = 'mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id } }';
    const [row] = await app.sql(
      'select display_name as make, name as model, year from models m join makes k on k.id = make_id',
    );
    const input = { email: 'a@example.com', comment: 'Wrong', ...row };
    expect((await app.graph(make, { input }, member)).errors).toBeUndefined();
    const targets = aliases('myCorrections { items { target { ilco } } }');
    let asked: Promise<unknown>[] = [];
    await whileLocked('models', async () => {
      asked = [app.graph(targets, {}, member), app.graph(targets, {}, member)];
      await expect.poll(() => blocked()).toBeGreaterThan(0);
      for (let n = 0; n < 2; n++) expect((await app.rest('GET', '/users', { as: administrator })).statusCode).toBe(200);
      await expect.poll(() => blocked()).toBeGreaterThan(0);
    });
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject({ data: { a14: { items: [{ target: { ilco: '' } }] } } });
  });

  test('of visitors leave places for signed-in users', async () => {
    let asked: Promise<{ statusCode: number }>[] = [];
    await whileLocked('attempts', async () => {
      asked = Array.from({ length: 30 }, (_, n) =>
        app.app.inject({
          method: 'POST',
          url: '/api/login',
          remoteAddress: `192.0.2.${n + 1}`,
          payload: { userEmail: 'nobody@example.com', userPassword: 'wrong' },
        }),
      );
      await expect.poll(() => blocked()).toBe(6);
      expect((await app.rest('GET', '/users', { as: administrator })).statusCode).toBe(200);
      expect(await blocked()).toBe(6);
    });
    for (const answer of await Promise.all(asked)) expect([401, 429]).toContain(answer.statusCode);
  });

  test('of one member beyond the queue limit are refused, on REST with Retry-After', async () => {
    let asked: ReturnType<TestApp['rest']>[] = [];
    await whileLocked('payments', async () => {
      const ask = () => app.rest('GET', '/payment-history', { as: member });
      asked = Array.from({ length: 105 }, ask);
      const first = await Promise.race(asked);
      expect([first.statusCode, first.headers['retry-after']]).toEqual([429, '5']);
      const graph = await app.graph('{ myCorrections { total } }', {}, member);
      expect(graph.errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 5 });
    });
    await Promise.all(asked);
  });

  test('a closed request leaves the queue', async () => {
    const { port } = app.app.server.address() as { port: number };
    const connections = () =>
      new Promise((resolve) => app.app.server.getConnections((_error, count) => resolve(count)));
    const send = () =>
      get({
        port,
        path: `/graphql?query=${encodeURIComponent(operations)}`,
        headers: { cookie: `session=${member.token}` },
        agent: false,
      }).on('error', () => {});
    await app.graph('{ me { id } }', {}, member);
    await whileLocked('sessions', async () => {
      app.statements();
      const sent = [send(), send(), send()];
      await expect.poll(() => blocked()).toBe(4);
      for (const request of sent) request.destroy();
      await expect.poll(connections).toBe(0);
    });
    expect((await app.graph('{ mySessions { id } }', {}, member)).errors).toBeUndefined();
    expect(app.statements().filter(({ sql }) => /^select .* from "sessions"/.test(sql))).toHaveLength(5);
  });
});
