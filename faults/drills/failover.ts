/** A failover that nobody directs: Patroni and etcd promote, HAProxy leads to the leader. */
import { setTimeout as wait } from 'node:timers/promises';
import { get, graph } from '../caller.ts';
import { type Drill, underTraffic } from '../drill.ts';
import { atOwnSite, findApart, startServers } from '../engines/ownSite.ts';
import { PatroniCluster } from '../engines/patroni.ts';
import { locate } from '../engines/programs.ts';
import type { Site } from '../site.ts';
import { until } from '../until.ts';

const SAVE = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }';
/** Saves that the replica does not get. */
const UNREPLICATED = 20;

/** Kills the leader; resolves with it when the other one leads. */
async function killLeader(cluster: PatroniCluster) {
  const leader = await cluster.leader();
  await leader.kill();
  return leader;
}

/** Starts the old leader again; resolves when it follows the new one. */
async function rejoin(cluster: PatroniCluster, node: PatroniCluster['nodes'][number]): Promise<void> {
  node.start();
  await until(
    async () => (await cluster.sql(`select 1 from pg_stat_replication where state = 'streaming'`)).length > 0,
  );
}

/**
 * Without synchronous mode, kills the leader just after saves that its replica has not received. Returns how many were
 * acknowledged and lost, after checking that both servers forget them, too.
 */
async function loseUnreplicated(site: Site<PatroniCluster>, problems: string[]): Promise<string> {
  const { primary: cluster } = site;
  await cluster.commitOnReplica(false);
  const [person] = await site.administrators(1);
  const urls = site.servers.map(({ url }) => url ?? '');
  const id = '640';
  const save = (tips: string) => graph(urls[0] ?? '', SAVE, { input: { id, tips } }, person);
  await save('replicated');
  await until(
    async () =>
      (await cluster.sql('select 1 from pg_stat_replication where replay_lsn >= pg_current_wal_lsn()')).length > 0,
  );
  (await cluster.leader()).silence();
  let acknowledged = 0;
  for (let n = 1; n <= UNREPLICATED; n++) if ((await save(`unreplicated ${n}`)).status === 200) acknowledged++;
  const shown = (url: string) => get(url, `/api/products/${id}`, person);
  await Promise.all(urls.map(shown));
  const old = await killLeader(cluster);
  const stored = async () => (await site.sql<{ tips: string }>('select tips from models where id = $1', [id]))[0]?.tips;
  await until(() =>
    stored().then(
      () => true,
      () => false,
    ),
  );
  const tips = await stored();
  const lost = acknowledged - Number(/unreplicated (\d+)/.exec(tips ?? '')?.[1] ?? 0);
  for (const url of urls) {
    await until(async () => (await shown(url)).data.tips === tips, 10_000).catch(() =>
      problems.push(`a server goes on showing what was lost, instead of "${tips}"`),
    );
  }
  await rejoin(cluster, old);
  return `without synchronous mode ${lost} of ${acknowledged} acknowledged writes were lost that the replica had not received`;
}

export const failedOver: Drill = {
  name: 'failover',
  title: 'kill -9 of the leader under Patroni, etcd and HAProxy',
  runs: 1,
  limit: 20,
  hasOwnSite: true,
  async run({ site: { life } }, runs) {
    const programs = locate('patroni', 'etcd', 'haproxy', 'pg_rewind');
    if (typeof programs === 'string') return { recovery: [], problems: [], skipped: programs };
    return atOwnSite(
      life,
      (own) => PatroniCluster.open(own, programs),
      async (ground) => {
        const { site } = ground;
        const { primary: cluster } = site;
        const name = new URL(site.database.url).pathname.slice(1);
        await startServers(site, { DATABASE_READ_URL: cluster.url(name, cluster.replicaPort) });
        const wrong: string[] = [];
        const note = await loseUnreplicated(site, wrong);
        await cluster.commitOnReplica(true);
        const outcome = await underTraffic(ground, async (traffic, { recovery, problems }) => {
          problems.push(...wrong);
          for (let run = 0; run < runs; run++) {
            const at = performance.now();
            const old = await killLeader(cluster);
            recovery.push(await traffic.recovered(at));
            problems.push(...(await findApart(site)));
            await rejoin(cluster, old);
            await cluster.commitOnReplica(true);
            await wait(1_000);
          }
        });
        return { ...outcome, note };
      },
    );
  },
};
