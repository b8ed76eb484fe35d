import { AsyncLocalStorage } from 'node:async_hooks';

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
const patience = (limits: Limits) => (limits === LONG ? 660_000 : 20_000);

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
interface Client {
  readonly processID: number | null;
  query(statement: string | object, parameters?: readonly unknown[]): Promise<unknown>;
  /** Returns the connection to the pool; with an error it is closed instead, and the pool opens another when needed. */
  release(error?: Error): void;
}
interface Pool {
  connect(): Promise<Client>;
  end(): Promise<void>;
}

const stopping = () => new Error('Connection terminated: the server is stopping');

/** How long closing the pool waits for connections in use, in milliseconds. */
const LAST_WORDS = 1_500;

/** MikroORM's pool for one database, with the handling of broken connections added (docs/decisions/0010-broken-connections.md). */
export class Connections {
  /** Since when getting a connection has failed (as Date.now()); undefined if the last attempt succeeded. */
  failingSince: number | undefined;
  #cut = false;
  readonly #lent = new Set<Lent>();
  readonly #limits = new WeakMap<Client, Limits>();

  /** For MikroORM's `driverOptions`. After these times a request gets a 503 instead of hanging. */
  readonly options = {
    connectionTimeoutMillis: 3_000,
    query_timeout: patience(USUAL),
    keepAlive: true,
    onPoolCreated: (pool: Pool) => this.#adopt(pool),
  };

  #adopt(pool: Pool): void {
    const connect = pool.connect.bind(pool);
    const end = pool.end.bind(pool);
    pool.connect = async () => {
      if (this.#cut) throw stopping();
      try {
        const lent = await this.#lend(await connect());
        this.failingSince = undefined;
        return lent;
      } catch (error) {
        this.failingSince ??= Date.now();
        throw error;
      }
    };
    // pg's own `end` waits for every connection to be returned, without a time limit.
    pool.end = async () => {
      const timer = setTimeout(() => this.cut(), LAST_WORDS);
      await end().finally(() => clearTimeout(timer));
    };
  }

  /** Closes all connections in use and refuses new ones, for a server that stops. */
  cut(): void {
    this.#cut = true;
    for (const lent of this.#lent) lent.release(stopping());
  }

  async #lend(client: Client): Promise<Client> {
    const limits = wanted.getStore() ?? USUAL;
    try {
      if (this.#limits.get(client) !== limits) await client.query(setting(limits));
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    this.#limits.set(client, limits);
    const lent = new Lent(client, patience(limits), () => this.#lent.delete(lent));
    this.#lent.add(lent);
    return lent;
  }
}

/** Sets the limits that this PostgreSQL knows: `transaction_timeout` came with version 17. */
function setting(limits: Limits): string {
  const values = Object.entries(limits).map(([name, value]) => `('${name}', '${value}')`);
  return `select set_config(name, value, false) from (values ${values.join(', ')}) as limits (name, value)
    where current_setting(name, true) is not null`;
}

/** The statements of Kysely's PostgreSQL driver around a transaction. */
const AROUND_TRANSACTION = /^(begin|start transaction.*|commit|rollback)$/;

/**
 * A connection in use. After a failed `begin`, `commit` or `rollback` Kysely never returns it, and after our own time-out
 * it would return with a statement still running: in both cases it is closed at once.
 */
class Lent implements Client {
  readonly #client: Client;
  readonly #patience: number;
  readonly #onReturn: () => void;
  #returned = false;

  constructor(client: Client, patience: number, onReturn: () => void) {
    this.#client = client;
    this.#patience = patience;
    this.#onReturn = onReturn;
  }

  get processID() {
    return this.#client.processID;
  }

  query(statement: string | object, parameters?: readonly unknown[]): Promise<unknown> {
    if (typeof statement !== 'string') return this.#client.query(statement, parameters);
    const query = { text: statement, values: parameters, query_timeout: this.#patience };
    return this.#client.query(query).catch((error: Error) => {
      if (AROUND_TRANSACTION.test(statement) || error.message === 'Query read timeout') this.release(error);
      throw error;
    });
  }

  release(error?: Error): void {
    if (this.#returned) return;
    this.#returned = true;
    this.#onReturn();
    this.#client.release(error);
  }
}
