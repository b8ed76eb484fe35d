import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Changes } from './databaseChanges';

/** A prepared statement whose one row has one column, a JSON value. Its name is its identity on each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A value of a statement's parameter; PostgreSQL infers the type from the statement. */
export type Parameter = string | number | null | readonly number[];

/** Connections for reads to each database; one user gets at most four (fairShare.ts). */
const CONNECTIONS = 8;
/** In milliseconds: longer than PostgreSQL's own time-outs, for a PostgreSQL that does not answer. */
const PATIENCE = 20_000;
/** One plan per statement and connection; times in UTC, as the rows are read. */
const SETTINGS = '-c plan_cache_mode=force_generic_plan -c timezone=UTC -c statement_timeout=12s -c lock_timeout=8s';

/**
 * Reads with prepared statements, on connections of their own: PostgreSQL plans each statement once per connection,
 * whatever its parameters. With a replica, reads go there, except while it has not yet caught up with a change that
 * this server has heard of, or cannot be reached.
 */
export class Reads {
  /** Always up to date. */
  private readonly primary: pg.Pool;
  private readonly replica: Replica | undefined;

  constructor(url: string, { readUrl, changes, log }: { readUrl?: string | undefined; changes: Changes; log: Logger }) {
    this.primary = openPool(url);
    this.replica = readUrl ? new Replica(readUrl, this.primary, { changes, log }) : undefined;
  }

  /** The statement's value: parsed JSON; undefined without a row. */
  async value<T>(statement: Statement, values: Parameter[]): Promise<T | undefined> {
    return (await this.replica?.value<T>(statement, values)) ?? valueFrom(this.primary, statement, values);
  }

  /** As above, but never from a replica: for what decides about access. */
  current<T>(statement: Statement, values: Parameter[]): Promise<T | undefined> {
    return valueFrom(this.primary, statement, values);
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.end(), this.replica?.close()]);
  }
}

/** How often a replica that is behind is asked again, in milliseconds. */
const ASKED_EVERY = 20;
/** How long a replica that failed is left alone, in milliseconds. */
const LEFT_ALONE = 1_000;

const POSITION = { name: 'wal position', text: 'select to_json(pg_current_wal_lsn()::text)' };
const HAS_REPLAYED = {
  name: 'has replayed',
  text: 'select to_json(not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn)',
};

/** A streaming replica, which may be behind the primary or away. */
class Replica {
  private readonly pool: pg.Pool;
  private readonly changes: Changes;
  private readonly log: Logger;
  private heard = 0;
  /** The number of changes heard that the replica has for certain. */
  private replayed = -1;
  private catchingUp: Promise<void> | undefined;
  private awayUntil = 0;
  private readonly closing = new AbortController();

  constructor(
    url: string,
    private readonly primary: pg.Pool,
    { changes, log }: { changes: Changes; log: Logger },
  ) {
    this.pool = openPool(url);
    this.changes = changes;
    this.log = log;
    changes.watch(() => {
      this.heard++;
    });
  }

  /** Undefined if there is no row, or if the replica cannot answer now: then the primary is asked. */
  async value<T>(statement: Statement, values: Parameter[]): Promise<T | undefined> {
    if (!this.changes.isListening || Date.now() < this.awayUntil) return undefined;
    if (this.replayed !== this.heard) {
      this.catchingUp ??= this.catchUp().finally(() => {
        this.catchingUp = undefined;
      });
      return undefined;
    }
    try {
      return await valueFrom<T>(this.pool, statement, values);
    } catch (error) {
      this.leaveAlone(error);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.catchingUp;
    await this.pool.end();
  }

  /** Waits until the replica has every change that this server has heard of. */
  private async catchUp(): Promise<void> {
    const { heard } = this;
    try {
      const position = await valueFrom<string>(this.primary, POSITION, []);
      while (!(await valueFrom<boolean>(this.pool, HAS_REPLAYED, [position ?? null]))) {
        await wait(ASKED_EVERY, undefined, { signal: this.closing.signal });
      }
      this.replayed = heard;
    } catch (error) {
      if (!this.closing.signal.aborted) this.leaveAlone(error);
    }
  }

  private leaveAlone(error: unknown): void {
    this.awayUntil = Date.now() + LEFT_ALONE;
    this.log.warn({ err: error }, 'The replica cannot answer: reads go to the primary');
  }
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    min: 0,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 3_000,
    query_timeout: PATIENCE,
    keepAlive: true,
    application_name: 'motokey reads',
    options: SETTINGS,
  });
  // An idle connection that breaks is replaced when it is needed.
  pool.on('error', () => {});
  return pool;
}

async function valueFrom<T>(pool: pg.Pool, { name, text }: Statement, values: Parameter[]): Promise<T | undefined> {
  const { rows } = await pool.query<[T]>({ name, text, values, rowMode: 'array' });
  return rows[0]?.[0];
}
