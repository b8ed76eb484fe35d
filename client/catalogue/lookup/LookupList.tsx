import { Box, Text } from '@chakra-ui/react';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import { followed } from '../../components/followed';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { BusyBar } from '../../components/notice/BusyBar';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { LetterRail } from '../../components/rows/LetterRail';
import { useRoving } from '../../components/rows/useRoving';
import { styled } from '../../components/styled';
import { useOneColumn } from '../../components/useNarrow';
import { useStable } from '../../components/useStable';
import { useStateOf } from '../../components/useStateOf';
import { LookupLinesDocument, LookupModelsDocument, LookupValuesDocument } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { usePrefetch } from '../../graphql/usePrefetch';
import { useRead } from '../../graphql/useRead';
import { useKeptOnly } from '../../offline/keep/useKeptOnly';
import { CHOSEN, type LookupPlace, lookupPath } from '../../paths';
import { plainInput } from '../../recipes';
import { AddOwnSheet } from '../company/AddOwnSheet';
import { LookupItem } from './LookupItem';
import { keepHeading, LookupRows, STOPS } from './LookupRows';
import { Landing } from './landing/Landing';
import { useLanding } from './landing/useLanding';
import { ModeLinks } from './ModeLinks';
import { opened } from './narrowed';
import { graphMode } from './place';
import { useNarrowed } from './useNarrowed';
import { useOpenItemInView } from './useOpenItemInView';

const Head = styled('div', {
  px: 4,
  pt: 4,
  pb: 3,
  '& > h2': { fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'xl', lineHeight: 'tight' },
  '& > input': { ...plainInput, mt: 3 },
});
const Body = styled('div', { position: 'relative', borderTopWidth: '1px' });

interface Props {
  place: LookupPlace;
  makeName: string | undefined;
  /** Whether its heading is the h1; false while a sheet shows, which has the h1. */
  isPage: boolean;
  /** Whether the start of the lookup is above the list. */
  hasLanding: boolean;
}

export function LookupList({ place, makeName, isPage, hasLanding }: Props) {
  const { make, mode, value, q } = place;
  const shownList = `${make} ${mode}`;
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { data, error, loading, refetch } = useRead(LookupValuesDocument, {
    variables: { makeId: make, mode: graphMode(mode) },
    fetchPolicy: 'cache-and-network',
  });
  // The list waits for the landing above it, and for the sub-items that the URL opens, so that nothing shifts.
  const landing = useLanding({ skip: !hasLanding });
  const [linked] = useStateOf(shownList, () => value);
  const sub = useRead(LookupModelsDocument, {
    variables: { makeId: make, mode: graphMode(mode), value: linked ?? '' },
    skip: !linked,
  });
  const waits = (hasLanding && !landing) || (Boolean(linked) && !sub.data && !sub.error);
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

  const roving = useRoving(list, STOPS, `${shownList} ${!data || waits}`);
  useOpenItemInView(list, shownList, value, Boolean(data) && !waits);

  const state = hasLanding ? { start: true } : CHOSEN;
  // Closed items only use make and mode, so they get an object that stays the same.
  const [first] = useStateOf(shownList, () => place);
  const toggle = useStable((item: string) => {
    const opens = !open.has(item);
    if (!opens) keepHeading(list.current, item);
    setOpen((before) => (opens ? new Set([...before, item]) : new Set([...before].filter((other) => other !== item))));
    const next = opens ? item : value === item ? null : value;
    setShown(next);
    if (next !== value) void navigate(lookupPath({ ...place, value: next }), { state, preventScrollReset: true });
  });

  // Beside the sheet the list keeps its scroll position. On a phone the sheet is a new page, which starts at the top.
  const oneColumn = useOneColumn();
  const openSheet = (to: string, replace = false) =>
    void navigate(to, {
      replace,
      state: oneColumn ? { ...state, fromList: true } : null,
      preventScrollReset: !oneColumn,
    });
  const follow = (event: MouseEvent) => {
    const link = followed(event);
    if (link) openSheet(link.to, link.replace);
  };

  const prefetchLines = usePrefetch(LookupLinesDocument);
  const values = waits ? undefined : data?.lookupValues;
  const { items, chooseOnly } = useNarrowed(place, values, text, ({ value: only, id }) => {
    if (id) openSheet(lookupPath({ ...place, value: only, id, code: null }));
    else if (!open.has(only)) toggle(only);
  });
  // Expands the matches if they are few, and keeps the item that the URL opens.
  useEffect(() => {
    if (items && text.trim()) setOpen(new Set([...(value ? [value] : []), ...opened(items)]));
  }, [items, text, value, setOpen]);

  const hasRail = oneColumn && isPage;
  const names = useMemo(() => items?.map((item) => item.value), [items]);

  const filter = (typed: string) => {
    setText(typed);
    if (!typed.trim()) setOpen(new Set(value ? [value] : []));
    void navigate(lookupPath({ ...place, q: typed }), { replace: true, state, preventScrollReset: true });
  };

  const keptOnly = useKeptOnly();
  const [noun, inner] = mode === 'year' ? ['year', 'model'] : ['model', 'year'];
  const title = makeName ? `${makeName} by ${noun}` : 'Lookup';
  return (
    <>
      {hasLanding && (
        <Box px={4} pt={4} pb={6}>
          {isPage && (
            <PageHeading page="start" mb={4}>
              Lookup
            </PageHeading>
          )}
          <Landing mode={mode} landing={landing} />
        </Box>
      )}
      <Head hidden={hasLanding && !landing}>
        {isPage && !hasLanding ? (
          <PageHeading title={title} page={shownList} size="xl" translate="no">
            {makeName ?? 'Lookup'}
          </PageHeading>
        ) : (
          <h2 translate="no">{makeName ?? (hasLanding ? 'Years' : 'Lookup')}</h2>
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
      <Body aria-busy={loading} hidden={hasLanding && !landing}>
        {error && (
          <Box p={4}>
            <Problem onRetry={retryOf(error, refetch)}>{serverMessage(error) ?? 'Error fetching list'}</Problem>
          </Box>
        )}
        {!items && !error && <SkeletonRows count={26} />}
        {items?.length === 0 && (
          <Box p={4}>
            <Text color="muted">{text ? `No ${noun} or ${inner} matches “${text}”.` : 'No data available'}</Text>
            <AddOwnSheet name={text.trim()} />
          </Box>
        )}
        <LookupRows ref={list} onClick={follow} {...roving} data-rail={hasRail || undefined}>
          {/* Keyed by position: the next list reuses the elements of the rows. */}
          {items?.map(({ value: item, position, lines }) => (
            <LookupItem
              key={position}
              place={open.has(item) ? place : first}
              value={item}
              lines={lines}
              open={open.has(item)}
              onToggle={toggle}
              {...(keptOnly({ makeId: make, ...(mode === 'year' ? { year: Number(item) } : { name: item }) }) && {
                isAway: true,
              })}
            />
          ))}
        </LookupRows>
        {hasRail && names && <LetterRail names={names} list={list} />}
      </Body>
    </>
  );
}
