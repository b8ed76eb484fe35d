import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers';
import pg from 'pg';
import { setting } from './connections';
import { type Topic, topicsOf } from './databaseChanges';
import { type Watch, watched } from './statements';

/** A prepared statement whose one row has one column, a JSON value or a text. Its name is its identity on each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A value of a statement's parameter; PostgreSQL infers the type from the statement. */
export type Parameter = string | number | null | readonly (string | number)[];

/** Connections that are always used. More would be slower: the less each carries, the more often PostgreSQL is woken up. */
const USUAL = 2;
const MOST = 8;
/** A connection that has worked on one statement for this long gets no new ones, in milliseconds. */
const STALLED_AFTER = 50;
/** An additional connection is closed after being idle for this long, in milliseconds. */
const IDLE = 30_000;
/** In milliseconds: longer than PostgreSQL's own time-outs, for a PostgreSQL that does not answer. */
const ANSWER_TIMEOUT_MS = 20_000;
/** How long closing waits for statements under way, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_500;
/**
 * One plan per statement and connection; times in UTC, as the rows are read. What lookups read is in memory, so a page of an
 * index costs hardly more than the next page of a table. Compiling a plan takes longer than any of these statements.
 */
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  statement_timeout: '2s',
  lock_timeout: '1s',
};
const LOCK_TIMEOUT = '55P03';
/** How often a statement waits for a lock: in all as long as a transaction does. Others use the connection between two turns. */
const TURNS = 8;

/**
 * Connections for short statements, each in its own transaction. Each connection carries many prepared statements at a
 * time, in PostgreSQL's pipeline mode: the statements of one turn of the event loop are sent together, and their results
 * arrive together (docs/decisions/0012).
 */
export class PipelinedPool {
  private connections: PipelinedConnection[] = [];
  private closed = false;

  private readonly onCommit: (topics: ReadonlySet<Topic>) => void;
  private readonly timeoutMs: number;

  /**
   * @param onCommit is called with the topics that a statement has changed, before its value is returned
   * @param timeoutMs how long an answer is waited for, in milliseconds
   */
  constructor(
    private readonly url: string,
    private readonly watch: Watch,
    {
      onCommit = () => {},
      timeoutMs = ANSWER_TIMEOUT_MS,
    }: Partial<Pick<ConnectionOptions, 'onCommit' | 'timeoutMs'>> = {},
  ) {
    this.onCommit = onCommit;
    this.timeoutMs = timeoutMs;
  }

  /** Connections, and statements under way. */
  get use() {
    return {
      connections: this.connections.length,
      statements: this.connections.reduce((sum, { underWay }) => sum + underWay, 0),
    };
  }

  /** The statement's value, parsed; undefined without a row. */
  async value<T>(statement: Statement, values: Parameter[]): Promise<T | undefined> {
    for (let turn = 1; ; turn++) {
      try {
        const rows = await this.choose().query(statement, values);
        return rows[0]?.[0] as T | undefined;
      } catch (error) {
        if (turn === TURNS || !(error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT)) throw error;
      }
    }
  }

  /** From now on, new statements use no connection that was opened before. */
  renew(): void {
    for (const connection of this.connections) connection.retire();
    this.connections = [];
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  /** The connection with the fewest statements under way; a new one if there are too few or all are stalled. */
  private choose(): PipelinedConnection {
    if (this.closed) throw new Error('Cannot use a pool after calling end on the pool');
    let best: PipelinedConnection | undefined;
    for (const connection of this.connections) {
      if (!connection.isStalled && (!best || connection.underWay < best.underWay)) best = connection;
    }
    const mayOpen = this.connections.length < (best ? USUAL : MOST);
    if (best && (best.underWay === 0 || !mayOpen)) return best;
    return mayOpen
      ? this.open()
      : this.connections.reduce((one, other) => (other.underWay < one.underWay ? other : one));
  }

  private open(): PipelinedConnection {
    const leave = () => {
      this.connections = this.connections.filter((one) => one !== connection);
    };
    const idle = this.connections.length < USUAL ? undefined : IDLE;
    const { url, watch, onCommit, timeoutMs } = this;
    const connection = new PipelinedConnection(url, { idle, watch, timeoutMs, onEnd: leave, onCommit });
    this.connections.push(connection);
    return connection;
  }
}

interface ConnectionOptions {
  /** After how many idle milliseconds it closes; undefined: never. */
  idle: number | undefined;
  timeoutMs: number;
  watch: Watch;
  onEnd(): void;
  onCommit(topics: ReadonlySet<Topic>): void;
}

class PipelinedConnection {
  private readonly client: pg.Client;
  private readonly connected: Promise<void>;
  private isCorked = false;
  private idleTimer: NodeJS.Timeout | undefined;
  /**
   * Breaks the connection if PostgreSQL answers nothing for too long: its statements then fail. pg's own `query_timeout` would
   * keep the memory of each request until the next major garbage collection (docs/performance.md, "Garbage").
   */
  private readonly silence: NodeJS.Timeout;
  /** When the statement that PostgreSQL is working on began, or moved to the front. */
  private since = 0;
  /** What the statement that PostgreSQL is working on has changed. */
  private changed = new Set<Topic>();
  private isRetired = false;
  underWay = 0;

  constructor(
    url: string,
    private readonly options: ConnectionOptions,
  ) {
    this.client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      application_name: 'motokey pipelined',
      pipeline: true,
    });
    this.client.on('error', options.onEnd);
    this.client.on('end', options.onEnd);
    this.client.on('notice', (notice) => {
      for (const topic of topicsOf(notice)) this.changed.add(topic);
    });
    this.connected = this.open();
    this.connected.catch(options.onEnd);
    this.silence = setTimeout(() => {
      if (this.underWay > 0) this.stream.destroy();
    }, options.timeoutMs).unref();
  }

  /** The settings are a statement, which goes ahead of the first one, because poolers refuse them in pg's `options`. */
  private async open(): Promise<void> {
    await this.client.connect();
    this.cork();
    this.client.query(setting(SETTINGS)).catch(() => this.stream.destroy());
  }

  get isStalled(): boolean {
    return this.underWay > 0 && performance.now() - this.since > STALLED_AFTER;
  }

  async query({ name, text }: Statement, values: Parameter[]): Promise<unknown[][]> {
    if (this.underWay++ === 0) this.moved();
    clearTimeout(this.idleTimer);
    try {
      await this.connected;
      this.cork();
      return await watched(text, this.options.watch, () => this.rows({ name, text, values, rowMode: 'array' }));
    } finally {
      this.moved();
      if (--this.underWay === 0 && this.isRetired) void this.close();
      else if (this.underWay === 0 && this.options.idle) {
        this.idleTimer = setTimeout(() => void this.close(), this.options.idle).unref();
      }
    }
  }

  /** PostgreSQL has begun to work on a statement. */
  private moved(): void {
    this.since = performance.now();
    this.silence.refresh();
  }

  /** Uses a callback, because pg calls it before it reads the next statement's messages: `changed` belongs to this one. */
  private rows(query: pg.QueryArrayConfig): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      void this.client.query(query, (error: Error | null, result: pg.QueryArrayResult<unknown[]>) => {
        if (this.changed.size > 0) {
          this.options.onCommit(this.changed);
          this.changed = new Set();
        }
        if (error) reject(error);
        else resolve(result.rows);
      });
    });
  }

  /** Closes when its last statement is answered. */
  retire(): void {
    this.isRetired = true;
    if (this.underWay === 0) void this.close();
  }

  close(): Promise<void> {
    clearTimeout(this.idleTimer);
    clearTimeout(this.silence);
    this.options.onEnd();
    return this.connected.then(
      async () => {
        // A statement that waits for a lock must not delay stopping the server.
        const timer = setTimeout(() => this.stream.destroy(), CLOSE_TIMEOUT_MS);
        await this.client.end().finally(() => clearTimeout(timer));
      },
      () => {},
    );
  }

  /** pg's types do not have it. */
  private get stream(): Socket {
    return (this.client as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  /** Buffers writes until the end of this turn of the event loop. */
  private cork(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    const { stream } = this;
    stream.cork();
    nextTurn(() => {
      this.isCorked = false;
      stream.uncork();
    });
  }
}
