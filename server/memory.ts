import type { CallersSession } from './accounts/sessions/caller';
import type { Changes } from './outside/postgres/databaseChanges';
import { Kept } from './outside/postgres/kept';

/** An encoded answer that is the same for every member. */
export interface KeptAnswer {
  body: Buffer;
  etag: string;
  /** The models whose sheets it opens, to be counted for each reader. */
  opens: number[];
}

const KEPT_CALLERS = 10_000;
const KEPT_TOTALS = 1_000;

/** What a server keeps of its database in memory, to answer without asking it again (docs/performance.md, "Memory"). */
export class Memory {
  /** By the hash of the session's token. */
  readonly callers: Kept<CallersSession>;
  /** By what was asked, across all APIs. */
  readonly answers: Kept<KeptAnswer>;
  /** Numbers of records, by what is counted. */
  readonly totals: Kept<{ total: number }>;

  /** @param answerBytes the most that all kept answers may take; 0 keeps none */
  constructor(changes: Changes, answerBytes: number) {
    this.callers = new Kept(changes, 'callers', { max: KEPT_CALLERS });
    this.answers = new Kept(changes, 'catalogue', { max: answerBytes, size: ({ body }) => body.length + OVERHEAD });
    this.totals = new Kept(changes, 'totals', { max: KEPT_TOTALS });
  }
}

/** Bytes of a kept answer besides its body, roughly. */
const OVERHEAD = 300;
