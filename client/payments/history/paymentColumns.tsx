import { chakra } from '@chakra-ui/react';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatDay, formatMoment } from '../../components/text/date';
import { inDollars } from '../../components/text/money';
import type { PaymentLineFragment, PaymentSort } from '../../graphql/generated/history';
import { receiptPath } from '../../paths';

const Quiet = chakra('span', { base: { textStyle: 'label', display: 'block' } });

export type PaymentColumn = Column<PaymentLineFragment, PaymentSort>;

export const paymentColumns: PaymentColumn[] = [
  {
    header: 'Amount',
    key: 'amount',
    cell: ({ id, amountCents, refundedCents, disputed, receiptNumber }) => (
      <>
        {inDollars(amountCents)}
        {refundedCents > 0 && <Quiet>refunded {inDollars(refundedCents)}</Quiet>}
        {disputed && <Quiet>disputed</Quiet>}
        {receiptNumber !== null && (
          <div>
            <RowLink to={receiptPath(receiptNumber)} row={`receipt ${id}`}>
              {`Receipt ${receiptNumber}`}
            </RowLink>
          </div>
        )}
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
        {takenBackAt && <Quiet>year revoked</Quiet>}
      </>
    ),
  },
];
