import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { commitTo } from '../../operation';
import type { ImageStore } from '../../outside/images/imageStore';
import { longWork } from '../../outside/postgres/connections';
import { removeOldOpenings } from '../lookup/sheetBudget';
import { removeUnused } from './images';

const HOUR = 3_600_000;
/** So long a form may stay open with images that were uploaded and not saved. */
const IMAGES_KEPT = 24 * HOUR;
/** So long one can look at what an import found in its rows. */
const ROWS_KEPT = 30 * 24 * HOUR;
/** How long openings of sheets are kept. */
const OPENINGS_KEPT = 400 * 24 * HOUR;

/**
 * Deletes uploaded images that were never used, the rows of old imports and old openings of sheets, now and every hour.
 * Returns the function that stops it.
 */
export function sweepEveryHour(orm: MikroORM, store: ImageStore, log: Logger): () => Promise<void> {
  const commit = commitTo(orm);
  let sweeping = Promise.resolve();
  const sweep = async () => {
    try {
      const removed = await removeUnused(commit, store, new Date(Date.now() - IMAGES_KEPT));
      const imports = await commit((em) => removeOldRows(em, new Date(Date.now() - ROWS_KEPT)));
      const openings = await commit((em) => removeOldOpenings(em, new Date(Date.now() - OPENINGS_KEPT)));
      log.info({ removed, imports, openings }, 'Swept unused images, old imports and old openings of sheets');
    } catch (error) {
      log.error({ err: error }, 'Unused images, old imports or old openings of sheets were not swept');
    }
  };
  sweeping = longWork(sweep);
  const timer = setInterval(() => {
    sweeping = longWork(sweep);
  }, HOUR);
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}

/**
 * Imports from before `before`: those that were never applied go; of the others only the rows, as the history of the
 * models has all that undoing needs. Their number.
 */
export async function removeOldRows(em: EntityManager, before: Date): Promise<number> {
  const removed = await em.execute<unknown[]>(
    `delete from imports where created_at < ? and state in ('mapping', 'checked') returning id`,
    [before],
  );
  const emptied = await em.execute<unknown[]>(
    `update imports set rows_deleted_at = now() where created_at < ? and rows_deleted_at is null returning id`,
    [before],
  );
  await em.execute(
    'delete from import_rows where import_id in (select id from imports where rows_deleted_at is not null)',
  );
  return removed.length + emptied.length;
}
