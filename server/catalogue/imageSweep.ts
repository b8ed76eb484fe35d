import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { ImageStore } from '../outside/imageStore';
import { removeUnused } from './images';

const HOUR = 3_600_000;
/** So long a form may stay open with images that were uploaded and not saved. */
const KEPT = 24 * HOUR;

/** Removes the images that were uploaded and never taken, now and every hour. Returns what stops it. */
export function sweepEveryHour(orm: MikroORM, store: ImageStore, log: Logger): () => Promise<void> {
  const commit = <T>(step: (em: EntityManager) => Promise<T>) => orm.em.fork().transactional(step);
  let sweeping = Promise.resolve();
  const sweep = () => {
    sweeping = removeUnused(commit, store, new Date(Date.now() - KEPT)).then(
      (removed) => log.info({ removed }, 'Swept unused images'),
      (error) => log.error({ err: error }, 'Unused images were not swept'),
    );
  };
  sweep();
  const timer = setInterval(sweep, HOUR);
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}
