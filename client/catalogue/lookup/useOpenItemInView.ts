import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useStateOf } from '../../components/useStateOf';

/** Scrolls the item that the URL opens into view once a list has loaded. On Back, the router restores the scroll. */
export function useOpenItemInView(
  list: RefObject<HTMLElement | null>,
  shownList: string,
  value: string | null | undefined,
  loaded: boolean,
) {
  const { key } = useLocation();
  const restored = useNavigationType() === 'POP' && key !== 'default';
  const [scroll] = useStateOf(shownList, () => ({ isDue: !restored && Boolean(value) }));
  useLayoutEffect(() => {
    if (!scroll.isDue || !loaded) return;
    scroll.isDue = false;
    list.current?.querySelector('[aria-expanded="true"]')?.scrollIntoView({ block: 'start' });
  }, [list, scroll, loaded]);
}
