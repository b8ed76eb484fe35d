import { Box, Flex, Heading } from '@chakra-ui/react';
import { SkeletonRows } from '../components/list/SkeletonRows';
import { BusyBar } from '../components/notice/BusyBar';
import { Problem } from '../components/notice/Problem';
import { PageHeading } from '../components/PageHeading';
import { formatCount } from '../components/text/counts';
import { timeFormat } from '../components/text/formats';
import { sumInDollars } from '../components/text/money';
import { OverviewDocument, type OverviewQuery } from '../graphql/generated/overview';
import { useRead } from '../graphql/useRead';
import { listOf } from '../paths';
import { Completeness } from './Completeness';
import { Figures } from './Figures';
import { MonthBars } from './MonthBars';
import { Worklist } from './Worklist';

const monthName = timeFormat(undefined, { timeZone: 'UTC', month: 'long', year: 'numeric' });

type Months = OverviewQuery['overview']['months'];

/** A chart only shows something from the second month on that has data or follows one that has (docs/look.md, "Overview"). */
const spansTwo = (months: readonly { value: number }[]) => months.slice(0, -1).some(({ value }) => value !== 0);

function Charts({ months }: { months: Months }) {
  const signUps = months.map(({ month, signUps }) => ({ month, value: signUps }));
  const revenue = months.map(({ month, revenueCents }) => ({ month, value: revenueCents / 100 }));
  return (
    <Flex
      gap={6}
      mt={6}
      wrap="wrap"
      css={{ '& > *': { flex: '1 1 20rem', minW: 0, maxW: '36rem' }, _empty: { mt: 0 } }}
    >
      {spansTwo(signUps) && <MonthBars title="Sign-ups by month" months={signUps} format={formatCount} />}
      {spansTwo(revenue) && (
        <MonthBars
          title="Revenue by month"
          months={revenue}
          format={(dollars) => `$${formatCount(Math.round(dollars))}`}
          exact={(dollars) => sumInDollars(Math.round(dollars * 100))}
        />
      )}
    </Flex>
  );
}

/** The business at a glance: every figure opens its list. */
export function Overview() {
  const { data, error, loading, refetch } = useRead(OverviewDocument, { fetchPolicy: 'cache-and-network' });
  const figures = data?.overview;
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="80rem" aria-busy={loading}>
      <PageHeading page="Overview" subject={figures ? monthName(new Date(figures.monthStart)) : ''} mb={3}>
        Overview
      </PageHeading>
      <BusyBar busy={loading && Boolean(figures)} />
      {error && (
        <Box mb={3}>
          <Problem onRetry={() => void refetch()}>The figures did not load.</Problem>
        </Box>
      )}
      {!error && !figures && <SkeletonRows count={12} />}
      {data && figures && (
        <>
          <Figures
            title="This month"
            compact
            figures={[
              {
                label: 'Sign-ups',
                note: 'users',
                value: figures.signUps,
                to: listOf.users({ from: figures.monthStart }),
              },
              {
                label: 'Payments',
                note: sumInDollars(figures.paymentsCents),
                value: figures.payments,
                to: listOf.payments({ from: figures.monthStart }),
              },
              {
                label: 'Refunds',
                value: figures.refunds,
                to: listOf.log({ kind: 'payment_refunded', from: figures.monthStart }),
              },
            ]}
          />
          <Worklist {...data} />
          <Charts months={figures.months} />
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
