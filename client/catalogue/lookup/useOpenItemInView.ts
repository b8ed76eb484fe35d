import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** A link into the middle of a long list shows that place. Once, when the list is there; Back has its own scroll restored by the router. */
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
