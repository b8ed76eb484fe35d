import { useCallback, useRef, useState } from 'react';

/**
 * Runs one action at a time: `run` does nothing while an earlier one is under way, so that a second press sends nothing
 * twice. `busy` is for what the button says.
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
