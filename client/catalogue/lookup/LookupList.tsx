import { Box, Heading, Text } from '@chakra-ui/react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import { followed } from '../../components/followed';
import { rowsWith } from '../../components/list/rowsWith';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { BusyBar } from '../../components/notice/BusyBar';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { styled } from '../../components/styled';
import { useOneColumn } from '../../components/useNarrow';
import { useStable } from '../../components/useStable';
import { useStateOf } from '../../components/useStateOf';
import { LookupLinesDocument, LookupModelsDocument, LookupValuesDocument } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { usePrefetch } from '../../graphql/usePrefetch';
import { useRead } from '../../graphql/useRead';
import { type LookupPlace, lookupPath } from '../../paths';
import { plainInput } from '../../recipes';
import { RecentSheets } from '../recents/RecentSheets';
import { useRecentSheets } from '../recents/useRecentSheets';
import { LookupItem } from './LookupItem';
import { ModeLinks } from './ModeLinks';
import { opened } from './narrowed';
import { graphMode } from './place';
import { useNarrowed } from './useNarrowed';
import { useOpenItemInView } from './useOpenItemInView';

const Head = styled('div', { px: 4, pt: 4, pb: 3, '& > input': { ...plainInput, mt: 3 } });
const Body = styled('div', { borderTopWidth: '1px' });

const LookupRows = rowsWith({
  '& > li': { borderBottomWidth: '1px' },
  '& :where(button[aria-expanded], a)': { fontSize: 'md' },
  '& button[aria-expanded=true]': { fontWeight: 'bold' },
  '& a[aria-current]': { bg: 'panel' },
  // A grid row can animate to the height of its content. A hidden one is not in the tab order.
  '& [data-panel]': {
    display: 'grid',
    gridTemplateRows: '0fr',
    visibility: 'hidden',
    transition: 'grid-template-rows 300ms ease, visibility 300ms',
  },
  '& [data-panel=open]': { gridTemplateRows: '1fr', visibility: 'visible' },
  // An item that is open when the list appears does not slide: it would move the rows below it.
  '& [data-slides]': { _starting: { gridTemplateRows: '0fr', visibility: 'hidden' } },
  '& [data-panel] > div': { overflow: 'hidden', minH: 0 },
  '& [data-models]': { bg: 'subtle' },
});

/** The number of pinned and recent sheets above the list on a phone; more would push the list out of view. */
const RECENTS_ABOVE = 4;

interface Props {
  place: LookupPlace;
  makeName: string | undefined;
  /** Whether its heading is the h1; false while a sheet shows, which has the h1. */
  isPage: boolean;
  /** Whether to show recent sheets above the list. */
  hasRecents: boolean;
}

/** Arrow keys, Home and End move between the headings, as the ARIA practices suggest for an accordion. */
function moveAmongHeadings(event: KeyboardEvent<HTMLElement>) {
  const headings = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-heading]')];
  const here = headings.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: headings.length - 1 }[event.key];
  if (here < 0 || to === undefined || !headings[to]) return;
  event.preventDefault();
  headings[to].focus();
}

export function LookupList({ place, makeName, isPage, hasRecents }: Props) {
  const { make, mode, value, q } = place;
  const shownList = `${make} ${mode}`;
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { data, error, loading, refetch } = useRead(LookupValuesDocument, {
    variables: { makeId: make, mode: graphMode(mode) },
    fetchPolicy: 'cache-and-network',
  });
  // The list waits for the recent sheets above it, and for the sub-items that the URL opens, so that nothing shifts.
  const recents = useRecentSheets({ skip: !hasRecents });
  const [linked] = useStateOf(shownList, () => value);
  const sub = useRead(LookupModelsDocument, {
    variables: { makeId: make, mode: graphMode(mode), value: linked ?? '' },
    skip: !linked,
  });
  const waits = (hasRecents && !recents.recent && !recents.error) || (Boolean(linked) && !sub.data && !sub.error);
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useStateOf<ReadonlySet<string>>(shownList, () => new Set(value ? [value] : []));
  const [shown, setShown] = useStateOf(shownList, () => value);

  // The URL holds the item that was opened last. Back closes it; a link opens the item that it names.
  useEffect(() => {
    if (value === shown) return;
    setShown(value);
    setOpen((before) => {
      const after = new Set(before);
      if (navigationType === 'POP' && shown) after.delete(shown);
      if (value) after.add(value);
      return after;
    });
  }, [value, shown, navigationType, setOpen, setShown]);

  // The URL updates too late for a controlled input, so the text is kept here as well. Back restores it.
  const [text, setText] = useStateOf(shownList, () => q ?? '');
  useEffect(() => {
    if (navigationType === 'POP') setText(q ?? '');
  }, [q, navigationType, setText]);

  useOpenItemInView(list, shownList, value, Boolean(data) && !waits);

  // Closed items only use make and mode, so they get an object that stays the same.
  const [first] = useStateOf(shownList, () => place);
  const toggle = useStable((item: string) => {
    const opens = !open.has(item);
    setOpen((before) => (opens ? new Set([...before, item]) : new Set([...before].filter((other) => other !== item))));
    const next = opens ? item : value === item ? null : value;
    setShown(next);
    if (next !== value) void navigate(lookupPath({ ...place, value: next }), { preventScrollReset: true });
  });

  // Beside the sheet the list keeps its scroll position. On a phone the sheet is a new page, which starts at the top.
  const oneColumn = useOneColumn();
  const openSheet = (to: string, replace = false) =>
    void navigate(to, { replace, state: oneColumn ? { fromList: true } : null, preventScrollReset: !oneColumn });
  const follow = (event: MouseEvent) => {
    const link = followed(event);
    if (link) openSheet(link.to, link.replace);
  };

  const prefetchLines = usePrefetch(LookupLinesDocument);
  const values = waits ? undefined : data?.lookupValues;
  const { items, chooseOnly } = useNarrowed(place, values, text, ({ value: only, id }) => {
    if (id) openSheet(lookupPath({ ...place, value: only, id }));
    else if (!open.has(only)) toggle(only);
  });
  // Expands the matches if they are few, and keeps the item that the URL opens.
  useEffect(() => {
    if (items && text.trim()) setOpen(new Set([...(value ? [value] : []), ...opened(items)]));
  }, [items, text, value, setOpen]);

  const filter = (typed: string) => {
    setText(typed);
    if (!typed.trim()) setOpen(new Set(value ? [value] : []));
    void navigate(lookupPath({ ...place, q: typed }), { replace: true, preventScrollReset: true });
  };

  const [noun, inner] = mode === 'year' ? ['year', 'model'] : ['model', 'year'];
  const title = makeName ? `${makeName} by ${noun}` : 'Lookup';
  return (
    <>
      <Head>
        {isPage ? (
          <PageHeading title={title} page={shownList} size="xl" translate="no">
            {makeName ?? 'Lookup'}
          </PageHeading>
        ) : (
          <Heading as="h2" size="xl" translate="no">
            {makeName ?? 'Lookup'}
          </Heading>
        )}
        <ModeLinks make={make} mode={mode} />
        <input
          type="search"
          enterKeyHint="go"
          aria-label={`Filter ${noun}s and ${inner}s`}
          placeholder={`Filter ${noun}s and ${inner}s`}
          value={text}
          onChange={(event) => filter(event.target.value)}
          onFocus={() => prefetchLines({ makeId: make })}
          onKeyDown={({ key }) => key === 'Enter' && chooseOnly()}
        />
      </Head>
      <BusyBar busy={loading && Boolean(data)} />
      <Body aria-busy={loading} onKeyDown={moveAmongHeadings}>
        {hasRecents && values && (
          <Box px={4} pt={3} _empty={{ display: 'none' }}>
            <RecentSheets most={RECENTS_ABOVE} cached />
          </Box>
        )}
        {error && (
          <Box p={4}>
            <Problem onRetry={retryOf(error, refetch)}>{serverMessage(error) ?? 'Error fetching list'}</Problem>
          </Box>
        )}
        {!items && !error && <SkeletonRows count={26} />}
        {items?.length === 0 && (
          <Text p={4} color="muted">
            {text ? `No ${noun} or ${inner} matches “${text}”.` : 'No data available'}
          </Text>
        )}
        <LookupRows ref={list} onClick={follow}>
          {/* Keyed by position: the next list reuses the elements of the rows. */}
          {items?.map(({ value: item, position, lines }) => (
            <LookupItem
              key={position}
              place={open.has(item) ? place : first}
              value={item}
              lines={lines}
              open={open.has(item)}
              onToggle={toggle}
            />
          ))}
        </LookupRows>
      </Body>
    </>
  );
}
