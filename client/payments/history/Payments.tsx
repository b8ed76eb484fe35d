import { useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../components/LinkButton';
import { ListScreen } from '../../components/list/ListScreen';
import { useListState } from '../../components/list/useListState';
import { PaymentHistoryDocument, UserPaymentsDocument } from '../../graphql/generated/history';
import { useRead } from '../../graphql/useRead';
import { paths } from '../../paths';
import { useSession } from '../../session';
import { type PaymentColumn, paymentColumns } from './paymentColumns';
import { ReminderSwitch } from './ReminderSwitch';
import { usePaymentFilter } from './usePaymentFilter';

const columns: PaymentColumn[] = [
  { header: 'SNo', key: 'number', short: true, least: 3, cell: (_payment, position) => position },
  ...paymentColumns,
];

/** docs/look.md, "Lists". */
const LIMIT = 10;

/** The user's own payments; an administrator can view those of `?user=`. */
export function Payments() {
  const [params] = useSearchParams();
  const { user } = useSession();
  const userId = (user?.isAdmin && params.get('user')) || null;
  const { page, setPage } = useListState(columns);
  const filter = usePaymentFilter();
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
  const all = user?.isAdmin && <LinkButton to={paths.allPayments}>All payments</LinkButton>;
  const makePayment = !userId && (
    <LinkButton to={paths.makePayment} variant="solid">
      Make Payment
    </LinkButton>
  );
  return (
    <ListScreen
      heading="Payment History"
      subject={userId === null ? undefined : (payer?.username ?? '')}
      screen={`payments ${userId}`}
      create={makePayment}
      actions={all}
      controls={userId ? filter.controls : !user?.isAdmin && <ReminderSwitch />}
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
