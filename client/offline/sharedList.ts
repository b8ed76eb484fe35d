import { useEffect, useSyncExternalStore } from 'react';
import { onLeave } from '../session';

/** A list of the store that several components and tabs show. `useList` returns undefined until it is read,
 * which happens only where it is wanted; `note` reads it again. */
export function sharedList<Item>(name: string, read: () => Promise<readonly Item[]>) {
  let list: readonly Item[] | undefined;
  const listeners = new Set<() => void>();
  const set = (next: typeof list) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const readAgain = async () => set(await read());
  const tabs = globalThis.BroadcastChannel && new BroadcastChannel(name);
  tabs?.addEventListener('message', () => void readAgain());
  onLeave(() => set(undefined));

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const current = () => list;
  const note = async () => {
    tabs?.postMessage(null);
    await readAgain();
  };
  const useList = (isWanted = true) => {
    const shown = useSyncExternalStore(subscribe, current, current);
    useEffect(() => {
      if (isWanted && !shown) void readAgain();
    }, [isWanted, shown]);
    return shown;
  };
  return { note, useList };
}
