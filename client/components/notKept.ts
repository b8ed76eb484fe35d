import { useOnline } from './connection';

export const NOT_KEPT = 'Not kept on this device';
const NEEDS_CONNECTION = 'Needs a connection';

/**
 * Greys a link or a button that leads nowhere without a connection, and says so to screen readers and, on a press, to everybody
 * (client/offline/shown/NotKeptNote.tsx). It stays in the tab order.
 */
export const greyed = (words: string) => ({ 'data-greyed': '', 'aria-disabled': true, title: words }) as const;

/** `greyed` without a connection, for what always needs one; nothing otherwise. */
export function useNeedsConnection() {
  return useOnline() ? undefined : greyed(NEEDS_CONNECTION);
}
