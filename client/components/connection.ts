import { useSyncExternalStore } from 'react';

/** A part of the app did not load because there is no connection to the server. */
export class NoConnection extends Error {}

/** Whether the server answers at all. */
export const isReachable = () =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

function subscribe(listener: () => void) {
  for (const event of ['online', 'offline']) addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, listener);
  };
}

/** Whether the device is in a network, as far as the browser knows. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);
