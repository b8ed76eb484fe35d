import { AsyncLocalStorage } from 'node:async_hooks';
import { type Topic, topicsOf } from './databaseChanges';
import { type Watch, watched } from './statements';

/** PostgreSQL's own time-outs, by the name of the setting. */
const USUAL = {
  lock_timeout: '8s',
  statement_timeout: '12s',
  idle_in_transaction_session_timeout: '12s',
  transaction_timeout: '18s',
};
const LONG: typeof USUAL = {
  lock_timeout: '10min',
  statement_timeout: '10min',
  idle_in_transaction_session_timeout: '10min',
  transaction_timeout: '30min',
};
type Limits = typeof USUAL;

/** Our own time-out for a statement, in milliseconds: longer than PostgreSQL's, for a PostgreSQL that does not answer. */
const timeoutMs = (limits: Limits) => (limits === LONG ? 660_000 : 20_000);

const wanted = new AsyncLocalStorage<Limits>();

/**
 * Calls `work` with `args`, with time limits of minutes instead of seconds: for migrations, the seed, imports, exports and
 * anything else that may legitimately take longer than a request. The limits apply to every connection taken within `work`,
 * so call it around the transaction, not inside: `longWork(commit, async (em) => ...)`. Background work that `work` starts
 * without awaiting keeps them too. See docs/operations.md, "The database".
 */
export const longWork = <Args extends unknown[], T>(work: (...args: Args) => T, ...args: Args): T =>
  wanted.run(LONG, work, ...args);

/** The part of pg's client that we use; pg has no types. */
interface PoolClient {
  readonly processID: number | null;
  query(statement: string | object, parameters?: readonly unknown[]): Promise<unknown>;
  /** Returns the connection to the pool; with an error it is closed instead, and the pool opens another when needed. */
  release(error?: Error): void;
}
interface Query {
  text: string;
  values?: readonly unknown[] | undefined;
}
/** A raw connection of pg, which emits the database's notices. */
interface Client extends PoolClient {
  query(statement: string | object, parameters?: readonly unknown[]): Promise<unknown>;
  query(statement: Query, answered: (error: Error | null, result: unknown) => void): void;
  on(event: 'notice', listen: (notice: { message?: string }) => void): unknown;
}
interface Pool {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

const stopping = () => new Error('Connection terminated: the server is stopping');

/** How long closing the pool waits for connections in use, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_500;

/**
 * MikroORM's pool for one database, with the handling of broken connections added (docs/decisions/0010-broken-connections.md).
 * Calls `onCommit` with the topics that a transaction has changed (databaseChanges.ts).
 */
export class Connections {
  /** Since when getting a connection has failed (as Date.now()); undefined if the last attempt succeeded. */
  failingSince: number | undefined;
  #cut = false;
  readonly #inUse = new Set<PooledConnection>();
  readonly #limits = new WeakMap<Client, Limits>();
  /** Counts the calls of `renew`. */
  #generation = 0;
  readonly #generations = new WeakMap<Client, number>();
  /** What each connection has changed and not yet committed. */
  readonly #changed = new WeakMap<Client, Set<Topic>>();
  readonly #watch: Watch;
  readonly #onCommit: (topics: ReadonlySet<Topic>) => void;
  #pool: Pool | undefined;
  #noteWait: ((seconds: number) => void) | undefined;

  constructor(watch: Watch, onCommit: (topics: ReadonlySet<Topic>) => void) {
    this.#watch = watch;
    this.#onCommit = onCommit;
  }

  /** The number of connections, and of callers waiting for one. */
  use() {
    const { totalCount: total = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = this.#pool ?? {};
    return { total, idle, waiting };
  }

  /** Calls `note` with the seconds that each caller has waited for a connection. */
  onAcquired(note: (seconds: number) => void): void {
    this.#noteWait = note;
  }

  /** For MikroORM's `driverOptions`. After these times a request gets a 503 instead of hanging. */
  readonly options = {
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    onPoolCreated: (pool: Pool) => this.#adopt(pool),
  };

  #adopt(pool: Pool): void {
    this.#pool = pool;
    const connect = pool.connect.bind(pool) as () => Promise<Client>;
    const end = pool.end.bind(pool);
    pool.connect = async () => {
      if (this.#cut) throw stopping();
      const asked = performance.now();
      try {
        const connection = await this.#acquire(await this.#current(connect));
        this.failingSince = undefined;
        return connection;
      } catch (error) {
        this.failingSince ??= Date.now();
        throw error;
      } finally {
        this.#noteWait?.((performance.now() - asked) / 1_000);
      }
    };
    // pg's own `end` waits for every connection to be returned, without a time limit.
    pool.end = async () => {
      const timer = setTimeout(() => this.cut(), CLOSE_TIMEOUT_MS);
      await end().finally(() => clearTimeout(timer));
    };
  }

  /** From now on uses no connection that was opened before, for a database that may have moved or died. */
  renew(): void {
    this.#generation++;
  }

  /** A connection that was opened after the last `renew`. */
  async #current(connect: () => Promise<Client>): Promise<Client> {
    for (;;) {
      const client = await connect();
      const generation = this.#generations.get(client) ?? this.#generation;
      this.#generations.set(client, generation);
      if (generation === this.#generation) return client;
      client.release(new Error('Connection terminated: it was opened before the database was lost'));
    }
  }

  /** Closes all connections in use and refuses new ones, for a server that stops. */
  cut(): void {
    this.#cut = true;
    for (const connection of this.#inUse) connection.release(stopping());
  }

  async #acquire(client: Client): Promise<PoolClient> {
    const limits = wanted.getStore() ?? USUAL;
    try {
      if (this.#limits.get(client) !== limits) await answer(client, { text: setting(limits) }, timeoutMs(limits));
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    this.#limits.set(client, limits);
    const topics = this.#changesOf(client);
    // Long work is expected to be slow.
    const watch = limits === LONG ? { ...this.#watch, slowAfter: Number.POSITIVE_INFINITY } : this.#watch;
    const connection = new PooledConnection(client, timeoutMs(limits), {
      watch,
      onEnd: (isUndone) => {
        if (!isUndone) this.#onCommit(new Set(topics));
        topics.clear();
      },
      onReturn: () => this.#inUse.delete(connection),
    });
    this.#inUse.add(connection);
    return connection;
  }

  #changesOf(client: Client): Set<Topic> {
    const known = this.#changed.get(client);
    if (known) return known;
    const topics = new Set<Topic>();
    client.on('notice', (notice) => {
      for (const topic of topicsOf(notice)) topics.add(topic);
    });
    this.#changed.set(client, topics);
    return topics;
  }
}

/** PostgreSQL has not answered in time, so the connection cannot be used again. */
class NoAnswer extends Error {}

/**
 * The result of a query; rejects if there is none within `timeoutMs` milliseconds. pg's own promises and `query_timeout` would
 * keep each result until the next major garbage collection (docs/performance.md, "Garbage").
 */
const answer = (client: Client, query: Query, timeoutMs: number) =>
  new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer('Connection terminated: no answer in time')), timeoutMs);
    void client.query(query, (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result);
    });
  });

/** Sets what this PostgreSQL knows of `settings`: `transaction_timeout` came with version 17. */
export function setting(settings: Record<string, string>): string {
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `select set_config(name, value, false) from (values ${values.join(', ')}) as limits (name, value)
    where current_setting(name, true) is not null`;
}

/** The statements of Kysely's PostgreSQL driver around a transaction. */
const BEGIN = /^(begin|start transaction.*)$/;
const END = /^(commit|rollback)$/;

interface Watcher {
  watch: Watch;
  onEnd(isUndone: boolean): void;
  onReturn(): void;
}

/**
 * A connection in use. After a failed `begin`, `commit` or `rollback` Kysely never returns it, and after our own time-out
 * it would return with a statement still running: in both cases it is closed at once. Calls `onEnd` after each transaction
 * and each single statement; `isUndone` is false also if it is unknown whether it was committed.
 */
class PooledConnection implements PoolClient {
  readonly #client: Client;
  readonly #timeoutMs: number;
  readonly #on: Watcher;
  #inTransaction = false;
  #returned = false;

  constructor(client: Client, timeoutMs: number, on: Watcher) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    this.#on = on;
  }

  get processID() {
    return this.#client.processID;
  }

  async query(statement: string | object, parameters?: readonly unknown[]): Promise<unknown> {
    if (typeof statement !== 'string') return this.#client.query(statement, parameters);
    const begins = BEGIN.test(statement);
    const ends = END.test(statement);
    let isUndone = false;
    if (begins) this.#inTransaction = true;
    try {
      const query = { text: statement, values: parameters };
      const result = await watched(statement, this.#on.watch, () => answer(this.#client, query, this.#timeoutMs));
      isUndone = statement === 'rollback';
      return result;
    } catch (error) {
      if (begins || ends || error instanceof NoAnswer) this.release(error as Error);
      throw error;
    } finally {
      if (ends) this.#inTransaction = false;
      if (!this.#inTransaction) this.#on.onEnd(isUndone);
    }
  }

  release(error?: Error): void {
    if (this.#returned) return;
    this.#returned = true;
    this.#on.onReturn();
    this.#client.release(error);
  }
}
