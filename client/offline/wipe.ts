import { onLeave } from '../session';

/** The database of what is kept for one user, and the cache of its pictures. */
export const DATABASE = 'motokey';
export const PICTURES = 'pictures';

/**
 * Removes everything that is kept on the device. Needs neither the store nor its library, so that it works even if they did
 * not load. Other tabs close the database when they are told that it is to be deleted.
 */
function wipe(): void {
  try {
    indexedDB.deleteDatabase(DATABASE);
    void globalThis.caches?.delete(PICTURES).catch(() => {});
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

onLeave(wipe);
