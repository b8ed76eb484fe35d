import { Box, Flex, Heading } from '@chakra-ui/react';
import { SkeletonRows } from '../components/list/SkeletonRows';
import { BusyBar } from '../components/notice/BusyBar';
import { Problem } from '../components/notice/Problem';
import { PageHeading } from '../components/PageHeading';
import { formatCount } from '../components/text/counts';
import { sumInDollars } from '../components/text/money';
import { OverviewDocument } from '../graphql/generated/overview';
import { useRead } from '../graphql/useRead';
import { aliasPaths, correctionPaths, feedbackPaths, listOf } from '../paths';
import { Completeness } from './Completeness';
import { Figures } from './Figures';
import { MonthBars } from './MonthBars';

const monthName = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** The business at a glance: every figure opens its list. */
export function Overview() {
  const { data, error, loading, refetch } = useRead(OverviewDocument, { fetchPolicy: 'cache-and-network' });
  const figures = data?.overview;
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="80rem" aria-busy={loading}>
      <PageHeading page="Overview" subject={figures ? monthName.format(new Date(figures.monthStart)) : ''} mb={3}>
        Overview
      </PageHeading>
      <BusyBar busy={loading && Boolean(figures)} />
      {error && (
        <Box mb={3}>
          <Problem onRetry={() => void refetch()}>The figures did not load.</Problem>
        </Box>
      )}
      {!error && !figures && <SkeletonRows count={12} />}
      {figures && (
        <>
          <Flex columnGap={8} wrap="wrap">
            <Figures
              title="Subscriptions and payments"
              figures={[
                {
                  label: 'Due this month',
                  note: 'clients',
                  value: figures.dueClients,
                  to: listOf.clients({ from: figures.today, to: figures.monthEnd }),
                },
                {
                  label: 'Lapsed',
                  note: 'clients',
                  value: figures.lapsedClients,
                  to: listOf.clients({ before: figures.today }),
                },
                {
                  label: 'Sign-ups',
                  note: 'users this month',
                  value: figures.signUps,
                  to: listOf.users({ from: figures.monthStart }),
                },
                {
                  label: 'Payments',
                  note: `${sumInDollars(figures.paymentsCents)} this month`,
                  value: figures.payments,
                  to: listOf.payments({ from: figures.monthStart }),
                },
                {
                  label: 'Refunds',
                  note: 'this month',
                  value: figures.refunds,
                  to: listOf.log({ kind: 'payment_refunded', from: figures.monthStart }),
                },
              ]}
            />
            <Figures
              title="Waiting"
              figures={[
                {
                  label: 'Open corrections',
                  value: figures.openCorrections,
                  to: `${correctionPaths.list}?state=open`,
                },
                {
                  label: 'Unanswered feedback',
                  value: figures.unansweredFeedback,
                  to: `${feedbackPaths.list}?state=open`,
                },
                { label: 'Searches that found nothing', value: figures.missedSearches, to: aliasPaths.searches },
              ]}
            />
          </Flex>
          <Flex gap={6} mt={6} wrap="wrap" css={{ '& > *': { flex: '1 1 20rem', minW: 0, maxW: '36rem' } }}>
            <MonthBars
              title="Sign-ups by month"
              months={figures.months.map(({ month, signUps }) => ({ month, value: signUps }))}
              format={formatCount}
            />
            <MonthBars
              title="Revenue by month"
              months={figures.months.map(({ month, revenueCents }) => ({ month, value: revenueCents / 100 }))}
              format={(dollars) => `$${formatCount(Math.round(dollars))}`}
              exact={(dollars) => sumInDollars(Math.round(dollars * 100))}
            />
          </Flex>
        </>
      )}
      {/* It loads at the same time as the figures, but they would move it if it were visible before them. */}
      <Box visibility={error || figures ? undefined : 'hidden'}>
        <Heading as="h2" size="xl" mt={8} mb={3}>
          Catalogue
        </Heading>
        <Completeness />
      </Box>
    </Box>
  );
}
