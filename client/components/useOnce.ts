import { useCallback, useRef, useState } from 'react';

/**
 * Runs one action at a time: while an action is running, `run` ignores further calls and returns undefined, so a double
 * click sends one request. `busy` is true while an action is running.
 */
export function useOnce() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = useCallback(async <T>(act: () => Promise<T>) => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      return await act();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return [run, busy] as const;
}
