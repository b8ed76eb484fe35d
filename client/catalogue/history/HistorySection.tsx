import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';
import { Pager } from '../../components/list/Pager';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { BusyBar } from '../../components/notice/BusyBar';
import { Problem } from '../../components/notice/Problem';
import { LogLink } from '../../components/record/LogLink';

/** Entries on a page. */
export const LIMIT = 10;

interface Props {
  /** What the log calls the record: "model-12". */
  record: string;
  heading?: Ref<HTMLHeadingElement>;
  /** The error of an action. */
  failure?: string | null;
  /** How many entries there are; undefined until they have loaded. */
  total: number | undefined;
  loading: boolean;
  /** Present if they did not load. */
  onRetry: (() => void) | undefined;
  page: number;
  onPage: (page: number) => void;
  /** The entries. */
  children: ReactNode;
}

/** The history of a record, below its form and loaded after it. */
export function HistorySection({ record, heading, failure, total, loading, onRetry, page, onPage, children }: Props) {
  const pages = Math.ceil((total ?? 0) / LIMIT);
  return (
    <Box as="section" aria-labelledby="history" aria-busy={loading} px={{ base: 4, md: 6 }} pt={6} pb={10} maxW="80rem">
      <Flex gap={3} mb={3} justify="space-between" align="center" wrap="wrap">
        <Heading as="h2" id="history" ref={heading} tabIndex={-1} size="xl">
          History
        </Heading>
        <LogLink record={record} />
      </Flex>
      {failure && (
        <Box mb={3}>
          <Problem>{failure}</Problem>
        </Box>
      )}
      {total === undefined && onRetry && <Problem onRetry={onRetry}>The history did not load.</Problem>}
      {total === undefined && !onRetry && <SkeletonRows count={3} />}
      {total === 0 && <Text color="muted">No changes have been recorded yet.</Text>}
      {total !== undefined && total > 0 && (
        <>
          <BusyBar busy={loading} />
          {children}
        </>
      )}
      {pages > 1 && (
        <Box mt={3}>
          <Pager page={page} pages={pages} onChange={onPage} />
        </Box>
      )}
    </Box>
  );
}
