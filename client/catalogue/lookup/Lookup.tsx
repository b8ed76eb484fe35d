import { Stack } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { Notice } from '../../components/notice/Notice';
import { PageHeading } from '../../components/PageHeading';
import { styled } from '../../components/styled';
import { useOneColumn } from '../../components/useNarrow';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { DEFAULT_MAKE, lookupPath } from '../../paths';
import { LookupList } from './LookupList';
import { Landing } from './landing/Landing';
import { useLanding } from './landing/useLanding';
import { ModelDetail } from './ModelDetail';
import { NothingChosen } from './NothingChosen';
import { placeOf } from './place';
import { useModelLine } from './useModelLine';

const Columns = styled('div', {
  '@media screen and (min-width: 1024px)': {
    display: 'grid',
    gridTemplateColumns: '{sizes.list} minmax(0, 1fr)',
    alignItems: 'start',
  },
  '& > [data-list]': {
    bg: 'panel',
    // Unlike `display: none`, it keeps the list's layout: the browser need not lay it out again.
    '&[data-list=hidden]': {
      contentVisibility: 'hidden',
      '@supports not (content-visibility: hidden)': { display: 'none' },
    },
    // Beside a sheet, only the sheet is printed.
    '&:not(:last-child)': { _print: { display: 'none' } },
    lg: { borderRightWidth: '1px', minH: 'calc(100dvh - {spacing.bar})' },
  },
});

/**
 * In one column, leaving a detail returns the focus to its row in the list. On Back the router has restored the scroll;
 * otherwise, as after a link to the detail, the row is scrolled into view. An effect of the screen itself, so it runs
 * after the heading's effect, which also sets the focus.
 */
function useReturnToRow(oneColumn: boolean, id: string | null | undefined) {
  const before = useRef(id);
  const preventScroll = useNavigationType() === 'POP';
  useEffect(() => {
    const left = before.current;
    before.current = id;
    if (!oneColumn || id || !left) return;
    document.querySelector<HTMLElement>(`[data-model="${CSS.escape(left)}"]`)?.focus({ preventScroll });
  }, [oneColumn, id, preventScroll]);
}

/** The lookup: a make's years or models, their sub-items, and the chosen model's key data. All state is in the URL. */
export function Lookup() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const place = placeOf(params);
  const oneColumn = useOneColumn();
  const makes = useRead(MakeOptionsDocument).data?.makeOptions;
  const make = makes?.find(({ id }) => id === place?.make);
  const model = useModelLine(place?.id, make);
  useReturnToRow(oneColumn, place?.id);

  if (!place) return <NoPlace />;

  // Make 53 if it exists, else the first (docs/rules.md, "Makes and models").
  const first = makes?.[0];
  const hasDefault = makes?.some(({ id }) => id === DEFAULT_MAKE) ?? true;
  if (first && place.make === DEFAULT_MAKE && !hasDefault) {
    return <Navigate to={lookupPath({ make: first.id, mode: place.mode })} replace />;
  }

  // A sheet is always shown beside the list of its own make.
  if (model && model.make.id !== place.make) {
    const value = place.mode === 'year' ? String(model.year) : model.name;
    return <Navigate to={lookupPath({ ...place, make: model.make.id, value })} replace />;
  }

  const alone = oneColumn && Boolean(place.id);
  // The page after a sign-in (paths.ts): the default make by year.
  const isStart = place.make === (hasDefault ? DEFAULT_MAKE : first?.id) && place.mode === 'year';
  const isUntouched = !place.value && !place.q && !place.id;
  // It stays above the list while the list is used.
  const hasLanding = oneColumn && isStart && (state?.start ?? (isUntouched && !state?.chosen));
  return (
    <Columns>
      {/* With one column, the hidden list stays mounted behind the sheet, so that Back shows it unchanged. */}
      <div data-list={alone ? 'hidden' : ''}>
        <LookupList place={place} makeName={make?.displayName} isPage={!place.id} hasLanding={hasLanding} />
      </div>
      {place.id ? (
        <ModelDetail id={place.id} place={place} line={model} isPage={alone} />
      ) : (
        !oneColumn && <NothingChosen mode={place.mode} isUntouched={isUntouched} />
      )}
    </Columns>
  );
}

/** The address lacks the make or the mode. */
function NoPlace() {
  const landing = useLanding();
  return (
    <Stack gap={6} p={{ base: 4, md: 6 }} maxW="60rem">
      <PageHeading>Lookup</PageHeading>
      <Notice kind="danger">Missing company ID or mode</Notice>
      <Landing mode="year" landing={landing} />
    </Stack>
  );
}
