import { useEffect, useSyncExternalStore } from 'react';
import { whenIdle } from '../afterPaint';
import { currentConnection, useConnection } from '../components/connection';
import { useSession } from '../session';
import { sendWaiting } from './send';

/** How often a page looks for what waits to be sent, and for sheets that have changed, in milliseconds. */
const SEND_MS = 60_000;
const KEEP_MS = 15 * 60_000;
/** Somebody who goes from sheet to sheet is not disturbed. */
const QUIET_MS = 3_000;

let keptAt = 0;
let quiet: ReturnType<typeof setTimeout> | undefined;

/** Whether the app opens without a connection on this device: otherwise nothing is kept ahead. */
const canKeep = () => Boolean(navigator.serviceWorker?.controller);

/** The same for a component: the worker is installed while the first page is open. */
export const useCanKeep = () => useSyncExternalStore(subscribeToWorker, canKeep);

function subscribeToWorker(listener: () => void) {
  navigator.serviceWorker?.addEventListener('controllerchange', listener);
  return () => navigator.serviceWorker?.removeEventListener('controllerchange', listener);
}

async function work() {
  if (document.hidden) return;
  await sendWaiting();
  if (!currentConnection().online || !canKeep() || Date.now() - keptAt < KEEP_MS) return;
  keptAt = Date.now();
  await (await import('./keep/keepSheets')).keepSheets();
}

/** The user has opened or pinned a sheet, or the device can keep sheets from now on: what is kept changes soon. */
export function keepSoon() {
  keptAt = 0;
  clearTimeout(quiet);
  quiet = setTimeout(() => whenIdle(() => void work()), QUIET_MS);
}

/** Sends what waits and keeps the user's sheets, in the background, while there is a connection. */
export function useOfflineWork() {
  const { user, confirmed } = useSession();
  const { online } = useConnection();
  const userId = confirmed && online ? user?.id : undefined;
  useEffect(() => {
    if (!userId) return;
    const cancel = whenIdle(() => void work());
    const timer = setInterval(() => void work(), SEND_MS);
    const worker = navigator.serviceWorker;
    worker?.addEventListener('controllerchange', keepSoon);
    return () => {
      cancel();
      clearInterval(timer);
      clearTimeout(quiet);
      worker?.removeEventListener('controllerchange', keepSoon);
      keptAt = 0;
    };
  }, [userId]);
}
