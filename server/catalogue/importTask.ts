import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, notFound } from '../errors';
import { longWork } from '../outside/connections';
import { toId } from '../record';
import type { Commit } from './exportStream';
import { Import, type ImportState, type ImportTask } from './import.entity';

/** Advisory locks of imports: (this, id) is held while something is done with one, (this, 0) while one is written. */
const LOCKS = 1838;

/** Tells how many rows are done. */
export type Tell = (done: number) => Promise<void>;

const conflict = (message: string) => new AppError('CONFLICT', message);

/**
 * Does something with one import, in one transaction; nobody else can meanwhile, and it must be in one of `states`.
 * The progress is written by transactions of its own, so that others see it; it counts for as long as the lock is held,
 * so that none is left behind by a server that dies.
 */
export async function withImport(
  commit: Commit,
  id: string,
  states: ImportState[],
  run: (em: EntityManager, found: Import) => Promise<void>,
): Promise<Import> {
  return longWork(commit<Import>, async (em) => {
    const found = await em.findOne(Import, toId(id));
    if (!found) throw notFound('import');
    const [lock] = await em.execute<{ taken: boolean }[]>('select pg_try_advisory_xact_lock(?, ?) as taken', [
      LOCKS,
      found.id,
    ]);
    if (!lock?.taken) throw conflict('This import is being worked on just now.');
    await em.refresh(found);
    if (!states.includes(found.state)) throw conflict(`This import is ${found.state}: this cannot be done with it.`);
    await run(em, found);
    await em.flush();
    found.progress = null;
    return found;
  });
}

/** Writes the progress of a task, at most a few times a second. */
export function progressOf(commit: Commit, id: number, task: ImportTask, total: number): Tell {
  let last = 0;
  return async (done) => {
    if (done > 0 && done < total && Date.now() - last < 250) return;
    last = Date.now();
    const progress = JSON.stringify({ task, done, total });
    // Never waiting: the task's own transaction may hold the row, and it waits for this.
    const unlocked = 'select id from imports where id = ? for no key update skip locked';
    await commit((em) => em.execute(`update imports set progress = ?::jsonb where id = (${unlocked})`, [progress, id]));
  };
}

/** Imports are written one after the other; whoever waits for long is told to come again. */
export async function takeTurn(em: EntityManager): Promise<void> {
  await em.execute(`set local lock_timeout = '15s'`);
  await em.execute('select pg_advisory_xact_lock(?, 0)', [LOCKS]);
}

/** Leaves the progress of those that something is done with at this moment. */
export async function withProgress(em: EntityManager, imports: Import[]): Promise<void> {
  const held = await em.execute<{ objid: number }[]>(
    `select objid::int from pg_locks where locktype = 'advisory' and classid = ? and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS],
  );
  const busy = new Set(held.map(({ objid }) => objid));
  for (const one of imports) if (!busy.has(one.id)) one.progress = null;
}
