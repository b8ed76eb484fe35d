import { type SetStateAction, useCallback, useState } from 'react';

/**
 * State that belongs to `what`, and is initialized again when that changes. Unlike with a `key`, the component and its
 * elements stay, which is faster if most of them are needed again.
 */
export function useStateOf<T>(what: string, begin: () => T) {
  const [held, setHeld] = useState(() => ({ what, value: begin() }));
  let current = held;
  if (held.what !== what) {
    current = { what, value: begin() };
    setHeld(current);
  }
  const set = useCallback(
    (value: SetStateAction<T>) =>
      setHeld((before) => ({
        ...before,
        value: typeof value === 'function' ? (value as (before: T) => T)(before.value) : value,
      })),
    [],
  );
  return [current.value, set] as const;
}
