import { useEffect, useRef } from 'react';

/**
 * In one column, leaving a detail puts the focus back on its row in the list; the router has restored the scroll. An
 * effect of the screen itself, so that it comes after its heading's, which takes the focus too.
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
