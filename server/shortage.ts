import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { databaseCode } from './errors';

/** PostgreSQL's class 53, insufficient resources: a full disk (53100), no memory, too many connections. */
export interface Shortage {
  /** Looks at what failed: a shortage is logged, and remembered until `lasting` finds that writing works again. */
  note(error: unknown): void;
  /** The SQLSTATE of the shortage, while there is one. */
  lasting(): Promise<string | undefined>;
}

/** So that a full disk is not filled by the log of it. */
const QUIET = 10_000;

/** Larger than what finds room in pages that are there already. Temporary, so it touches no table of ours. */
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
    log.error({ err: error, code }, 'PostgreSQL is short of resources, and users are told that it does not answer');
  };
  const tryToWrite = async () => {
    try {
      await orm.em.fork().transactional((em) => em.execute(WRITE_A_MEGABYTE));
      if (code) log.warn({ code }, 'PostgreSQL has resources again');
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
      // Whoever asks meanwhile waits for the same attempt.
      if (code) trying ??= tryToWrite();
      await trying;
      return code;
    },
  };
}
