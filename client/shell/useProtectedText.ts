import { useEffect } from 'react';

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]');

/**
 * People who are not administrators can neither select text nor open the context menu
 * (docs/look.md, "Copy protection").
 */
export function useProtectedText(isProtected: boolean) {
  useEffect(() => {
    if (!isProtected) return;
    const refuse = (event: Event) => {
      if (!isField(event.target)) event.preventDefault();
    };
    const events = ['contextmenu', 'copy', 'cut', 'dragstart'];
    document.body.dataset.protected = '';
    for (const name of events) document.addEventListener(name, refuse);
    return () => {
      delete document.body.dataset.protected;
      for (const name of events) document.removeEventListener(name, refuse);
    };
  }, [isProtected]);
}
