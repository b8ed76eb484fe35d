import { Box, Link as ChakraLink, Flex, Heading } from '@chakra-ui/react';
import { ArrowLeft, FileWarning } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { BusyBar } from '../../components/notice/BusyBar';
import { announce } from '../../components/notice/LiveRegion';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { SectionLevel } from '../../components/sheetParts';
import { ModelDocument } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { correctionPaths, type LookupPlace, lookupPath } from '../../paths';
import { useSession } from '../../session';
import { KeyDataSheet } from '../sheet/KeyDataSheet';
import { useModelName } from './useModelName';

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
  const box = useRef<HTMLDivElement>(null);
  const model = data?.model;
  const name = useModelName(id);
  const spoken = model && `${model.make.displayName} ${model.name} ${model.year} loaded`;

  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);

  // The chosen sheet is scrolled into view (docs/look.md, "Lookup"); beside the list it is its own scroller.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another model
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [id]);

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
      <Box px={{ base: 4, lg: 6 }} pt={isPage ? 1 : 4} pb={10} maxW="60rem">
        {isPage ? (
          <>
            <Flex columnGap={4} mb={1} justify="space-between" wrap="wrap">
              <BackToList place={place} />
              <ReportCorrection id={id} />
            </Flex>
            <PageHeading page={id} size="xl">
              {name ?? 'Key data'}
            </PageHeading>
          </>
        ) : (
          <Flex columnGap={4} justify="space-between" align="center" wrap="wrap">
            <Heading as="h2" size="xl">
              {name ?? 'Key data'}
            </Heading>
            <ReportCorrection id={id} />
          </Flex>
        )}
        {error && !model ? (
          <Box mt={4}>
            <Problem onRetry={retryOf(error, refetch)}>{serverMessage(error) ?? 'The key data did not load.'}</Problem>
          </Box>
        ) : (
          <SectionLevel value={isPage ? 'h2' : 'h3'}>
            <KeyDataSheet model={model} />
          </SectionLevel>
        )}
      </Box>
    </Box>
  );
}

/** Opens the prefilled correction form; a locksmith returns here afterwards. */
function ReportCorrection({ id }: { id: string }) {
  const { user } = useSession();
  return (
    <ChakraLink asChild display="inline-flex" alignItems="center" gap={1.5} minH="control">
      <Link to={correctionPaths.report(id)} state={{ back: !user?.isAdmin }}>
        <FileWarning size={20} aria-hidden="true" />
        Report a correction
      </Link>
    </ChakraLink>
  );
}

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
