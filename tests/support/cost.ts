/**
 * Measures what each test file costs (`npm test -- --measure`): its time, and the CPU of the test process, which the server of most tests
 * shares, of the browser, of PostgreSQL and of other processes. Vitest loads this before each file. Linux only, and
 * for one worker: PostgreSQL serves all of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';

/** Seconds. */
export interface Cost {
  time: number;
  own: number;
  browser: number;
  postgres: number;
  others: number;
}

declare module 'vitest' {
  interface TaskMeta {
    cost?: Cost;
  }
}

interface Process {
  name: string;
  parent: number;
  /** Of the process itself, and of its children that have ended, in seconds. */
  self: number;
  ended: number;
}

function processes(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let stat: string;
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      continue; // It has ended meanwhile.
    }
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    // From the third field on (proc(5)), times in hundredths of a second.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    const parent = fields[1] ?? 0;
    found.set(Number(pid), { name, parent, self: (user + system) / 100, ended: (endedUser + endedSystem) / 100 });
  }
  return found;
}

function snapshot(): Cost {
  const all = processes();
  const cost = { time: performance.now() / 1000, own: 0, browser: 0, postgres: 0, others: 0 };
  const isOurs = (pid: number): boolean => pid === process.pid || isChild(all.get(pid)?.parent ?? 0);
  const isChild = (pid: number): boolean => pid > 1 && isOurs(pid);
  for (const [pid, { name, self, ended }] of all) {
    if (pid === process.pid) {
      cost.own += self;
      cost.others += ended;
    } else if (name === 'postgres') cost.postgres += self + ended;
    else if (isOurs(pid)) cost[/^chrom|headless/.test(name) ? 'browser' : 'others'] += self + ended;
  }
  return cost;
}

let before: Cost;
beforeAll(() => {
  before = snapshot();
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern.
afterAll(({}, suite) => {
  const after = snapshot();
  const since = (key: keyof Cost) => Math.max(0, after[key] - before[key]);
  suite.meta.cost = {
    time: since('time'),
    own: since('own'),
    browser: since('browser'),
    postgres: since('postgres'),
    others: since('others'),
  };
});
