import { removeOldChanges } from '../catalogue/changes/change.operations';
import { removeUnusedImages } from '../catalogue/images/image.operations';
import { compactModelYears } from '../catalogue/lookup/lookup.operations';
import { removeOldOpenings } from '../catalogue/sheets/sheet.operations';
import type { SystemContext } from '../context';
import { longWork } from '../outside/postgres/connections';

const HOUR = 3_600_000;
/** How long uploaded images are kept for a form that has not been saved. */
const IMAGES_KEPT = 24 * HOUR;
/** How long the rows of an import are kept. */
const ROWS_KEPT = 30 * 24 * HOUR;
/** How long openings of sheets are kept. */
const OPENINGS_KEPT = 400 * 24 * HOUR;

const ago = (milliseconds: number) => ({ before: new Date(Date.now() - milliseconds) });

/**
 * Deletes uploaded images that were never used, the rows of old imports and old openings of sheets, and adds up the models
 * of each year, now and every hour. Returns the function that stops it.
 */
export function sweepEveryHour(system: SystemContext): () => Promise<void> {
  const { log } = system;
  let sweeping = Promise.resolve();
  const sweep = async () => {
    try {
      const removed = await removeUnusedImages(system, ago(IMAGES_KEPT));
      const imports = await removeOldChanges(system, ago(ROWS_KEPT));
      const openings = await removeOldOpenings(system, ago(OPENINGS_KEPT));
      const years = await compactModelYears(system, {});
      log.info(
        { removed, imports, openings, years },
        'Swept unused images, old imports, sheet openings and year counts',
      );
    } catch (error) {
      log.error({ err: error }, 'Sweeping unused images, old imports, sheet openings and year counts failed');
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
