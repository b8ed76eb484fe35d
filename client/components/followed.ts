import type { MouseEvent } from 'react';

/**
 * The target of a clicked plain link inside the listening element, and whether it is the current page. Undefined if there
 * is no such link, or if the browser is to follow it. For parts with many links: the router's own links render at every
 * navigation.
 */
export function followed(event: MouseEvent): { to: string; replace: boolean } | undefined {
  const link = event.target instanceof Element && event.target.closest('a');
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || link.origin !== location.origin || !isPlain) return undefined;
  event.preventDefault();
  return { to: link.pathname + link.search, replace: link.href === location.href };
}
