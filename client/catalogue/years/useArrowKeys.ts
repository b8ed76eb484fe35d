import { useEffect, useRef } from 'react';

/** Elements that use the arrow keys themselves. */
const TAKEN =
  'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=tablist], [role=slider]';

/** Calls `go` with -1 for ← and 1 for →, unless the focused element uses these keys itself. */
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
