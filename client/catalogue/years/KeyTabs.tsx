import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { styled } from '../../components/styled';
import { textKey } from '../../components/text/textKey';
import { useKeptOnly } from '../../offline/keep/useKeptOnly';
import { type LookupPlace, lookupPath } from '../../paths';
import { usePrefetchSheet } from '../company/usePrefetchSheet';
import { STAYS } from './YearStrip';
import { keyTitle, type MarkedYear, sameKey, yearOf } from './yearMarks';

const Tabs = styled('div', {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  mt: 2,
  borderBottomWidth: '1px',
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minW: 0,
    minH: 'control',
    px: 3,
    mb: '-1px',
    overflowWrap: 'anywhere',
    color: 'accent',
    borderBottomWidth: '3px',
    borderBottomColor: 'transparent',
    outlineOffset: '-3px!',
  },
  '@media (hover: hover)': { '& a:hover': { bg: 'subtle' } },
  '& a[aria-selected=true]': { fontWeight: 'bold', borderBottomColor: 'currentColor' },
  _print: { display: 'none' },
});
const Untold = styled('p', { mt: 2, fontSize: 'sm', color: 'muted' });

interface Props {
  years: readonly MarkedYear[] | undefined;
  id: string;
  place: LookupPlace;
  /** The sheet of the key. */
  children: ReactNode;
}

const PANEL = 'key-panel';
const tabId = (id: string) => `key-${id}`;
/** The keyboard keys that move among the tabs, each with the place that it leads to. */
const MOVES: Record<string, (here: number, count: number) => number> = {
  ArrowLeft: (here, count) => (here + count - 1) % count,
  ArrowRight: (here, count) => (here + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The keys of a bike that has several, as tabs above the sheet of one (docs/look.md, "Sheet"). */
export function KeyTabs({ years = [], id, place, children }: Props) {
  const navigate = useNavigate();
  const keptOnly = useKeptOnly();
  const prefetch = usePrefetchSheet();
  const year = yearOf(years, id);
  const keys = year?.keys ?? [];
  const areSeveral = keys.length > 1;
  const areTold = new Set(keys.map(({ label }) => textKey(label))).size === keys.length;

  /** The place of another key. What is compared becomes the same key of its year. */
  const placeOf = (key: string): LookupPlace => {
    const compared = place.compare ? yearOf(years, place.compare) : undefined;
    if (!compared) return { ...place, id: key };
    if (compared !== year) return { ...place, id: key, compare: sameKey(years, key, compared).id };
    return { ...place, id: key, compare: place.compare === key ? id : place.compare };
  };
  const move = (event: KeyboardEvent) => {
    const to = MOVES[event.key]?.(
      keys.findIndex((key) => key.id === id),
      keys.length,
    );
    const key = to === undefined ? undefined : keys[to];
    if (!key || keptOnly({ id: key.id }) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.getElementById(tabId(key.id))?.focus();
    void navigate(lookupPath(placeOf(key.id)), { preventScrollReset: true, state: STAYS });
  };
  return (
    <>
      {!areTold && <Untold>{keys.length} keys recorded, not told apart</Untold>}
      {areSeveral && (
        <Tabs role="tablist" aria-label="Keys of this bike" translate="no" onKeyDown={move}>
          {keys.map((key) => (
            <Link
              key={key.id}
              id={tabId(key.id)}
              role="tab"
              aria-selected={key.id === id}
              aria-controls={PANEL}
              tabIndex={key.id === id ? 0 : -1}
              to={lookupPath(placeOf(key.id))}
              state={STAYS}
              {...keptOnly({ id: key.id })}
              preventScrollReset
              onPointerDown={() => prefetch(key.id)}
            >
              {keyTitle(keys, key.id)}
            </Link>
          ))}
        </Tabs>
      )}
      {/* The same element with and without tabs, so that they do not render the sheet again. */}
      <div {...(areSeveral && { id: PANEL, role: 'tabpanel', 'aria-labelledby': tabId(id) })}>{children}</div>
    </>
  );
}
