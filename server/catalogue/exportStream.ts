import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context';
import { AppError } from '../errors';
import { longWork } from '../outside/connections';

/** Each export holds one of the pool's ten connections for as long as its reader takes. */
const AT_ONCE = 3;
/** Whoever does not take the next thousand rows within a minute has gone, or is too slow to hold a connection for. */
const PATIENCE = 60_000;

let running = 0;

/** Runs one step in a transaction of its own. */
export type Commit = <T>(step: (em: EntityManager) => Promise<T>) => Promise<T>;

/**
 * Reads from one snapshot of the database for as long as the reader of `body` takes: `begin` is run first and awaited,
 * then `read` a piece at a time. The transaction ends with the body, whichever way: read whole, failed (the body is
 * destroyed with the error, so that it does not look complete), or left alone by its reader.
 */
export async function snapshotStream<Begun, Piece>(
  { commit, log }: Pick<Context, 'log'> & { commit: Commit },
  begin: (em: EntityManager) => Promise<Begun>,
  read: (em: EntityManager) => AsyncIterable<Piece>,
  patience = PATIENCE,
): Promise<{ begun: Begun; body: Readable }> {
  if (running >= AT_ONCE) {
    const message = `${AT_ONCE} downloads are running already. Please try again shortly.`;
    throw new AppError('TOO_MANY_REQUESTS', message, undefined, 15);
  }
  running += 1;
  const body = new PassThrough({ objectMode: true, highWaterMark: 2 });
  // Whoever reads it hears of its end by it; nobody may have begun to.
  body.on('error', () => {});
  const timer = setTimeout(() => body.destroy(new Error('The reader was too slow')), patience);
  const pieces = async function* (em: EntityManager) {
    for await (const piece of read(em)) {
      timer.refresh();
      yield piece;
    }
  };
  let begun = false;
  return new Promise((resolve, reject) => {
    longWork(commit, async (em) => {
      await em.execute('set transaction isolation level repeatable read, read only');
      const value = await begin(em);
      begun = true;
      resolve({ begun: value, body });
      await pipeline(pieces(em), body);
    })
      .catch((error) => {
        const wasLeft = error?.code === 'ERR_STREAM_PREMATURE_CLOSE';
        if (begun && !wasLeft) log.error({ err: error }, 'A download was not finished');
        body.destroy(error);
        reject(error);
      })
      .finally(() => {
        clearTimeout(timer);
        running -= 1;
      });
  });
}
