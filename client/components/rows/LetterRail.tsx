import { type PointerEvent, type RefObject, useState } from 'react';
import { styled } from '../styled';

const Rail = styled('div', {
  position: 'absolute',
  insetBlock: 0,
  right: 0,
  w: 9,
  zIndex: 2,
  pointerEvents: 'none',
  _print: { display: 'none' },
  '& > div': {
    position: 'sticky',
    top: 'calc({spacing.bar} + 4px)',
    display: 'flex',
    flexDirection: 'column',
    maxH: 'calc(100dvh - var(--above, {spacing.bar}) - {spacing.foot} - 8px)',
    // Moving a finger on it moves the list and not the page.
    touchAction: 'none',
    userSelect: 'none',
    pointerEvents: 'auto',
    cursor: 'pointer',
    color: 'accent',
    fontFamily: 'heading',
    fontWeight: 'semibold',
    // Twenty-six letters fit, however large the text is.
    fontSize: 'min({fontSizes.md}, calc((100dvh - var(--above, {spacing.bar}) - 9rem) / 27))',
    lineHeight: 1,
  },
  '& > div > span': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flex: '0 1 2.25rem',
    minH: 0,
  },
  '& > div > strong': {
    position: 'absolute',
    right: 'calc(100% + 1rem)',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '56px',
    fontSize: '26px',
    bg: 'accent',
    color: 'onAccent',
    borderRadius: 'control',
    transform: 'translateY(-50%)',
  },
});

/** The rows' marks in their order: first letters, of years the decade ("'90"). */
function marksOf(names: readonly string[]): { mark: string; index: number }[] {
  const marks: { mark: string; index: number }[] = [];
  for (const [index, name] of names.entries()) {
    const mark = /^(19|20)\d\d$/.test(name) ? `’${name.charAt(2)}0` : name.trim().charAt(0).toUpperCase();
    if (marks.at(-1)?.mark !== mark) marks.push({ mark, index });
  }
  return marks;
}

/** Fewer rows need no rail. */
const ROWS = 16;

interface Props {
  names: readonly string[];
  /** The list, whose elements have the order of `names`. Its parent has a relative position. */
  list: RefObject<HTMLElement | null>;
}

/**
 * The first letters beside a long list, for a thumb: a finger on a letter shows its rows, also while it moves. Hidden from
 * assistive technology, which has the headings, and from the keyboard, which has first letters (useRoving.ts).
 */
export function LetterRail({ names, list }: Props) {
  const [at, setAt] = useState<{ mark: string; y: number }>();
  const marks = marksOf(names);
  if (names.length < ROWS || marks.length < 2) return null;

  const point = ({ currentTarget, clientY, type, pointerId }: PointerEvent<HTMLElement>) => {
    if (type === 'pointerdown') currentTarget.setPointerCapture(pointerId);
    else if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    const share = Math.min(Math.max((clientY - top) / height, 0), 0.999);
    const found = marks[Math.floor(share * marks.length)];
    if (!found || found.mark === at?.mark) return;
    setAt({ mark: found.mark, y: share * height });
    list.current?.children[found.index]?.scrollIntoView({ block: 'start', behavior: 'instant' });
  };
  const leave = () => setAt(undefined);
  return (
    <Rail aria-hidden="true" translate="no">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: hidden, see above */}
      <div
        onPointerDown={point}
        onPointerMove={point}
        onPointerUp={leave}
        onPointerCancel={leave}
        // Otherwise a click follows, on what the list has moved under the finger. With a handler of clicks, the browser does
        // not take a link beside the letters for the one that was meant.
        onTouchEnd={(event) => event.preventDefault()}
        onClick={(event) => event.stopPropagation()}
      >
        {marks.map(({ mark, index }) => (
          <span key={index}>{mark}</span>
        ))}
        {at && <strong style={{ top: at.y }}>{at.mark}</strong>}
      </div>
    </Rail>
  );
}
