import { Box, Skeleton } from '@chakra-ui/react';
import { ArrowLeft, FileWarning, Pencil } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useAfterPaint } from '../../afterPaint';
import { lazyScreen } from '../../components/lazyScreen';
import { BusyBar } from '../../components/notice/BusyBar';
import { announce } from '../../components/notice/LiveRegion';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { styled } from '../../components/styled';
import { useStateOf } from '../../components/useStateOf';
import type { ModelLineFragment } from '../../graphql/generated/catalogue';
import { ModelDocument } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { TakeAlong } from '../../offline/keep/TakeAlong';
import { type LookupPlace, lookupPath, modelPaths } from '../../paths';
import { plainButton, plainLink } from '../../recipes';
import { useSession } from '../../session';
import { OUR_NOTES, OwnValuesContext, useOwnValues } from '../company/useOwnValues';
import { PrintedBittingContext, type TypedBitting } from '../drawing/printedBitting';
import { DisputesContext } from '../evidence/evidenceContext';
import { DID_IT_WORK } from '../evidence/evidenceWords';
import { useEvidence } from '../evidence/useEvidence';
import { PrintButton } from '../print/PrintButton';
import { PinSheet } from '../recents/PinSheet';
import { useSheetShown } from '../recents/useSheetShown';
import { CodeNote } from '../sheet/CodeNote';
import { KeyDataSheet, SheetRail } from '../sheet/KeyDataSheet';
import { SheetSection } from '../sheet/SheetSection';
import { useCodeReading } from '../sheet/useCodeReading';
import { useCorrect } from '../sheet/useCorrect';
import { KeyTabs } from '../years/KeyTabs';
import { useYears } from '../years/useYears';
import { YearStrip } from '../years/YearStrip';
import { keyTitle, yearOf } from '../years/yearMarks';
import { modelName } from './useModelLine';

const CompanyNotes = lazyScreen(() => import('../company/CompanyNotes').then((file) => file.CompanyNotes));
const DidItWork = lazyScreen(() => import('../evidence/DidItWork').then((file) => file.DidItWork));
const Comparison = lazyScreen(() => import('../compare/Comparison').then((file) => file.Comparison));

const Detail = styled('div', {
  position: { lg: 'sticky' },
  top: { lg: 'bar' },
  maxH: { lg: 'calc(100dvh - {spacing.bar})' },
  overflowY: { lg: 'auto' },
  outlineOffset: '-3px!',
  // A comparison is printed as it is here.
  _print: {
    position: 'static',
    maxH: 'none',
    overflow: 'visible',
    '& > [data-content]': { maxW: 'none', p: 0 },
    '& [data-actions]': { display: 'none' },
  },
  '& > [data-content]': { px: { base: 4, lg: 6 }, pt: 2, pb: 10, maxW: '60rem', containerType: 'inline-size' },
  '& > [data-content=page]': { pt: 1 },
  '& [data-bar]': { display: 'flex', alignItems: 'center', columnGap: 3 },
  '& [data-bar] > h1': { flex: 1, minW: 0 },
  '& [data-actions]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: 3,
    maxW: 'full',
  },
  '& [data-content=page] > [data-actions]': { mb: 1 },
  '& [data-content=page] > [data-actions] > a:first-of-type': { me: 'auto' },
  '& [data-bar] > [data-actions]': { flexShrink: 0 },
  '& [data-link]': {
    ...plainLink,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    minH: 'control',
    whiteSpace: 'nowrap',
  },
  '& [data-actions] > button': { ...plainButton, px: 2 },
  '& [data-actions] > [role=alert]': { flexBasis: 'full', color: 'danger' },
});

interface Props {
  id: string;
  place: LookupPlace;
  /** The model, from the cache; undefined if it is not there. */
  line: ModelLineFragment | undefined;
  /** Whether it is a page of its own, with a link back. Otherwise it stands beside the list. */
  isPage: boolean;
}

export function ModelDetail({ id, place, line, isPage }: Props) {
  const { data, error, loading, refetch } = useRead(ModelDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    prefetched: true,
  });
  const { user } = useSession();
  /** Whether the user's company keeps values and notes on it. */
  const isOurs = Boolean(user && !user.isAdmin);
  const { state } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const read = data?.model;
  const { shown: model, own, ...ownRead } = useOwnValues(id, read);
  const years = useYears(line);
  const name = line ? modelName(line) : 'Key data';
  const code = useCodeReading(id, place.code);
  useSheetShown(read);
  // Before the first paint only the heading, the actions, the blanks and the measures are rendered; on Back everything,
  // to restore the scroll position.
  const isWhole = useAfterPaint(useNavigationType() !== 'POP' && Boolean(model));
  const keys = yearOf(years, id)?.keys ?? [];
  const keyName = keys.length > 1 ? keyTitle(keys, id) : '';
  const spoken = model && `${model.make.displayName} ${model.name} ${model.year}${keyName && `, ${keyName}`} loaded`;

  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);

  // A chosen sheet is shown from its top (docs/look.md, "Lookup"). Beside the list it scrolls by itself. The first one is
  // at its top already, and setting scrollTop would force a layout.
  const shown = useRef(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another model
  useEffect(() => {
    if (shown.current !== id && box.current && !state?.stays) box.current.scrollTop = 0;
    shown.current = id;
  }, [id]);

  // From year to year the focus stays in the strip; another sheet is announced by its heading.
  const arrivedAt = useRef(id);
  if (!state?.stays) arrivedAt.current = id;
  const [wasShown, setWasShown] = useStateOf(arrivedAt.current, () => false);
  if (model && !wasShown) setWasShown(true);

  const edit = user?.isAdmin && (
    <SheetLink to={modelPaths.edit(id)} state={{ back: true }} icon={<Pencil size={20} aria-hidden="true" />}>
      Edit
    </SheetLink>
  );
  const correct = useCorrect(id, read);
  const { disputes, dialog, ...evidence } = useEvidence(read, isWhole);
  const bitting = useRef<TypedBitting>(null);
  const report = (
    <button
      type="button"
      className="mk-button"
      onPointerDown={correct.prepare}
      onFocus={correct.prepare}
      onClick={() => correct.open('')}
    >
      <FileWarning size={20} aria-hidden="true" />
      Report a correction
    </button>
  );
  const { compare } = place;
  const failed = error && !read;
  const tools = !failed && (
    <>
      <PinSheet model={model} />
      <PrintButton model={model} keyName={keyName} compared={place.compare} />
    </>
  );
  return (
    <PrintedBittingContext value={bitting}>
      <OwnValuesContext value={own}>
        <Detail
          ref={box}
          role="region"
          aria-label="Key data"
          aria-busy={loading}
          // A region that scrolls must be focusable, so that it can be scrolled by keyboard.
          tabIndex={isPage ? undefined : 0}
        >
          <BusyBar busy={loading && Boolean(model)} />
          <div data-content={isPage ? 'page' : ''}>
            {isPage && (
              <div data-actions="">
                <BackToList place={place} />
                {tools}
              </div>
            )}
            <div data-bar="">
              <PageHeading page={arrivedAt.current} size="xl" translate="no">
                {name}
              </PageHeading>
              {!failed && (
                <div data-actions="">
                  {edit}
                  {!isPage && tools}
                  {!isPage && report}
                </div>
              )}
            </div>
            {failed ? (
              <Box mt={4}>
                <Problem onRetry={retryOf(error, refetch)}>
                  {serverMessage(error) ?? 'The key data did not load.'}
                </Problem>
              </Box>
            ) : (
              <>
                <YearStrip
                  years={isWhole ? years : undefined}
                  id={id}
                  name={line && `${line.make.displayName} ${line.name}`}
                  place={place}
                />
                <KeyTabs years={isWhole ? years : undefined} id={id} place={place}>
                  {compare && read ? (
                    <Suspense fallback={<Skeleton h="60rem" mt={2} />}>
                      <Comparison model={read} years={years} place={{ ...place, compare }} />
                    </Suspense>
                  ) : (
                    <>
                      {place.code && <CodeNote code={place.code} found={code} />}
                      {isPage && <SheetRail more={isOurs ? [OUR_NOTES, DID_IT_WORK] : [DID_IT_WORK]} />}
                      {ownRead.error && model && (
                        <Box mt={2}>
                          <Problem onRetry={ownRead.retry}>Our own values did not load.</Problem>
                        </Box>
                      )}
                      <DisputesContext value={disputes}>
                        <KeyDataSheet
                          model={model}
                          stays={wasShown}
                          isWhole={isWhole}
                          bitting={code.bitting}
                          correct={user?.isAdmin ? undefined : correct}
                        >
                          {isOurs && (
                            <SheetSection title={OUR_NOTES}>
                              <PartBoundary part={CompanyNotes} failure="The notes did not load.">
                                <CompanyNotes key={id} bike={{ modelId: id }} />
                              </PartBoundary>
                            </SheetSection>
                          )}
                          {read && (
                            <PartBoundary part={DidItWork} failure="What others say of it did not load.">
                              <DidItWork model={read} {...evidence} />
                            </PartBoundary>
                          )}
                        </KeyDataSheet>
                      </DisputesContext>
                    </>
                  )}
                </KeyTabs>
                <div data-actions="end">
                  {isPage && report}
                  {isWhole && model && <TakeAlong model={model} />}
                </div>
                {correct.dialog}
                {dialog}
              </>
            )}
          </div>
        </Detail>
      </OwnValuesContext>
    </PrintedBittingContext>
  );
}

interface SheetLinkProps {
  to: string;
  state: object;
  icon: ReactNode;
  children: string;
}

const SheetLink = ({ to, state, icon, children }: SheetLinkProps) => (
  <Link to={to} state={state} data-link="">
    {icon}
    {children}
  </Link>
);

/** Goes back if the user came from the list, which restores its scroll position and row; otherwise opens the list. */
function BackToList({ place }: { place: LookupPlace }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  return (
    <Link
      to={lookupPath({ ...place, id: null })}
      data-link=""
      onClick={(event) => {
        if (!state?.fromList) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <ArrowLeft size={20} aria-hidden="true" />
      Back to the list
    </Link>
  );
}
