import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatDay, formatMoment } from '../components/date';
import { ListResults } from '../components/ListResults';
import type { Column } from '../components/listColumn';
import { PageHeading } from '../components/PageHeading';
import { useListState } from '../components/useListState';
import { type PaymentLineFragment, usePayerQuery, usePaymentHistoryQuery } from '../graphql/generated/history';
import { paths } from '../paths';
import { useSession } from '../session';
import { inDollars } from './money';

const Quiet = chakra('span', { base: { textStyle: 'label', display: 'block' } });

const columns: Column<PaymentLineFragment>[] = [
  { header: 'SNo', key: 'number', short: true, cell: (_payment, position) => position },
  {
    header: 'Amount',
    key: 'amount',
    cell: ({ amountCents, refundedCents, disputed }) => (
      <>
        {inDollars(amountCents)}
        {refundedCents > 0 && <Quiet>refunded {inDollars(refundedCents)}</Quiet>}
        {disputed && <Quiet>disputed</Quiet>}
      </>
    ),
  },
  { header: 'Payment Time', key: 'createdAt', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    header: 'Expiration Date',
    key: 'subscriptionEndDate',
    cell: ({ subscriptionEndDate, takenBackAt }) => (
      <>
        {formatDay(subscriptionEndDate)}
        {takenBackAt && <Quiet>year taken back</Quiet>}
      </>
    ),
  },
];

/** Spec section 9. */
const LIMIT = 10;

/** One's own payments; an administrator may look at those of `?user=`. */
export function Payments() {
  const [params] = useSearchParams();
  const { user } = useSession();
  const userId = (user?.isAdmin && params.get('user')) || null;
  const { page, setPage } = useListState(columns);
  const { data, previousData, error, loading, refetch } = usePaymentHistoryQuery({
    variables: { page, limit: LIMIT, userId },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { data: payer } = usePayerQuery({ variables: { id: userId ?? '' }, skip: !userId });

  const shown = (data ?? previousData)?.paymentHistory;
  const title = payer ? `Payment History of ${payer.user.username}` : 'Payment History';
  const makePayment = !userId && (
    <Button asChild>
      <Link to={paths.makePayment}>Make Payment</Link>
    </Button>
  );
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="80rem">
      <Flex gap={3} mb={4} justify="space-between" align="center" wrap="wrap">
        <PageHeading title={title} page={`payments ${userId}`} overflowWrap="anywhere">
          {shown ? `${title} (${shown.total})` : title}
        </PageHeading>
        {shown?.total !== 0 && makePayment}
      </Flex>
      <ListResults
        label="Payment History"
        columns={columns}
        shown={shown}
        former={!data}
        loading={loading}
        failure={error && 'An error occurred while fetching the Payments.'}
        onRetry={() => void refetch()}
        page={page}
        limit={LIMIT}
        onPage={setPage}
        empty={
          <Stack align="flex-start" gap={3} p={4} bg="panel" borderWidth="1px">
            <Text>No data available</Text>
            {makePayment}
          </Stack>
        }
      />
    </Box>
  );
}
