import { AsyncLocalStorage } from 'node:async_hooks';

/** How long PostgreSQL waits before it gives up by itself, by the name of its setting. */
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

/** Our own time-out for a statement, in milliseconds: above PostgreSQL's, and only needed where that does not answer. */
const patience = (limits: Limits) => (limits === LONG ? 660_000 : 20_000);

const wanted = new AsyncLocalStorage<Limits>();

/**
 * Runs `work` with time limits of minutes instead of seconds: for migrations, the seed, imports, exports and whatever
 * else may rightly take longer than a request. They hold for every connection that is taken within `work`, so call it
 * around the transaction, not inside it: `longWork(commit, async (em) => ...)`, which calls `commit` with the rest. What
 * `work` starts without awaiting it (a background task) keeps them too. See docs/operations.md, "The database".
 */
export const longWork = <Args extends unknown[], T>(work: (...args: Args) => T, ...args: Args): T =>
  wanted.run(LONG, work, ...args);

/** What is used of pg, which brings no types. */
interface Client {
  readonly processID: number | null;
  query(statement: string | object, parameters?: readonly unknown[]): Promise<unknown>;
  /** Back into the pool; with an error it is closed instead, and the pool opens another one when it needs it. */
  release(error?: Error): void;
}
interface Pool {
  connect(): Promise<Client>;
  end(): Promise<void>;
}

const stopping = () => new Error('Connection terminated: the server is stopping');

/** Time for those who hold a connection when the pool is closed, in milliseconds. */
const LAST_WORDS = 1_500;

/** The pool of one database: MikroORM's, with what it and Kysely leave out (docs/decisions/0010-broken-connections.md). */
export class Connections {
  /** Since when every attempt to get a connection has failed (milliseconds, as Date.now()); undefined while they succeed. */
  failingSince: number | undefined;
  #cut = false;
  readonly #lent = new Set<Lent>();
  readonly #limits = new WeakMap<Client, Limits>();

  /** For MikroORM's `driverOptions`. Better a 503 after these than a request that hangs with the database. */
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
    // The pool waits for every connection to come back, however long that takes.
    pool.end = async () => {
      const timer = setTimeout(() => this.cut(), LAST_WORDS);
      await end().finally(() => clearTimeout(timer));
    };
  }

  /** Ends whatever is still done with the database, and lets nobody begin anything: for a server that stops. */
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

/** Sets those that this PostgreSQL knows: `transaction_timeout` came with version 17. */
function setting(limits: Limits): string {
  const values = Object.entries(limits).map(([name, value]) => `('${name}', '${value}')`);
  return `select set_config(name, value, false) from (values ${values.join(', ')}) as limits (name, value)
    where current_setting(name, true) is not null`;
}

/** The statements of Kysely's PostgreSQL driver around a transaction. */
const AROUND_TRANSACTION = /^(begin|start transaction.*|commit|rollback)$/;

/**
 * A connection while somebody has it. After a failure around a transaction Kysely never gives it back, and after our
 * own time-out it would come back with a statement still running: then it leaves the pool at once.
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
