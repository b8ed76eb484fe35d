import { useSyncExternalStore } from 'react';

function mediaHook(query: string) {
  const media = matchMedia(query);
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
}

/** 768 px and below: the sidebar is a drawer (docs/look.md, "Menus"). */
export const useNarrow = mediaHook('(max-width: 768px)');

/** Below the theme's `lg` there is no room for a list beside a detail: the detail is a separate page. */
export const useOneColumn = mediaHook('(max-width: 1023.9px)');
