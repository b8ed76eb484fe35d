import { currentSession, OF_USER } from '../session';

const KEY = `${OF_USER}pins`;

interface Pin {
  /** The address of the sheet. */
  to: string;
  title: string;
}

/**
 * Keeps the names of the pinned sheets for the frame of the next start (public/early.js), on this device until the user signs out,
 * or what is kept is removed (store.ts).
 */
export function keepFramePins(pins: readonly Pin[]): void {
  try {
    if (pins.length > 0) localStorage.setItem(KEY, JSON.stringify({ user: currentSession().user?.id, pins }));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the list appears only once the app has loaded.
  }
}
