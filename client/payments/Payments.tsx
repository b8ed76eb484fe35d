import { Button, chakra } from '@chakra-ui/react';
import { Link, useSearchParams } from 'react-router-dom';
import { periodOf, periodTerms } from '../components/list/filter/period';
import { useListFilters } from '../components/list/filter/useListFilters';
import { ListScreen } from '../components/list/ListScreen';
import type { Column } from '../components/list/listColumn';
import { useListState } from '../components/list/useListState';
import { formatDay, formatMoment } from '../components/text/date';
import { inDollars } from '../components/text/money';
import { PaymentHistoryDocument, type PaymentLineFragment, UserPaymentsDocument } from '../graphql/generated/history';
import { useRead } from '../graphql/useRead';
import { paths } from '../paths';
import { useSession } from '../session';

const Quiet = chakra('span', { base: { textStyle: 'label', display: 'block' } });

const columns: Column<PaymentLineFragment>[] = [
  { header: 'SNo', key: 'number', short: true, least: 3, cell: (_payment, position) => position },
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

/** docs/look.md, "Lists". */
const LIMIT = 10;

/** The user's own payments; an administrator can view those of `?user=`. */
export function Payments() {
  const [params] = useSearchParams();
  const { user } = useSession();
  const userId = (user?.isAdmin && params.get('user')) || null;
  const { page, setPage } = useListState(columns);
  const filter = useListFilters('Payments', periodTerms, periodOf);
  const own = useRead(PaymentHistoryDocument, {
    variables: { page, limit: LIMIT },
    skip: userId !== null,
    fetchPolicy: 'cache-and-network',
  });
  const others = useRead(UserPaymentsDocument, {
    variables: { id: userId ?? '', page, limit: LIMIT, ...filter.variables },
    skip: userId === null,
    fetchPolicy: 'cache-and-network',
  });
  const { data, error, loading, refetch } = userId === null ? own : others;

  const payer = userId === null ? undefined : (others.data ?? others.previousData)?.user;
  const shown = userId === null ? (own.data ?? own.previousData)?.paymentHistory : payer?.payments;
  const title = payer ? `Payment History of ${payer.username}` : 'Payment History';
  const makePayment = !userId && (
    <Button asChild>
      <Link to={paths.makePayment}>Make Payment</Link>
    </Button>
  );
  return (
    <ListScreen
      heading={title}
      screen={`payments ${userId}`}
      create={makePayment}
      controls={userId && filter.controls}
      onClear={userId && filter.active ? filter.onClear : undefined}
      columns={columns}
      shown={shown}
      former={!data}
      loading={loading}
      failure={error && 'An error occurred while fetching the Payments.'}
      onRetry={() => void refetch()}
      page={page}
      limit={LIMIT}
      onPage={setPage}
    />
  );
}
