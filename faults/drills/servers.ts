/** Drills in which servers are killed or stopped, or have a wrong clock. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { get } from '../caller.ts';
import { type Drill, underTraffic } from '../drill.ts';
import { type Site, setClock } from '../site.ts';

const inTurn = (site: Site, run: number) => (run % 2 ? site.servers[1] : site.servers[0]);

export const killed: Drill = {
  name: 'kill',
  title: 'kill -9 of a server, restarted',
  runs: 100,
  limit: 5,
  run: (ground, runs) =>
    underTraffic(ground, async (traffic, { recovery, problems }) => {
      ground.ledger.mayRepeatMails = true;
      for (let run = 0; run < runs; run++) {
        await wait(100 + Math.random() * 400);
        const server = inTurn(ground.site, run);
        const at = performance.now();
        await server.end('SIGKILL');
        const [ready, others] = await Promise.all([server.start(), traffic.recovered(at)]);
        recovery.push(ready);
        if (others > 5) problems.push(`the other server did not go on for ${others.toFixed(1)} s`);
      }
    }),
};

export const stopped: Drill = {
  name: 'sigterm',
  title: 'SIGTERM under load; every other time with a mail server that hangs',
  runs: 6,
  run: (ground, runs) =>
    underTraffic(ground, async (traffic, { problems }) => {
      const { site } = ground;
      const times: number[] = [];
      for (let run = 0; run < runs; run++) {
        if (run % 2) site.mail.state.mood = 'hangs';
        await wait(1_500);
        const before = traffic.lost + traffic.unavailable;
        const seconds = await inTurn(site, run).end('SIGTERM');
        times.push(seconds);
        const dropped = traffic.lost + traffic.unavailable - before;
        const mail = run % 2 ? 'mail hanging' : 'mail well';
        if (dropped) problems.push(`${dropped} requests were dropped (${mail}), the last one: ${traffic.undone}`);
        if (seconds > 10) problems.push(`gone only after ${seconds.toFixed(1)} s (${mail})`);
        site.mail.state.mood = 'well';
        await inTurn(site, run).start();
      }
      console.log(`  gone after ${times.map((one) => one.toFixed(1)).join(', ')} s`);
    }),
};

export const clocks: Drill = {
  name: 'clocks',
  title: 'the clock of a server jumps by an hour, forwards and back',
  runs: 2,
  async run(ground, runs) {
    const { site, ledger } = ground;
    const [server] = site.servers;
    const folder = mkdtempSync(join(tmpdir(), 'motokey-clock-'));
    const file = join(folder, 'clock');
    setClock(file, 0);
    await server.end('SIGTERM');
    server.settings = { CLOCK_FILE: file };
    server.program = ['--import', resolve('faults/clock.mjs'), 'dist/server/main.js'];
    await server.start();
    const outcome = await underTraffic(ground, async (traffic, { recovery, problems }) => {
      for (let run = 0; run < runs; run++) {
        for (const wrongBy of [3_600_000, 0, -3_600_000, 0]) {
          setClock(file, wrongBy);
          recovery.push(
            await traffic.recovered(performance.now(), ['lookUp', 'edit', 'create', 'invite', 'signIn', 'pay']),
          );
          await wait(2_000);
          for (const token of ledger.sessions.slice(-20))
            for (const { url } of site.servers) {
              const { status } = await get(url ?? '', '/api/product-detail?company_id=1&mode=year', {
                id: 0,
                username: '',
                token,
              });
              if (status !== 200)
                problems.push(`a session got ${status} while the clock was wrong by ${wrongBy / 1000} s`);
            }
        }
      }
    });
    server.settings = {};
    server.program = undefined;
    await server.end('SIGTERM');
    await server.start();
    rmSync(folder, { recursive: true });
    return outcome;
  },
};
