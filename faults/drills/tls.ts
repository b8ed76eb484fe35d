/** PostgreSQL that accepts only TLS. */
import { startServer } from '../../bench/server.ts';
import { type Drill, underTraffic } from '../drill.ts';
import { makeCertificates } from '../engines/certificates.ts';
import { atOwnSite, findApart, pace, startServers } from '../engines/ownSite.ts';
import { locate, Workplace } from '../engines/programs.ts';
import { type Certificates, makePostgres } from '../postgres.ts';
import type { Site } from '../site.ts';

/** How a start on `url` is refused. */
async function refusal(site: Site, url: string): Promise<string> {
  const started = await startServer(site.life, { url }).catch((error: Error) => error.message);
  if (typeof started === 'string') return started;
  await started.end('SIGKILL');
  return 'it started';
}

export const tlsOnly: Drill = {
  name: 'tls',
  title: 'PostgreSQL and a replica for reads that accept only TLS',
  runs: 1,
  limit: 5,
  hasOwnSite: true,
  async run({ site: { life } }) {
    const programs = locate('openssl');
    if (typeof programs === 'string') return { recovery: [], problems: [], skipped: programs };
    let other: Certificates | undefined;
    return atOwnSite(
      life,
      (own) => {
        const place = new Workplace(own);
        other = makeCertificates(programs.openssl, place.root, 'another');
        return makePostgres(own, makeCertificates(programs.openssl, place.root, 'ours'));
      },
      async (ground) => {
        const { site } = ground;
        const name = new URL(site.database.url).pathname.slice(1);
        const wrong: string[] = [];
        const url = new URL(site.urlThroughGate);
        const plain = Object.assign(new URL(url), { search: '' }).href;
        const stranger = Object.assign(new URL(url), { search: `sslmode=verify-full&sslrootcert=${other?.authority}` });
        for (const [what, address, words] of [
          ['without TLS', plain, /accepts only TLS: add \?sslmode=verify-full/],
          ['with another authority', stranger.href, /sslrootcert/],
        ] as const) {
          const said = await refusal(site, address);
          if (!words.test(said)) wrong.push(`a start ${what}: ${said}`);
        }
        const replica = await site.primary.replicate();
        await startServers(site, { DATABASE_READ_URL: replica.url(name), ANSWER_CACHE_MB: '0' });
        const outcome = await underTraffic(ground, async (traffic, { recovery, problems }) => {
          problems.push(...(await findApart(site)));
          const open = await site.sql<{ name: string; plain: number }>(
            `select application_name as name, count(*) filter (where not ssl)::int as plain
             from pg_stat_activity join pg_stat_ssl using (pid) where usename is not null and backend_type = 'client backend' and pid <> pg_backend_pid()
             group by 1`,
          );
          if (open.some(({ plain }) => plain > 0) || !open.some(({ name }) => name === 'motokey changes'))
            problems.push(`the connections are ${JSON.stringify(open)}`);
          const [read] = await replica.sql<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity join pg_stat_ssl using (pid) where ssl and application_name = 'motokey pipelined'`,
          );
          if (!read?.count) problems.push('the servers do not read from the replica');
          await site.primary.stop('SIGQUIT');
          await site.primary.start();
          recovery.push(await traffic.recovered(performance.now()));
        });
        outcome.problems.push(...wrong);
        return { ...outcome, note: await pace(site) };
      },
    );
  },
};
