import { Box, Link as ChakraLink, Flex, Heading, Skeleton } from '@chakra-ui/react';
import { ArrowLeft, FileWarning, Pencil } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { lazyScreen } from '../../components/lazyScreen';
import { BusyBar } from '../../components/notice/BusyBar';
import { announce } from '../../components/notice/LiveRegion';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { ModelDocument } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { correctionPaths, type LookupPlace, lookupPath, modelPaths } from '../../paths';
import { useSession } from '../../session';
import { PrintButton } from '../print/PrintButton';
import { PinSheet } from '../recents/PinSheet';
import { useSheetShown } from '../recents/useSheetShown';
import { KeyDataSheet, SheetRail } from '../sheet/KeyDataSheet';
import { SectionLevel } from '../sheet/SheetSection';
import { useYears } from '../years/useYears';
import { YearStrip } from '../years/YearStrip';
import { modelName, useModelLine } from './useModelLine';

/** Loaded when two sheets are compared. */
const Comparison = lazyScreen(() => import('../compare/Comparison').then((file) => file.Comparison));

interface Props {
  id: string;
  place: LookupPlace;
  /** In one column, the detail is a separate page with the h1 and a back link. */
  isPage: boolean;
}

export function ModelDetail({ id, place, isPage }: Props) {
  const { data, error, loading, refetch } = useRead(ModelDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    prefetched: true,
  });
  const { user } = useSession();
  const { state } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const model = data?.model;
  const line = useModelLine(id);
  const years = useYears(line);
  const name = line ? modelName(line) : 'Key data';
  useSheetShown(model);
  const spoken = model && `${model.make.displayName} ${model.name} ${model.year} loaded`;

  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);

  // The chosen sheet is scrolled into view (docs/look.md, "Lookup"); beside the list it is its own scroller.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another model
  useEffect(() => {
    if (box.current && !state?.stays) box.current.scrollTop = 0;
  }, [id]);

  const edit = user?.isAdmin && (
    <SheetLink to={modelPaths.edit(id)} state={{ back: true }} icon={<Pencil size={20} aria-hidden="true" />}>
      Edit
    </SheetLink>
  );
  // A locksmith returns here afterwards.
  const report = (
    <SheetLink
      to={correctionPaths.report(id)}
      state={{ back: !user?.isAdmin }}
      icon={<FileWarning size={20} aria-hidden="true" />}
    >
      Report a correction
    </SheetLink>
  );
  const { compare } = place;
  return (
    <Box
      ref={box}
      role="region"
      aria-label="Key data"
      aria-busy={loading}
      // A scroller must be reachable by keyboard.
      tabIndex={isPage ? undefined : 0}
      position={{ lg: 'sticky' }}
      top={{ lg: 'bar' }}
      maxH={{ lg: 'calc(100dvh - 3.5rem)' }}
      overflowY={{ lg: 'auto' }}
      outlineOffset="-3px!"
    >
      <BusyBar busy={loading && Boolean(model)} />
      <Box px={{ base: 4, lg: 6 }} pt={isPage ? 1 : 2} pb={10} maxW="60rem" containerType="inline-size">
        {isPage ? (
          <>
            <Flex columnGap={3} mb={1} align="center" wrap="wrap">
              <BackToList place={place} />
              <Box flex={1} />
              <PinSheet model={model} />
              <PrintButton model={model} />
            </Flex>
            <Flex columnGap={3} align="center">
              <PageHeading page={id} size="xl" flex={1} minW={0}>
                {name}
              </PageHeading>
              {edit}
            </Flex>
          </>
        ) : (
          <Flex columnGap={3} align="center">
            <Heading as="h2" size="xl" flex={1} minW={0}>
              {name}
            </Heading>
            <Flex columnGap={3} align="center" justify="flex-end" wrap="wrap" flexShrink={0} maxW="full">
              {edit}
              <PinSheet model={model} />
              <PrintButton model={model} />
              {report}
            </Flex>
          </Flex>
        )}
        {error && !model ? (
          <Box mt={4}>
            <Problem onRetry={retryOf(error, refetch)}>{serverMessage(error) ?? 'The key data did not load.'}</Problem>
          </Box>
        ) : (
          <SectionLevel value={isPage ? 'h2' : 'h3'}>
            <YearStrip years={years} id={id} name={line && `${line.make.displayName} ${line.name}`} place={place} />
            {compare && model ? (
              <Suspense fallback={<Skeleton h="60rem" mt={2} />}>
                <Comparison model={model} years={years} place={{ ...place, compare }} />
              </Suspense>
            ) : (
              <>
                {isPage && <SheetRail />}
                {/* Replaced as a whole, so that nothing moves when the data is there. */}
                <KeyDataSheet key={model ? 'sheet' : 'skeleton'} model={model} />
              </>
            )}
            {isPage && <Box mt={4}>{report}</Box>}
          </SectionLevel>
        )}
      </Box>
    </Box>
  );
}

interface SheetLinkProps {
  to: string;
  state: object;
  icon: ReactNode;
  children: string;
}

const SheetLink = ({ to, state, icon, children }: SheetLinkProps) => (
  <ChakraLink asChild display="inline-flex" alignItems="center" gap={1.5} minH="control" whiteSpace="nowrap">
    <Link to={to} state={state}>
      {icon}
      {children}
    </Link>
  </ChakraLink>
);

/** Goes back in the history if the user came from the list, to restore scroll and row; otherwise opens the list. */
function BackToList({ place }: { place: LookupPlace }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  return (
    <ChakraLink asChild display="inline-flex" alignItems="center" gap={1.5} minH="control">
      <Link
        to={lookupPath({ ...place, id: null })}
        onClick={(event) => {
          if (!state?.fromList) return;
          event.preventDefault();
          void navigate(-1);
        }}
      >
        <ArrowLeft size={20} aria-hidden="true" />
        Back to the list
      </Link>
    </ChakraLink>
  );
}
