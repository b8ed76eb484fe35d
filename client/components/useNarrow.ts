import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 768px)');

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** 768 px and below: the sidebar is a drawer, a detail is a page (spec section 9). */
export const useNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches);
