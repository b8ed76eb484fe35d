import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and calls the newest `act`: for rows that are only rendered again when their props change. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void) {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
