import { useSyncExternalStore } from 'react';

const printing = matchMedia('print');

/** A page keeps its layout while it is printed: paper is narrower than the window, so React would switch to another layout. */
function mediaHook(query: string) {
  const media = matchMedia(query);
  let matches = media.matches;
  const read = () => {
    if (!printing.matches) matches = media.matches;
    return matches;
  };
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, read);
}

const hooks = new Map<string, () => boolean>();

/** Whether the window matches a media query that is known only at run time. */
export function useMedia(query: string): boolean {
  const hook = hooks.get(query) ?? mediaHook(query);
  hooks.set(query, hook);
  return hook();
}

/** 768 px and below: the sidebar is a drawer (docs/look.md, "Menus"). */
export const useNarrow = mediaHook('(max-width: 768px)');

/** Below the theme's `lg` there is no room for a list and a detail side by side: the detail is a separate page. */
export const useOneColumn = mediaHook('(max-width: 1023.9px)');
