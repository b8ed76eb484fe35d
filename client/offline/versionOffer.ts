let isReady = false;
const listeners = new Set<() => void>();

/** A newer version of the app than that of this page is on the device. */
export function noteNewVersion() {
  isReady = true;
  for (const listener of listeners) listener();
}

export function subscribeToNewVersion(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isNewVersionReady = () => isReady;
