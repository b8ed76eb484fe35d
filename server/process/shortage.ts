import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { databaseCode } from '../errors';

/** Watches for PostgreSQL's class 53, insufficient resources: a full disk (53100), no memory, too many connections. */
export interface Shortage {
  /** Call with every error: logs a shortage, and remembers it until `lasting` finds that writing works again. */
  note(error: unknown): void;
  /** The SQLSTATE of a shortage that is not over; tries a write to find out. */
  lasting(): Promise<string | undefined>;
}

/** The shortest time between log lines, in milliseconds, so that the log does not fill the disk further. */
const QUIET = 10_000;

/** Too large for the free room in existing pages. A temporary table, so it touches none of ours. */
const WRITE_A_MEGABYTE = `create temporary table motokey_probe on commit drop as
  select repeat('x', 2000) from generate_series(1, 512)`;

export function watchShortage(orm: MikroORM, log: Logger): Shortage {
  let code: string | undefined;
  let logged = 0;
  let trying: Promise<void> | undefined;
  const note = (error: unknown) => {
    const found = databaseCode(error);
    if (!found?.startsWith('53')) return;
    code = found;
    if (Date.now() - logged < QUIET) return;
    logged = Date.now();
    log.error({ err: error, code }, 'PostgreSQL is short of resources: users get 503');
  };
  const tryToWrite = async () => {
    try {
      await orm.em.fork().transactional((em) => em.execute(WRITE_A_MEGABYTE));
      if (code) log.warn({ code }, 'PostgreSQL has enough resources again');
      code = undefined;
      logged = 0;
    } catch (error) {
      note(error);
    } finally {
      trying = undefined;
    }
  };
  return {
    note,
    async lasting() {
      // Simultaneous callers share one attempt.
      if (code) trying ??= tryToWrite();
      await trying;
      return code;
    },
  };
}
