import { setTimeout as wait } from 'node:timers/promises';

/** Polls `holds` every 20 ms until it is true; throws after `most` milliseconds. */
export async function until(holds: () => unknown, most = 60_000): Promise<void> {
  const end = performance.now() + most;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${most / 1000} s in vain: ${holds}`);
    await wait(20);
  }
}
