/** PgBouncer between the servers and PostgreSQL. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startServer } from '../../bench/server.ts';
import { type Drill, underTraffic } from '../drill.ts';
import { atOwnSite, findApart, pace, startServers } from '../engines/ownSite.ts';
import { PgBouncer } from '../engines/pgbouncer.ts';
import { locate } from '../engines/programs.ts';
import { makePostgres } from '../postgres.ts';
import type { Traffic } from '../traffic.ts';

/** Every kind of call. */
const ALL: Parameters<Traffic['recovered']>[1] = ['lookUp', 'edit', 'create', 'invite', 'signIn', 'pay'];

/** What two connections through a pooler do not have: each is something that the servers rely on. */
async function missingThrough(url: string): Promise<string[]> {
  const [one, other] = [0, 1].map(() => new pg.Client({ connectionString: url })) as [pg.Client, pg.Client];
  const missing: string[] = [];
  const heard: string[] = [];
  one.on('notification', ({ payload = '' }) => heard.push(payload));
  for (const client of [one, other]) {
    client.on('error', () => {});
    await client.connect();
  }
  /** Takes the session that `one` has just used, if it is free. */
  const taken = () => other.query('begin').then(() => other.query('select 1'));
  await one.query('listen drill');
  await one.query(`set statement_timeout = '7s'`);
  await one.query('select pg_advisory_lock(7)');
  const prepared = { name: 'drill', text: 'select $1::int as one' };
  await one.query({ ...prepared, values: [1] });
  await taken();
  const [timeout] = (await one.query<{ statement_timeout: string }>('show statement_timeout')).rows;
  if (timeout?.statement_timeout !== '7s') missing.push('settings');
  await one.query({ ...prepared, values: [1] }).catch(() => missing.push('prepared statements'));
  const locks = await one.query(`select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`);
  if (locks.rowCount === 0) missing.push('locks of a session');
  await other.query('commit');
  await other.query(`select pg_notify('drill', 'heard')`);
  await wait(300);
  await one.query('select 1');
  if (heard.length === 0) missing.push('LISTEN');
  for (const client of [one, other]) await client.end();
  return missing;
}

export const pooled: Drill = {
  name: 'pooler',
  title: 'PgBouncer in session mode, killed and started; in transaction mode a start is refused',
  runs: 2,
  limit: 5,
  hasOwnSite: true,
  async run({ site: { life } }, runs) {
    const programs = locate('pgbouncer');
    if (typeof programs === 'string') return { recovery: [], problems: [], skipped: programs };
    return atOwnSite(life, makePostgres, async (ground) => {
      const { site } = ground;
      const wrong: string[] = [];
      const name = new URL(site.database.url).pathname.slice(1);
      const transactions = await PgBouncer.open(site.life, programs.pgbouncer, site.primary, 'transaction');
      const pooledUrl = site.primary.url(name, transactions.port);
      const missing = await missingThrough(pooledUrl);
      const said = await startServer(site.life, { url: pooledUrl }).then(
        async (target) => {
          await target.end('SIGKILL');
          return 'it started';
        },
        (error: Error) => error.message,
      );
      if (!said.includes('a pooler in transaction mode')) wrong.push(`a start in transaction mode: ${said}`);
      await transactions.kill();

      const sessions = await PgBouncer.open(site.life, programs.pgbouncer, site.primary, 'session');
      site.gate.to = sessions.port;
      const lacking = await missingThrough(site.primary.url(name, sessions.port));
      if (lacking.length > 0) wrong.push(`in session mode there are no ${lacking.join(', ')}`);
      await startServers(site, { ANSWER_CACHE_MB: '0' });
      const outcome = await underTraffic(
        ground,
        async (traffic, { recovery, problems }) => {
          for (let run = 0; run < runs; run++) {
            await sessions.kill();
            await wait(1_000);
            await sessions.start();
            recovery.push(await traffic.recovered(performance.now()));
          }
          problems.push(...(await findApart(site)));
        },
        ALL,
      );
      outcome.problems.push(...wrong);
      const through = await pace(site);
      site.gate.to = site.primary.port;
      site.gate.cut();
      const note = `in transaction mode there are no ${missing.join(', ')}; in session mode: ${through}; without PgBouncer: ${await pace(site)}`;
      return { ...outcome, note };
    });
  },
};
