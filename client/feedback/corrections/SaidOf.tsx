import { Box, chakra, Heading, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Pager } from '../../components/list/Pager';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { Problem } from '../../components/notice/Problem';
import { counted } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { DisputeVerdictsDocument } from '../../graphql/generated/inbox';
import { useRead } from '../../graphql/useRead';

const Said = chakra('ul', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > li': { px: { base: 3, md: 4 }, py: 2, overflowWrap: 'anywhere' },
    '& > li + li': { borderTopWidth: '1px' },
  },
});

const LIMIT = 10;

interface Props {
  /** The id of the dispute. */
  id: string;
  worked: boolean;
}

/** The companies on one side of a disputed value, with the blank and tool that they used. */
export function SaidOf({ id, worked }: Props) {
  const [page, setPage] = useState(1);
  const { data, previousData, error, refetch } = useRead(DisputeVerdictsDocument, {
    variables: { id, worked, page, limit: LIMIT },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.disputeVerdicts;
  const pages = Math.ceil((shown?.total ?? 0) / LIMIT);
  return (
    <Box as="section" mt={4} aria-busy={!data}>
      <Heading as="h2" size="lg" mb={2}>
        {worked ? 'It worked' : 'Wrong'}
        {shown && shown.total > 0 && `: ${counted(shown.total, 'company', 'companies')}`}
      </Heading>
      {error && !shown && <Problem onRetry={() => void refetch()}>What companies say did not load.</Problem>}
      {!shown && !error && <SkeletonRows count={1} />}
      {shown?.total === 0 && <Text color="muted">No company says so.</Text>}
      {shown && shown.items.length > 0 && (
        <Said>
          {shown.items.map(({ id, company, username, found, blank, tool, remark, saidAt }) => (
            <li key={id}>
              <Text>
                <b translate="no">{company}</b>
                {!worked && (
                  <>
                    {' '}
                    {found === null ? (
                      'knows no right value'
                    ) : (
                      <>
                        found <span translate="no">{found || '—'}</span>
                      </>
                    )}
                  </>
                )}
              </Text>
              <Text color="muted" fontSize="sm">
                {[blank && `Blank ${blank}`, tool, `${username}, ${formatDay(saidAt)}`].filter(Boolean).join(' · ')}
              </Text>
              {remark && <Text whiteSpace="pre-wrap">{remark}</Text>}
            </li>
          ))}
        </Said>
      )}
      {pages > 1 && <Pager page={page} pages={pages} onChange={setPage} />}
    </Box>
  );
}
