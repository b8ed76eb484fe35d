import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context';
import { AppError, asAppError, notFound } from '../errors';
import { longWork } from '../outside/connections';
import { toId } from '../record';
import type { Commit } from './exportStream';
import { Import, type ImportFailure, type ImportProgress, type ImportState, ImportTask } from './import.entity';

/** Advisory locks of imports: (this, id) is held while something is done with one, (this, 0) while one is written. */
const LOCKS = 1838;

/** Tells how many rows are done. */
export type Tell = (done: number) => void;

/** What is to be done with an import, in one transaction. */
interface Work {
  /** Of the rows that it has to do. */
  total: number;
  run(em: EntityManager, found: Import, tell: Tell): Promise<void>;
}

const conflict = (message: string) => new AppError('CONFLICT', message);

/** Does something with one import, in one transaction; nobody else can meanwhile, and it must be in one of `states`. */
export async function withImport(
  commit: Commit,
  id: string,
  states: ImportState[],
  run: (em: EntityManager, found: Import) => Promise<void>,
): Promise<Import> {
  return longWork(commit<Import>, async (em) => {
    const found = await lockImport(em, id, states);
    await run(em, found);
    await em.flush();
    found.progress = null;
    return found;
  });
}

/**
 * Starts a task and answers with the import as soon as nobody else can do anything with it. The work goes on in the
 * background; whoever asks for the import is told its progress, and in the end its result or its failure. `plan` sees
 * the import before that, and may refuse. See docs/rules.md, "Imports".
 *
 * One transaction holds the lock from the beginning to the end, the work is a savepoint in it: a failure takes the work
 * back and is written before anybody can see the lock gone. Where the transaction is lost as a whole, with the server or
 * its connection, the progress stays without a lock, which `withProgress` tells as interrupted.
 */
export function startTask(
  { commit, background, log }: Pick<Context, 'background' | 'log'> & { commit: Commit },
  id: string,
  { task, from, plan }: { task: ImportTask; from: ImportState[]; plan(found: Import): Work },
): Promise<Import> {
  return background.start<Import>((begin, signal) =>
    longWork(commit<void>, async (em) => {
      const found = await lockImport(em, id, from);
      const { total, run } = plan(found);
      const progress = { run: randomUUID(), task, done: 0, total };
      begin(await commit((own) => firstProgress(own, found.id, progress)));
      const tell = teller(commit, found.id, progress, (err) => log.warn({ err }, 'The progress was not written'));
      try {
        await em.transactional(
          async (em) => {
            const own = await em.findOneOrFail(Import, found.id);
            await run(em, own, tell);
            await em.flush();
            await em.execute('set constraints all immediate');
            await em.execute('update imports set progress = null where id = ?', [own.id]);
          },
          { signal, inflightQueryAbortStrategy: 'cancel query' },
        );
      } catch (error) {
        const told = asAppError(error);
        const isFault = told.code === 'INTERNAL_SERVER_ERROR' && !signal.aborted;
        if (isFault) log.error({ err: error, import: found.id, task }, 'A fault in an import');
        const failure = signal.aborted ? interrupted(task) : { task, code: told.code, message: told.message };
        // What the work has made of the records must not be written all the same.
        em.clear();
        await em.execute('update imports set progress = null, failure = ? where id = ?', [
          JSON.stringify(failure),
          found.id,
        ]);
      }
    }),
  );
}

/** The import, which stays locked until the transaction ends. */
async function lockImport(em: EntityManager, id: string, states: ImportState[]): Promise<Import> {
  const found = await em.findOne(Import, toId(id));
  if (!found) throw notFound('import');
  const [lock] = await em.execute<{ taken: boolean }[]>('select pg_try_advisory_xact_lock(?, ?) as taken', [
    LOCKS,
    found.id,
  ]);
  if (!lock?.taken) throw conflict('This import is being worked on just now.');
  // Of a server that hangs or cannot be reached any more the lock must not stay.
  await em.execute(`set local idle_in_transaction_session_timeout = '1min'`);
  await em.refresh(found);
  if (!states.includes(found.state)) throw conflict(`This import is ${found.state}: this cannot be done with it.`);
  return found;
}

interface Running extends ImportProgress {
  /** Of this one time: what an earlier one wrote late, or left behind, is not taken for it. */
  run: string;
}

async function firstProgress(em: EntityManager, id: number, progress: Running): Promise<Import> {
  const found = await em.findOneOrFail(Import, id);
  found.progress = progress;
  found.failure = null;
  return found;
}

/** Writes the progress, by transactions of their own, so that others see it: one at a time, and never waited for. */
function teller(commit: Commit, id: number, progress: Running, onError: (error: unknown) => void): Tell {
  let writing = false;
  // The task's own transaction may hold the row by now.
  const unlocked = `select id from imports where id = ? and progress->>'run' = ? for no key update skip locked`;
  return (done) => {
    if (writing) return;
    writing = true;
    const told = JSON.stringify({ ...progress, done });
    commit((em) =>
      em.execute(`update imports set progress = ?::jsonb where id = (${unlocked})`, [told, id, progress.run]),
    )
      .catch(onError)
      .finally(() => {
        writing = false;
      });
  };
}

/**
 * Imports are written one after the other. Their references are checked at the end: whoever signs in, or changes a make,
 * would have to wait for as long as a row that refers to them is not committed.
 */
export async function takeTurn(em: EntityManager): Promise<void> {
  await em.execute('set constraints models_make_id_fkey, model_changes_user_id_fkey deferred');
  await em.execute('select pg_advisory_xact_lock(?, 0)', [LOCKS]);
}

/** Tells of each what is being done with it at this moment. Progress that no lock stands behind was interrupted. */
export async function withProgress(em: EntityManager, imports: Import[]): Promise<void> {
  const told = imports.filter(({ progress }) => progress);
  if (told.length === 0) return;
  const held = await em.execute<{ objid: number }[]>(
    `select objid::int from pg_locks where locktype = 'advisory' and granted and classid = ? and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS],
  );
  const busy = new Set(held.map(({ objid }) => objid));
  for (const one of told.filter(({ id }) => !busy.has(id))) {
    const { run } = one.progress as Running;
    // It may have ended between the two looks; what it left is there once its lock is gone.
    await em.refresh(one);
    if (!one.progress || (one.progress as Running).run !== run) continue;
    one.failure = interrupted(one.progress.task);
    one.progress = null;
  }
}

const NOT_DONE: Record<ImportTask, string> = {
  [ImportTask.CHECK]: 'checked. Nothing has changed',
  [ImportTask.APPLY]: 'applied. Nothing of it has been written',
  [ImportTask.UNDO]: 'undone. Nothing of it has been taken back',
};

const interrupted = (task: ImportTask): ImportFailure => ({
  task,
  code: 'SERVICE_UNAVAILABLE',
  message: `The server was interrupted before this import was ${NOT_DONE[task]}: please try again.`,
});
