/** How long the server takes to start on an existing database, and how much memory it uses then. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifetime } from '../server/process/program.ts';
import type { Database } from './database.ts';
import { median } from './measure.ts';
import { startServer } from './server.ts';
import { memoryOf } from './usage.ts';

export interface Starting {
  /** Seconds from the start of the process until it listens. */
  seconds: number;
  /** Megabytes (RSS), two seconds later, without a request. */
  memory: number;
}

/** The medians of five starts. */
export async function measureStart(life: Lifetime, database: Database): Promise<Starting> {
  const seconds: number[] = [];
  const memory: number[] = [];
  for (let start = 0; start < 5; start++) {
    const began = performance.now();
    const server = await startServer(life, database);
    seconds.push((performance.now() - began) / 1000);
    await sleep(2_000);
    memory.push(memoryOf(server.pid) ?? Number.NaN);
    await server.stop();
  }
  return { seconds: median(seconds), memory: median(memory) };
}
