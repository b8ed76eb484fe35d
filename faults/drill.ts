import type { Ledger } from './ledger.ts';
import type { Cluster, Postgres } from './postgres.ts';
import type { Site } from './site.ts';
import { type Kind, Traffic } from './traffic.ts';

/** What a drill works with. */
export interface Ground<C extends Cluster = Postgres> {
  site: Site<C>;
  ledger: Ledger;
}

export interface Outcome {
  /** Users during the drill; absent if it had only its own. */
  traffic?: Traffic;
  /** Seconds from the end of each fault until everything worked again. */
  recovery: number[];
  /** Problems in addition to those that the ledger finds. */
  problems: string[];
  /** Why it did not run. */
  skipped?: string;
  note?: string;
}

export interface Drill {
  name: string;
  title: string;
  runs: number;
  /** The longest allowed recovery in seconds. */
  limit?: number;
  /** It opens another site, and checks that one's ledger itself. */
  hasOwnSite?: boolean;
  run(ground: Ground, runs: number): Promise<Outcome>;
}

/** Runs `work` while users are active, and then stops them. Starts once every kind of call has succeeded. */
export async function underTraffic(
  { site, ledger }: Ground<Cluster>,
  work: (traffic: Traffic, outcome: Outcome) => Promise<void>,
  kinds?: Kind[],
): Promise<Outcome> {
  const traffic = await new Traffic(site, ledger).start(kinds);
  const outcome: Outcome = { traffic, recovery: [], problems: [] };
  try {
    const began = await traffic.recovered(performance.now(), kinds);
    if (!Number.isFinite(began)) throw new Error(`Nothing works: ${[...traffic.wrong.keys()].join('\n')}`);
    await work(traffic, outcome);
  } finally {
    await traffic.stop();
  }
  return outcome;
}
