import { Box, Input, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import { matches } from '../../components/list/matches';
import { rowsWith } from '../../components/list/rowsWith';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { BusyBar } from '../../components/notice/BusyBar';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { LookupValuesDocument } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { type LookupPlace, lookupPath } from '../../paths';
import { LookupItem } from './LookupItem';
import { ModeLinks } from './ModeLinks';
import { graphMode } from './place';
import { useModelName } from './useModelName';
import { useOpenItemInView } from './useOpenItemInView';

const LookupRows = rowsWith({
  '& > li': { borderBottomWidth: '1px' },
  '& :where(button[aria-expanded], a)': { fontSize: 'md' },
  '& button[aria-expanded=true]': { fontWeight: 'bold' },
  '& a[aria-current]': { bg: 'panel' },
  // A grid row animates between zero and its content height; while hidden, it is out of the tab order.
  '& [data-panel]': {
    display: 'grid',
    gridTemplateRows: '0fr',
    visibility: 'hidden',
    transition: 'grid-template-rows 300ms ease, visibility 300ms',
  },
  '& [data-panel=open]': { gridTemplateRows: '1fr', visibility: 'visible' },
  '& [data-panel] > div': { overflow: 'hidden', minH: 0 },
});

interface Props {
  place: LookupPlace;
  makeName: string | undefined;
  /** Whether the list holds the page's h1: not while a phone shows the detail. */
  isPage: boolean;
}

/** Arrow keys, Home and End go from heading to heading, as the ARIA practices suggest for an accordion. */
function moveAmongHeadings(event: KeyboardEvent<HTMLElement>) {
  const headings = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-heading]')];
  const here = headings.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: headings.length - 1 }[event.key];
  if (here < 0 || to === undefined || !headings[to]) return;
  event.preventDefault();
  headings[to].focus();
}

export function LookupList({ place, makeName, isPage }: Props) {
  const { make, mode, value, q } = place;
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { data, error, loading, refetch } = useRead(LookupValuesDocument, {
    variables: { makeId: make, mode: graphMode(mode) },
    fetchPolicy: 'cache-and-network',
  });
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(value ? [value] : []));
  const [shown, setShown] = useState(value);

  // The URL holds the last opened item. Back closes it; an external link opens its own.
  useEffect(() => {
    if (value === shown) return;
    setShown(value);
    setOpen((before) => {
      const after = new Set(before);
      if (navigationType === 'POP' && shown) after.delete(shown);
      if (value) after.add(value);
      return after;
    });
  }, [value, shown, navigationType]);

  // Router state updates too late for an input, so the text has its own state; Back restores the typed text.
  const [text, setText] = useState(q ?? '');
  useEffect(() => {
    if (navigationType === 'POP') setText(q ?? '');
  }, [q, navigationType]);

  useOpenItemInView(list, value, Boolean(data));

  const toggle = (item: string) => {
    const opens = !open.has(item);
    setOpen((before) => (opens ? new Set([...before, item]) : new Set([...before].filter((other) => other !== item))));
    const next = opens ? item : value === item ? null : value;
    setShown(next);
    if (next !== value) void navigate(lookupPath({ ...place, value: next }), { preventScrollReset: true });
  };

  const filter = (typed: string) => {
    setText(typed);
    void navigate(lookupPath({ ...place, q: typed }), { replace: true, preventScrollReset: true });
  };

  const noun = mode === 'year' ? 'year' : 'model';
  const values = data?.lookupValues.filter((item) => matches(item, text));
  const modelName = useModelName(place.id);
  const title = modelName ?? (makeName ? `${makeName} by ${noun}` : 'Lookup');
  return (
    <>
      <Box px={4} pt={4} pb={3}>
        {isPage && (
          <PageHeading title={title} page={`${make} ${mode}`} size="xl">
            {makeName ?? 'Lookup'}
          </PageHeading>
        )}
        <ModeLinks make={make} mode={mode} />
        <Input
          type="search"
          mt={3}
          aria-label={`Filter ${noun}s`}
          placeholder={`Filter ${noun}s`}
          value={text}
          onChange={(event) => filter(event.target.value)}
        />
      </Box>
      <BusyBar busy={loading && Boolean(data)} />
      <Box borderTopWidth="1px" aria-busy={loading} onKeyDown={moveAmongHeadings}>
        {error && (
          <Box p={4}>
            <Problem onRetry={retryOf(error, refetch)}>{serverMessage(error) ?? 'Error fetching list'}</Problem>
          </Box>
        )}
        {!values && !error && <SkeletonRows count={14} />}
        {values?.length === 0 && (
          <Text p={4} color="muted">
            {text ? `No ${noun} matches “${text}”.` : 'No data available'}
          </Text>
        )}
        <LookupRows ref={list}>
          {values?.map((item) => (
            <LookupItem key={item} place={place} value={item} open={open.has(item)} onToggle={toggle} />
          ))}
        </LookupRows>
      </Box>
    </>
  );
}
