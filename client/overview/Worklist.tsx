import { Box, chakra, Heading, Text } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LinkButton } from '../components/LinkButton';
import { formatCount } from '../components/text/counts';
import type { OverviewQuery, WorkKind } from '../graphql/generated/overview';
import {
  aliasPaths,
  clientPaths,
  correctionPaths,
  feedbackPaths,
  listOf,
  modelPaths,
  userPaths,
  webhookPaths,
} from '../paths';

const List = chakra('ul', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      gap: 3,
      minH: 'row',
      px: 3,
      py: 1.5,
    },
    '& > li + li': { borderTopWidth: '1px' },
    '& [data-list]': {
      display: 'grid',
      gridTemplateColumns: { base: '3.25rem minmax(0, 1fr)', md: '4.5rem minmax(0, 1fr)' },
      alignItems: 'baseline',
      columnGap: 3,
      lineHeight: 'snug',
    },
    '& [data-value]': {
      fontFamily: 'heading',
      fontWeight: 'semibold',
      fontSize: { base: 'lg', md: 'xl' },
      whiteSpace: 'nowrap',
      textAlign: 'end',
      color: 'accent',
    },
    '& [data-none]': { color: 'muted' },
    '& [data-label]': { fontWeight: 'semibold', textDecoration: 'underline' },
    '& [data-next]': { gridColumn: 2, color: 'muted', overflowWrap: 'anywhere' },
  },
});

interface Kind {
  label: string;
  /** Where the count leads: as many rows as it says. */
  list: string;
  /** Where "Next" leads. */
  next: (id: string) => string;
}

const kindsOf = ({ today, monthEnd }: OverviewQuery['overview']): Record<WorkKind, Kind> => ({
  FEEDBACK: { label: 'Unanswered feedback', list: `${feedbackPaths.list}?state=open`, next: feedbackPaths.show },
  CORRECTIONS: {
    label: 'Open corrections',
    list: `${correctionPaths.list}?reports=corrections&state=open`,
    next: correctionPaths.show,
  },
  DISPUTES: {
    label: 'Disputed values',
    list: `${correctionPaths.list}?reports=disputed&state=open`,
    next: correctionPaths.show,
  },
  DUE: {
    label: 'Clients due this month',
    list: listOf.clients({ from: today, to: monthEnd, expired: 'no' }),
    next: clientPaths.edit,
  },
  EXPIRED_CLIENTS: { label: 'Expired clients', list: listOf.clients({ expired: 'yes' }), next: clientPaths.edit },
  EXPIRED_USERS: { label: 'Expired users', list: listOf.users({ expired: 'yes' }), next: userPaths.edit },
  WEBHOOKS: {
    label: 'Webhooks disabled after failures',
    list: listOf.webhooks({ state: 'disabled_after_failures' }),
    next: webhookPaths.edit,
  },
  // In the list a text is made an alias, or dismissed.
  SEARCHES: {
    label: 'Searches that found nothing',
    list: aliasPaths.searches,
    next: () => aliasPaths.frequentSearches,
  },
  GAPS: {
    label: 'Models without blank, series, spacing or depth',
    list: listOf.models({ missing: 'any' }),
    next: modelPaths.edit,
  },
  UNCHECKED: { label: 'Models not checked', list: listOf.models({ checked: 'no' }), next: modelPaths.edit },
});

/** What waits, in the order in which to take it up (docs/look.md, "Overview"). */
export function Worklist({ overview, worklist }: OverviewQuery) {
  const kinds = kindsOf(overview);
  const first = worklist.find(({ nextId }) => nextId)?.kind;
  return (
    <Box as="section" aria-label="Waiting" mt={6} maxW="52rem">
      <Heading as="h2" size="lg" mb={2}>
        Waiting
      </Heading>
      {!first && <Text mb={2}>Nothing is waiting.</Text>}
      <List>
        {worklist.map(({ kind, count, nextId, nextName }) => {
          const { label, list, next } = kinds[kind];
          return (
            <li key={kind}>
              <Link to={list} data-list="">
                <span data-value="" data-none={count === 0 ? '' : undefined}>
                  {formatCount(count)}
                </span>
                <span data-label="">{label}</span>
                {nextName && (
                  <span data-next="" translate="no">
                    {nextName}
                  </span>
                )}
              </Link>
              {nextId && (
                <LinkButton
                  to={next(nextId)}
                  state={{ back: true }}
                  variant={kind === first ? 'solid' : 'outline'}
                  aria-label={`Next: ${label}, ${nextName}`}
                >
                  Next
                  <ArrowRight aria-hidden="true" />
                </LinkButton>
              )}
            </li>
          );
        })}
      </List>
    </Box>
  );
}
