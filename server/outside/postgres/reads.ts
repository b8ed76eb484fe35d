import { setTimeout as wait } from 'node:timers/promises';
import { type Changes, TOPICS } from './databaseChanges';
import { type Parameter, PipelinedPool, type Statement } from './pipelinedPool';
import type { Watch } from './statements';

export type { Parameter, Statement };

/**
 * Short prepared statements without the ORM, on separate connections: PostgreSQL plans each statement once per connection,
 * whatever its parameters. With a replica, reads go there, unless it cannot be reached or has not yet caught up with a
 * change that this server knows of.
 */
export class Reads {
  /** Always up to date. */
  private readonly primary: PipelinedPool;
  /** Sessions and the health paths: they never wait behind a search. */
  private readonly access: PipelinedPool;
  /** Separate from the reads, which must not wait for a commit. */
  private readonly writes: PipelinedPool;
  private readonly changes: Changes;
  private readonly replica: Replica | undefined;

  constructor(
    url: string,
    { readUrl, changes, watch }: { readUrl?: string | undefined; changes: Changes; watch: Watch },
  ) {
    this.changes = changes;
    this.primary = new PipelinedPool(url, watch);
    this.access = new PipelinedPool(url, watch);
    this.writes = new PipelinedPool(url, watch, { onCommit: (topics) => changes.committed(topics) });
    changes.onLost(() => {
      this.primary.renew();
      this.access.renew();
      this.writes.renew();
    });
    this.replica = readUrl ? new Replica(readUrl, this.primary, { changes, watch }) : undefined;
  }

  /** How the connections are used. */
  use() {
    return {
      reads: this.primary.use,
      access: this.access.use,
      writes: this.writes.use,
      ...(this.replica && { replica: this.replica.pool.use }),
    };
  }

  /** The statement's value: parsed JSON, or a text; undefined without a row. */
  async value<T>(statement: Statement, values: Parameter[]): Promise<T | undefined> {
    return (await this.replica?.value<T>(statement, values)) ?? this.primary.value(statement, values);
  }

  /** As above, but never from a replica nor behind a search: for access decisions, and other reads of a row by its key. */
  current<T>(statement: Statement, values: Parameter[]): Promise<T | undefined> {
    return this.access.value(statement, values);
  }

  /** A statement that changes rows, as a transaction of its own. It must not wait for locks: others wait behind it. */
  async write<T>(statement: Statement, values: Parameter[]): Promise<T | undefined> {
    try {
      return await this.writes.value(statement, values);
    } catch (error) {
      // It may have been committed although the answer was lost.
      this.changes.committed(new Set(TOPICS));
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), this.access.close(), this.writes.close(), this.replica?.close()]);
  }
}

/** How often a replica that is behind is asked again, in milliseconds. */
const ASKED_EVERY = 20;
/** How long a failed replica is not asked again, in milliseconds. */
const PAUSED_FOR = 1_000;
/** How long to wait for the replica before asking the primary, in milliseconds. */
const ANSWER_TIMEOUT_MS = 2_000;

const POSITION = { name: 'wal position', text: 'select to_json(pg_current_wal_lsn()::text)' };
const HAS_REPLAYED = {
  name: 'has replayed',
  text: 'select to_json(not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn)',
};

/** A streaming replica, which may be behind the primary or away. */
class Replica {
  readonly pool: PipelinedPool;
  private readonly changes: Changes;
  private readonly watch: Watch;
  private heard = 0;
  /** The number of known changes that the replica certainly has. */
  private replayed = -1;
  private catchingUp: Promise<void> | undefined;
  private awayUntil = 0;
  private readonly closing = new AbortController();

  constructor(
    url: string,
    private readonly primary: PipelinedPool,
    { changes, watch }: { changes: Changes; watch: Watch },
  ) {
    this.pool = new PipelinedPool(url, watch, { timeoutMs: ANSWER_TIMEOUT_MS });
    this.changes = changes;
    this.watch = watch;
    changes.watch(() => {
      this.heard++;
    });
  }

  /** Undefined if there is no row, or if the replica cannot answer now: then the primary is asked. */
  async value<T>(statement: Statement, values: Parameter[]): Promise<T | undefined> {
    if (!this.changes.isListening || performance.now() < this.awayUntil) return undefined;
    if (this.replayed !== this.heard) {
      this.catchingUp ??= this.catchUp().finally(() => {
        this.catchingUp = undefined;
      });
      return undefined;
    }
    try {
      return await this.pool.value<T>(statement, values);
    } catch (error) {
      this.pause(error);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.catchingUp;
    await this.pool.close();
  }

  /** Waits until the replica has every change that this server knows of. */
  private async catchUp(): Promise<void> {
    const { heard } = this;
    try {
      const position = await this.primary.value<string>(POSITION, []);
      while (!(await this.pool.value<boolean>(HAS_REPLAYED, [position ?? null]))) {
        await wait(ASKED_EVERY, undefined, { signal: this.closing.signal });
      }
      this.replayed = heard;
    } catch (error) {
      if (!this.closing.signal.aborted) this.pause(error);
    }
  }

  private pause(error: unknown): void {
    this.awayUntil = performance.now() + PAUSED_FOR;
    // It must answer this check before requests wait for it again.
    this.replayed = -1;
    this.watch.log.warn({ err: error }, 'The replica is unavailable: reads go to the primary');
  }
}
