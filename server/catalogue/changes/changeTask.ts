import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context';
import { AppError, asAppError, noSuch } from '../../errors';
import type { Commit } from '../../gate/operation';
import { toId } from '../../inputs/record';
import { longWork } from '../../outside/postgres/connections';
import { type ChangeState, StagedChange } from './stagedChange.entity';
import { ChangeTask, type TaskFailure, type TaskProgress } from './taskProgress';

/** Advisory locks of changes: (this, id) while a change is in use, (this, 0) while any change writes models. */
const LOCKS = 1838;

/** Reports the number of rows done. */
export type OnProgress = (done: number) => void;

/** Records the name of a model that an undo leaves unchanged. */
export type Leave = (model: string) => void;

/** The work of a task; runs in one transaction. */
interface Work {
  /** Number of rows to process. */
  total: number;
  run(em: EntityManager, found: StagedChange, onProgress: OnProgress): Promise<void>;
}

const conflict = (message: string) => new AppError('CONFLICT', message);

/** Runs an action on one change with an exclusive lock, in one transaction. It must be in one of `states`. */
export async function withChange(
  commit: Commit,
  id: string,
  states: ChangeState[],
  run: (em: EntityManager, found: StagedChange) => Promise<void>,
): Promise<StagedChange> {
  return longWork(commit<StagedChange>, async (em) => {
    const found = await lockChange(em, id, states);
    await run(em, found);
    await em.flush();
    found.progress = null;
    return found;
  });
}

/**
 * Starts a task and returns the change as soon as it is locked. The work continues in the background; the change then has
 * its progress, and finally its result or failure. `plan` runs before the answer and may throw to refuse the task. See
 * docs/rules.md, "Imports".
 *
 * One transaction holds the lock from start to end, and the work is a savepoint in it: a failure rolls the work back and is
 * written before the lock is released. If the whole transaction is lost, with the server or its connection, progress
 * remains without a lock, which `withProgress` reports as interrupted.
 */
export function startTask(
  { commit, background, log }: Pick<Context, 'background' | 'log'> & { commit: Commit },
  id: string,
  { task, from, plan }: { task: ChangeTask; from: ChangeState[]; plan(found: StagedChange): Work },
): Promise<StagedChange> {
  return background.start<StagedChange>((begin, signal) =>
    longWork(commit<void>, async (em) => {
      const found = await lockChange(em, id, from);
      const { total, run } = plan(found);
      const progress = { run: randomUUID(), task, done: 0, total };
      begin(await commit((own) => firstProgress(own, found.id, progress)));
      const onProgress = progressWriter(commit, found.id, progress, (err) =>
        log.warn({ err }, 'The progress of an import could not be saved'),
      );
      try {
        await em.transactional(
          async (em) => {
            const own = await em.findOneOrFail(StagedChange, found.id);
            await run(em, own, onProgress);
            await em.flush();
            await em.execute('set constraints all immediate');
            await em.execute('update imports set progress = null where id = ?', [own.id]);
          },
          { signal, inflightQueryAbortStrategy: 'cancel query' },
        );
      } catch (error) {
        const appError = asAppError(error);
        const isFault = appError.code === 'INTERNAL_SERVER_ERROR' && !signal.aborted;
        if (isFault) log.error({ err: error, import: found.id, task }, 'An import task failed');
        const failure = signal.aborted ? interrupted(task) : { task, code: appError.code, message: appError.message };
        // The rolled-back changes of the entities must not be flushed.
        em.clear();
        await em.execute('update imports set progress = null, failure = ? where id = ?', [
          JSON.stringify(failure),
          found.id,
        ]);
      }
    }),
  );
}

/** The change, which stays locked until the transaction ends. */
async function lockChange(em: EntityManager, id: string, states: ChangeState[]): Promise<StagedChange> {
  const found = await em.findOneOrFail(StagedChange, toId(id), noSuch('import'));
  const [lock] = await em.execute<{ taken: boolean }[]>('select pg_try_advisory_xact_lock(?, ?) as taken', [
    LOCKS,
    found.id,
  ]);
  if (!lock?.taken) throw conflict('A task of this import is already running.');
  // The lock must not outlive a server that hangs or becomes unreachable.
  await em.execute(`set local idle_in_transaction_session_timeout = '1min'`);
  await em.refresh(found);
  if (!states.includes(found.state)) throw conflict(`This cannot be done with an import that is ${found.state}.`);
  return found;
}

interface Running extends TaskProgress {
  /** Identifies this run, to ignore late or leftover progress of an earlier one. */
  run: string;
}

async function firstProgress(em: EntityManager, id: number, progress: Running): Promise<StagedChange> {
  const found = await em.findOneOrFail(StagedChange, id);
  found.progress = progress;
  found.failure = null;
  return found;
}

/** Writes progress in separate transactions, so that others see it: at most one write at a time; the task does not wait for it. */
function progressWriter(commit: Commit, id: number, progress: Running, onError: (error: unknown) => void): OnProgress {
  let writing = false;
  // The task's own transaction may hold the row.
  const unlocked = `select id from imports where id = ? and progress->>'run' = ? for no key update skip locked`;
  return (done) => {
    if (writing) return;
    writing = true;
    const stored = JSON.stringify({ ...progress, done });
    commit((em) =>
      em.execute(`update imports set progress = ?::jsonb where id = (${unlocked})`, [stored, id, progress.run]),
    )
      .catch(onError)
      .finally(() => {
        writing = false;
      });
  };
}

/**
 * Makes changes wait for each other before they write. Foreign keys are checked at the end: otherwise signing in or
 * changing a make would have to wait for the change's commit.
 */
export async function serialiseChanges(em: EntityManager): Promise<void> {
  await em.execute('set constraints models_make_id_fkey, model_changes_user_id_fkey deferred');
  await em.execute('select pg_advisory_xact_lock(?, 0)', [LOCKS]);
}

/** Corrects the progress of `changes`: progress without a lock means that the task was interrupted. */
export async function withProgress(em: EntityManager, changes: StagedChange[]): Promise<void> {
  const running = changes.filter(({ progress }) => progress);
  if (running.length === 0) return;
  const held = await em.execute<{ objid: number }[]>(
    `select objid::int from pg_locks where locktype = 'advisory' and granted and classid = ? and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS],
  );
  const busy = new Set(held.map(({ objid }) => objid));
  for (const one of running.filter(({ id }) => !busy.has(id))) {
    const { run } = one.progress as Running;
    // The task may have ended between the two queries; its result is visible once the lock is gone.
    await em.refresh(one);
    if (!one.progress || (one.progress as Running).run !== run) continue;
    one.failure = interrupted(one.progress.task);
    one.progress = null;
  }
}

const NOT_DONE: Record<ChangeTask, string> = {
  [ChangeTask.CHECK]: 'checked. Nothing was changed',
  [ChangeTask.APPLY]: 'applied. Nothing was saved',
  [ChangeTask.UNDO]: 'undone. Nothing was reverted',
};

const interrupted = (task: ChangeTask): TaskFailure => ({
  task,
  code: 'SERVICE_UNAVAILABLE',
  message: `The server was interrupted before this import was ${NOT_DONE[task]}: please try again.`,
});
