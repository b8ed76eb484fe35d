/** Drills in which PostgreSQL stops, dies, or its replica lags or is lost. */
import { setTimeout as wait } from 'node:timers/promises';
import { get, graph } from '../caller.ts';
import { type Drill, type Ground, type Outcome, underTraffic } from '../drill.ts';
import { openGate } from '../gates.ts';
import type { Traffic } from '../traffic.ts';
import { until } from '../until.ts';

export const restarted: Drill = {
  name: 'restart',
  title: 'PostgreSQL stopped and started',
  runs: 5,
  limit: 5,
  run: (ground, runs) =>
    underTraffic(ground, async (traffic, { recovery }) => {
      for (let run = 0; run < runs; run++) {
        await ground.site.primary.stop(run % 2 ? 'SIGQUIT' : 'SIGINT');
        await wait(1_500);
        await ground.site.primary.start();
        recovery.push(await traffic.recovered(performance.now()));
        await wait(500);
      }
    }),
};

/** Gives the servers a replica to read from, and calls `work` with its gate. */
async function withReplica(
  ground: Ground,
  work: (traffic: Traffic, outcome: Outcome, replica: Replica) => Promise<void>,
): Promise<Outcome> {
  const { site } = ground;
  const server = await site.primary.replicate();
  const gate = await openGate(site.life, server.port);
  const replica = { server, gate };
  const readUrl = server.url(new URL(site.database.url).pathname.slice(1), gate.port);
  const restart = async (settings: Record<string, string>) => {
    for (const one of site.servers) {
      one.settings = settings;
      await one.end('SIGTERM');
      await one.start();
    }
  };
  await restart({ DATABASE_READ_URL: readUrl, ANSWER_CACHE_MB: '0' });
  try {
    return await underTraffic(ground, (traffic, outcome) => work(traffic, outcome, replica));
  } finally {
    await restart({});
    await replica.server.stop('SIGKILL');
  }
}

interface Replica {
  server: Ground['site']['primary'];
  gate: Awaited<ReturnType<typeof openGate>>;
}

export const promoted: Drill = {
  name: 'promote',
  title: 'primary lost, replica promoted; the last time connections fall silent',
  runs: 3,
  limit: 25,
  run: (ground, runs) =>
    withReplica(ground, async (traffic, { recovery }, replica) => {
      const { site } = ground;
      for (let run = 0; run < runs; run++) {
        await site.primary.commitOnReplica(true);
        await traffic.recovered(performance.now());
        if (run === runs - 1) site.gate.silence();
        await site.primary.stop('SIGKILL');
        site.gate.to = undefined;
        await wait(1_000);
        await replica.server.promote();
        site.primary = replica.server;
        site.gate.to = replica.server.port;
        recovery.push(await traffic.recovered(performance.now()));
        replica.server = await site.primary.replicate();
        replica.gate.to = replica.server.port;
        replica.gate.cut();
      }
      await site.primary.commitOnReplica(false);
    }),
};

export const replicaLost: Drill = {
  name: 'replica',
  title: 'read replica lagging, lost, silent',
  runs: 3,
  limit: 5,
  run: (ground, runs) =>
    withReplica(ground, async (traffic, { recovery, problems }, replica) => {
      const { site } = ground;
      const [person] = await site.administrators(1);
      const isBehind = async () => {
        for (let n = 0; n < 20; n++) {
          const tips = `lag ${n} ${Math.random()}`;
          const [one, other] = site.servers.map(({ url }) => url ?? '') as [string, string];
          const document = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }';
          const saved = await graph(one, document, { input: { id: '500', tips } }, person);
          if (saved.status !== 200) problems.push(`a save was answered ${saved.said}`);
          const shown = async (url: string) => (await get(url, '/api/products/500', person)).data.tips;
          if ((await shown(one)) !== tips) problems.push('the server that saved showed an old sheet');
          await until(async () => (await shown(other)) === tips, 2_000).catch(() =>
            problems.push('the other server showed an old sheet for 2 s'),
          );
        }
      };
      for (let run = 0; run < runs; run++) {
        await replica.server.sql('select pg_wal_replay_pause()');
        await isBehind();
        await replica.server.sql('select pg_wal_replay_resume()');
        const before = traffic.lost + traffic.unavailable;
        await replica.server.stop('SIGKILL');
        recovery.push(await traffic.recovered(performance.now()));
        await isBehind();
        await replica.server.start();
        await wait(2_000);
        replica.gate.silence();
        recovery.push(await traffic.recovered(performance.now()));
        const failed = traffic.lost + traffic.unavailable - before;
        if (failed) problems.push(`${failed} requests failed for want of the replica`);
      }
    }),
};
