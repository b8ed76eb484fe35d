import { useEffect } from 'react';

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]');

/** Spec section 2: people who are not administrators can neither select and copy nor open the context menu; fields keep working. */
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
