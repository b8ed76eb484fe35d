import { chakra, Heading, type HeadingProps } from '@chakra-ui/react';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { afterPaint } from '../afterPaint';

interface Props extends HeadingProps {
  /** The document title, if it says more than the heading. */
  title?: string;
  /** The page's identity while the component stays mounted; a change moves the focus to the heading. */
  page?: string;
  /** What the page shows, on a line of its own. Empty while it loads, so that nothing moves. */
  subject?: string | undefined;
  children: string;
}

/** The history entry at page load; a reload keeps its key. */
const LOADED_AT: string = history.state?.key ?? 'default';

/** The history entry whose heading took the focus last. */
let focusedAt = LOADED_AT;

/** The open menu or dialog, which would close if the focus left it. */
const OVERLAY = ':is([role=menu], [role=dialog], [role=alertdialog])[data-state=open]';

/** The field that was typed into last, unless Enter, Back or Forward followed, which may open another screen. */
let typedInto: EventTarget | null = null;
addEventListener('input', ({ target }) => {
  typedInto = target;
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') typedInto = null;
});
addEventListener('popstate', () => {
  typedInto = null;
});

/** The heading of the present screen: what has the focus after a choice that may lead to the screen that is open already. */
export const presentHeading = () => document.querySelector<HTMLElement>('main h1');

/** The one h1 of a screen: names the document, and takes the focus after a navigation (not when the page is first loaded). */
export function PageHeading({ title, page, subject, children, ...heading }: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrived = useRef(key);
  arrived.current = key;
  const identity = page ?? children;

  // In the commit: an effect may run after the paint, and somebody who is already in a field by then would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the identity is the reason to run, not an input
  useLayoutEffect(() => {
    if (arrived.current === LOADED_AT) return;
    // Focusing forces a layout, so it waits for the paint. The focus stays if it has moved meanwhile, if somebody types into
    // a field of the layout or has opened a menu, or if the heading has already had it at this history entry, as when a
    // record arrives late.
    const before = arrived.current !== focusedAt && document.activeElement;
    return afterPaint(() => {
      const { activeElement, body } = document;
      if (activeElement?.closest(OVERLAY)) return;
      if (activeElement !== body && (activeElement !== before || activeElement === typedInto)) return;
      focusedAt = arrived.current;
      ref.current?.focus({ preventScroll: true });
    });
  }, [identity]);

  return (
    <>
      <title>{`${title ?? children} · Motokey`}</title>
      <Heading as="h1" ref={ref} tabIndex={-1} {...heading}>
        {children}
        {subject !== undefined && (
          <chakra.span translate="no" display="block" minH="1lh" fontSize="lg" overflowWrap="anywhere">
            {subject}
          </chakra.span>
        )}
      </Heading>
    </>
  );
}
