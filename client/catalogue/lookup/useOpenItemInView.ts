import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scrolls the item that the URL opens into view once the list has loaded. On Back, the router restores the scroll. */
export function useOpenItemInView(
  list: RefObject<HTMLElement | null>,
  value: string | null | undefined,
  loaded: boolean,
) {
  const { key } = useLocation();
  const restored = useNavigationType() === 'POP' && key !== 'default';
  const done = useRef(restored || !value);
  useLayoutEffect(() => {
    if (done.current || !loaded) return;
    done.current = true;
    list.current?.querySelector('[aria-expanded="true"]')?.scrollIntoView({ block: 'start' });
  }, [list, loaded]);
}
