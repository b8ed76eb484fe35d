import type { SystemContext } from '../context';
import { reportUnusual } from './access/unusual.operations';
import { logCounts, sweepLog } from './log.operations';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * PostgreSQL's insufficient_privilege: this database role may not delete log lines, so the database's owner has to
 * (docs/operations.md, "Who may change the log").
 */
const mayNotDelete = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';

/**
 * Logs counts every minute, looks for unusual access every ten minutes, and sweeps the log every hour. Returns the
 * function that stops it.
 */
export function keepLog(system: SystemContext, days: number): () => Promise<void> {
  const { log } = system;
  let keeping = Promise.resolve();
  let swept = 0;
  let looked = 0;
  const keep = async () => {
    try {
      await logCounts(system);
      if (Date.now() - looked >= 10 * MINUTE) {
        looked = Date.now();
        await reportUnusual(system);
      }
      if (Date.now() - swept < HOUR) return;
      swept = Date.now();
      await sweepLog(system, { days });
    } catch (error) {
      if (mayNotDelete(error)) log.info('The log is not swept here: this role may not delete from it');
      else log.error({ err: error }, 'The log could not be counted or swept');
    }
  };
  keeping = keep();
  const timer = setInterval(() => {
    keeping = keep();
  }, MINUTE);
  return () => {
    clearInterval(timer);
    return keeping;
  };
}
