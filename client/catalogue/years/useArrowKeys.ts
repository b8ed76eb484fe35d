import { useEffect, useRef } from 'react';

/** Where the arrow keys have a meaning of their own. */
const TAKEN =
  'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=tablist], [role=slider]';

/** Calls `go` with the step of ← (-1) or → (1), unless the focus is where these keys mean something else. */
export function useArrowKeys(go: (step: -1 | 1) => void) {
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const step = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
      if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      event.preventDefault();
      latest.current(step);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
