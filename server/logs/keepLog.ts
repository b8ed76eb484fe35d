import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { type Commit, commitTo } from '../operation';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Lines deleted at a time; few enough to block nobody. */
const AT_ONCE = 5_000;

/** Logs the counts whose 15 minutes are over, if there was more than the first event. */
export const logCounts = (commit: Commit): Promise<unknown> =>
  commit((em) =>
    em.execute(
      `with ended as (delete from log_counts where started_at < now() - interval '15 minutes' returning *)
       insert into log_entries (user_id, username, details, created_at)
       select user_id, username,
         details || ': ' || count - 1 || case when count = 2 then ' more time' else ' more times' end
           || ' until ' || to_char(last_at at time zone 'UTC', 'HH24:MI') || ' UTC',
         now()
       from ended where count > 1`,
    ),
  );

/** Deletes lines older than `days` (0 keeps them for ever); returns how many. */
export async function sweepLog(commit: Commit, days: number): Promise<number> {
  if (days === 0) return 0;
  const rows = await commit((em) =>
    em.execute<unknown[]>(
      `delete from log_entries where id in (
         select id from log_entries where created_at < now() - ? * interval '1 day' order by created_at limit ?
       ) returning id`,
      [days, AT_ONCE],
    ),
  );
  return rows.length < AT_ONCE ? rows.length : rows.length + (await sweepLog(commit, days));
}

/** PostgreSQL's insufficient_privilege: then the owner sweeps the log (docs/operations.md, "Who may change the log"). */
const mayNotDelete = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';

/** Logs counts every minute and sweeps the log every hour. Returns the function that stops it. */
export function keepLog(orm: MikroORM, days: number, log: Logger): () => Promise<void> {
  const commit = commitTo(orm);
  let keeping = Promise.resolve();
  let swept = 0;
  const keep = async () => {
    try {
      await logCounts(commit);
      if (Date.now() - swept < HOUR) return;
      swept = Date.now();
      await sweepLog(commit, days);
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
