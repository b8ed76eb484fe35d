import { useEffect, useSyncExternalStore } from 'react';
import { useStable } from '../../components/useStable';

const ASKED = 'jumpasked';

/** Opens Jump with this text, from anywhere. */
export const openJump = (text: string) => void dispatchEvent(new CustomEvent(ASKED, { detail: text }));

export function useJumpOpened(act: (text: string) => void) {
  const newest = useStable(act);
  useEffect(() => {
    const answer = (event: Event) => newest((event as CustomEvent<string>).detail);
    addEventListener(ASKED, answer);
    return () => removeEventListener(ASKED, answer);
  }, [newest]);
}

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Where the field stands on a wide screen, as the ref of that element; otherwise it is in the top bar. */
export function jumpPlace(element: HTMLElement | null) {
  place = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useJumpPlace = () => useSyncExternalStore(subscribe, () => place);
