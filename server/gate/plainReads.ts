import { type Context, readServicesOf } from '../context';
import type { Parameter, Statement } from '../outside/postgres/reads';

/** Reads the JSON value of a prepared statement; undefined without a row. */
export type Read = <T>(statement: Statement, values: Parameter[]) => Promise<T | undefined>;

/** A number of records, counted again only after it may have changed. `what` is its key in the cache. */
type Count = (what: string, statement: Statement, values: Parameter[]) => Promise<number>;

/** A value that is computed from the catalogue, again only after that has changed. `what` is its key in the cache. */
type Derived = <T extends object>(what: string, derive: () => Promise<T>) => Promise<T>;

export interface PlainReader {
  readonly read: Read;
  readonly count: Count;
  readonly derived: Derived;
}

export function plainReader(ctx: Context): PlainReader {
  const { reads, memory } = readServicesOf(ctx);
  return {
    read: (statement, values) => reads.value(statement, values),
    async count(what, statement, values) {
      const known = memory.totals.get(what);
      if (known) return known.total;
      const count = async () => ({ total: (await reads.value<number>(statement, values)) ?? 0 });
      return (await memory.totals.find(what, count)).total;
    },
    derived: async <T extends object>(what: string, derive: () => Promise<T>) =>
      (memory.derived.get(what) as T | undefined) ?? memory.derived.find(what, derive),
  };
}

/** Runs prepared statements without the ORM, each in a transaction of its own. */
export interface Plain {
  /** From the primary database, never from a replica. */
  read: Read;
  /** See `Reads.write`. */
  write: Read;
}

export function plainOf(ctx: Context): Plain {
  const { reads } = readServicesOf(ctx);
  return {
    read: (statement, values) => reads.current(statement, values),
    write: (statement, values) => reads.write(statement, values),
  };
}
