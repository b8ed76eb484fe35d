import { DataList } from '../../components/list/DataList';
import { EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { Email } from '../../components/text/Email';
import { PaymentsDocument } from '../../graphql/generated/history';
import { paymentsOf } from '../../paths';
import { type PaymentColumn, paymentColumns } from './paymentColumns';
import { useAllPaymentsFilter } from './usePaymentFilter';

const columns: PaymentColumn[] = [
  {
    header: 'User',
    key: 'user',
    least: EMAIL,
    cell: ({ id, userId, username }) =>
      userId ? (
        <RowLink to={paymentsOf(userId)} row={`user ${id}`}>
          <Email>{username}</Email>
        </RowLink>
      ) : (
        <Email>{username}</Email>
      ),
  },
  ...paymentColumns.map((column) => (column.key === 'createdAt' ? { ...column, sort: 'CREATED_AT' as const } : column)),
];

/** The payments of all users, for administrators. */
export function AllPayments() {
  return (
    <DataList
      title="Payment"
      columns={columns}
      document={PaymentsDocument}
      pageOf={({ payments }) => payments}
      defaultSort={{ key: 'createdAt', dir: 'desc' }}
      failure="An error occurred while fetching the Payments."
      filter={useAllPaymentsFilter()}
      views="PAYMENTS"
    />
  );
}
