import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../../accounts/users/user.entity';
import type { Context } from '../../context';
import { AppError } from '../../errors';
import { FairShare } from '../../gate/fairShare';
import type { Commit } from '../../gate/operation';
import { longWork } from '../../outside/postgres/connections';
import { ReaderGone, Spool, temporaryFile } from '../../outside/spool';

/** Exports at a time: each holds a connection while it reads from the database. Others wait. */
const snapshots = new FairShare({ each: 1, total: 3, waiting: 1, timeoutMs: 30_000 });
/** The longest a download may take, in milliseconds. */
const LONGEST = 30 * 60_000;

/** Ids of users with an unfinished download. */
const downloading = new Set<number>();

interface Download {
  commit: Commit;
  user: Pick<User, 'id'>;
}

/**
 * Runs `begin`, then writes what `read` yields to a temporary file at the database's speed, all in one snapshot; `body`
 * reads that file at the reader's speed (docs/rules.md, "Exports"). If anything fails, `body` is destroyed with the error,
 * so that it does not look complete. One at a time for each user.
 */
export async function snapshotStream<Begun>(
  { commit, user, log, gone }: Download & Pick<Context, 'log' | 'gone'>,
  begin: (em: EntityManager) => Promise<Begun>,
  read: (em: EntityManager, begun: Begun) => AsyncIterable<string | Buffer>,
  longest = LONGEST,
): Promise<{ begun: Begun; body: Readable }> {
  if (downloading.has(user.id)) throw stillRunning();
  downloading.add(user.id);
  const file = await temporaryFile().catch((error) => {
    downloading.delete(user.id);
    throw error;
  });
  const spool = new Spool(file);
  const { body } = spool;
  const timer = setTimeout(() => body.destroy(new Error('The download took too long')), longest);
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    downloading.delete(user.id);
  };
  // 'end' is emitted before the reader knows that it has everything and can request the next download.
  body.once('end', end);
  body.once('close', end);
  return new Promise((resolve, reject) => {
    const readAll = () =>
      longWork(commit<void>, async (em) => {
        await em.execute('set transaction isolation level repeatable read, read only');
        const begun = await begin(em);
        const written = spool.write(read(em, begun));
        // If the disk is full from the start, the answer can still say so.
        await Promise.race([spool.started, written]);
        resolve({ begun, body });
        await written;
      });
    snapshots.run(String(user.id), readAll, { gone }).catch((error) => {
      body.destroy(error);
      reject(error);
      const isKnown = error instanceof ReaderGone || (error instanceof AppError && error.status < 500);
      if (!isKnown) log.error({ err: error }, 'A download failed');
    });
  });
}

const stillRunning = () =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'You already have a download running. Please wait until it has finished, or cancel it.',
    undefined,
    15,
  );
