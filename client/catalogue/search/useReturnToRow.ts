import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * In one column, leaving a detail returns the focus to its row in the list. On Back the router has restored the scroll;
 * otherwise, as after a link to the detail, the row is scrolled into view. An effect of the screen itself, so it runs
 * after the heading's effect, which also sets the focus.
 */
export function useReturnToRow(oneColumn: boolean, id: string | null | undefined) {
  const before = useRef(id);
  const preventScroll = useNavigationType() === 'POP';
  useEffect(() => {
    const left = before.current;
    before.current = id;
    if (!oneColumn || id || !left) return;
    document.querySelector<HTMLElement>(`[data-model="${CSS.escape(left)}"]`)?.focus({ preventScroll });
  }, [oneColumn, id, preventScroll]);
}
