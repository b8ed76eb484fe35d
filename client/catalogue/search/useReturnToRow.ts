import { useEffect, useRef } from 'react';

/**
 * In one column, leaving a detail returns the focus to its row in the list; the router has restored the scroll. An
 * effect of the screen itself, so it runs after the heading's effect, which also sets the focus.
 */
export function useReturnToRow(oneColumn: boolean, id: string | null | undefined) {
  const before = useRef(id);
  useEffect(() => {
    const left = before.current;
    before.current = id;
    if (!oneColumn || id || !left) return;
    document.querySelector<HTMLElement>(`[data-model="${CSS.escape(left)}"]`)?.focus({ preventScroll: true });
  }, [oneColumn, id]);
}
