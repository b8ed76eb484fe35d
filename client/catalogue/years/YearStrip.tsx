import { Columns2, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { styled } from '../../components/styled';
import { useKeptOnly } from '../../offline/keep/useKeptOnly';
import { type LookupPlace, lookupPath } from '../../paths';
import { plainButton, plainSkeleton } from '../../recipes';
import { usePrefetchSheet } from '../company/usePrefetchSheet';
import { useArrowKeys } from './useArrowKeys';
import { comparedFirst, type MarkedYear, sameKey, yearOf } from './yearMarks';

/** The strip and its skeleton: the years, and a line below them. */
const frame = {
  '--line': '1.5rem',
  '@media (pointer: coarse)': { '--line': '{sizes.control}' },
  mt: 1,
  minH: 'calc({sizes.control} + 6px + var(--line))',
} as const;

const Strip = styled('nav', {
  ...frame,
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'flex-start',
  alignItems: 'center',
  columnGap: 3,
  mx: '-3px',
  // With large text it takes a line of its own.
  '& > p': { flex: '1 1 8rem', minW: 0, ps: '3px', fontSize: 'xs', lineHeight: 'snug', color: 'muted' },
  '& > button': { ...plainButton, px: 2, minH: 'var(--line)' },
  '& > ul': {
    display: 'flex',
    flexBasis: 'full',
    minW: 0,
    overflowX: 'auto',
    overflowY: 'hidden',
    // Contains the absolutely positioned texts for screen readers.
    position: 'relative',
    // Room for the focus rings of the links.
    p: '3px',
    scrollbarWidth: 'none',
    // It fades where it goes on.
    '--before': '0px',
    '--after': '0px',
    '&[data-more~=before]': { '--before': '2.5rem' },
    '&[data-more~=after]': { '--after': '2.5rem' },
    maskImage:
      'linear-gradient(to right, transparent, #000 var(--before), #000 calc(100% - var(--after)), transparent)',
  },
  '& li': { flexShrink: 0 },
  // A gap where the key data changes.
  '& [data-changed]': { ms: 2 },
  '& a': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    minW: '3.25rem',
    minH: 'control',
    px: 1.5,
    bg: 'panel',
    borderWidth: '1px',
    borderBottomWidth: '4px',
    borderBottomColor: 'controlBorder',
    textStyle: 'number',
    color: 'accent',
  },
  '& a span': { fontSize: 'xs', color: 'muted' },
  '& a i': { srOnly: true },
  // The mark that years with the same letter share.
  '& [data-mark="1"] a': { borderBottomStyle: 'double' },
  '& [data-mark="2"] a': { borderBottomStyle: 'dashed' },
  '& [data-mark="3"] a': { borderBottomStyle: 'dotted' },
  '& a:hover': { bg: 'subtle' },
  '& a[data-same]': { borderBottomColor: 'bladeEdge' },
  '& a[aria-current]': { bg: 'accent', borderColor: 'accent', color: 'onAccent' },
  '& a[aria-current] span': { color: 'onAccent' },
  '@media (forced-colors: active)': { '& a[aria-current]': { outline: '3px solid' } },
});

const StripSkeleton = styled('div', { ...plainSkeleton, ...frame });

interface Props {
  /** Undefined while they load. */
  years: MarkedYear[] | undefined;
  id: string;
  name: string | undefined;
  place: LookupPlace;
}

/** The years of the model's name; those with the same key data share a letter and a mark (docs/look.md, "Years"). */
export function YearStrip({ years, id, name, place }: Props) {
  const navigate = useNavigate();
  const prefetch = usePrefetchSheet();
  const strip = useRef<HTMLUListElement>(null);
  const go = (to: LookupPlace) => void navigate(lookupPath(to), { preventScrollReset: true, state: STAYS });
  const shown = yearOf(years, id);
  /** The place of the same key in another year of the make and name. */
  const placeOfYear = (year: MarkedYear): LookupPlace => {
    const key = year === shown ? id : sameKey(years ?? [], id, year).id;
    return {
      ...place,
      id: key,
      value: place.mode === 'year' ? String(year.year) : place.value,
      compare: place.compare === key ? null : place.compare,
    };
  };

  const keptOnly = useKeptOnly();
  const isAway = (year: MarkedYear) => keptOnly({ id: placeOfYear(year).id ?? id });

  useArrowKeys((step) => {
    const here = shown ? years?.indexOf(shown) : undefined;
    if (!years || here === undefined) return;
    // Without a connection, to the next year that is kept.
    const ahead = step > 0 ? years.slice(here + 1) : years.slice(0, here).toReversed();
    const next = ahead.find((year) => !isAway(year));
    if (next) go(placeOfYear(next));
  });

  // Unlike scrollIntoView, this scrolls only the strip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the years are there, and for another one
  useLayoutEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current) return;
    if (here) strip.current.scrollLeft = here.offsetLeft - (strip.current.clientWidth - here.offsetWidth) / 2;
    markEnds(strip.current);
  }, [id, Boolean(years)]);
  useEffect(() => {
    if (!years || !strip.current) return;
    const sizes = new ResizeObserver(([entry]) => entry && markEnds(entry.target as HTMLElement));
    sizes.observe(strip.current);
    return () => sizes.disconnect();
  }, [years]);

  if (!years) return <StripSkeleton />;
  const year = comparedFirst(years, id);
  const other = year ? sameKey(years, id, year) : shown?.keys.find((key) => key.id !== id);
  return (
    <Strip aria-label={`Years of ${name}`}>
      <ul ref={strip} translate="no" onScroll={({ currentTarget }) => markEnds(currentTarget)}>
        {years.map((year) => (
          <li
            key={year.year}
            data-changed={year.changed ? '' : undefined}
            data-mark={(year.letter.charCodeAt(0) - 65) % 4}
          >
            <Link
              to={lookupPath(placeOfYear(year))}
              state={STAYS}
              preventScrollReset
              aria-current={year === shown ? 'true' : undefined}
              {...isAway(year)}
              data-same={year.letter === shown?.letter ? '' : undefined}
              onPointerDown={() => prefetch(placeOfYear(year).id ?? id)}
            >
              {year.year}
              <span>
                <i>, key data </i>
                {year.letter}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p>{meaningOf(years)}</p>
      {(place.compare || other) && (
        // The same button for both, so that it keeps the focus.
        <button
          type="button"
          className="mk-button"
          onClick={() => go({ ...place, compare: place.compare ? null : other?.id })}
          {...(!place.compare && other && keptOnly({ id: other.id }))}
        >
          {place.compare ? <X aria-hidden="true" /> : <Columns2 aria-hidden="true" />}
          {place.compare ? 'Close comparison' : 'Compare'}
        </button>
      )}
    </Strip>
  );
}

/** Marks the ends at which the strip goes on. Without a render, because it runs while somebody scrolls. */
function markEnds(strip: HTMLElement) {
  const after = strip.scrollWidth - strip.clientWidth - strip.scrollLeft;
  strip.dataset.more = [strip.scrollLeft > 1 && 'before', after > 1 && 'after'].filter(Boolean).join(' ');
}

/** What the letters mean. */
function meaningOf(years: readonly MarkedYear[]): string {
  if (years.length < 2) return 'No other year is recorded.';
  return years.some(({ changed }) => changed)
    ? 'Years with the same letter have the same key data.'
    : 'All these years have the same key data.';
}

/** The sheet keeps its scroll position from year to year and from key to key, so that a change is easy to see. */
export const STAYS = { stays: true };
