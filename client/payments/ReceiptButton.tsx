import { LinkButton } from '../components/LinkButton';
import { receiptPath } from '../paths';
import type { Paid } from './usePayment';

/** Leads to the receipt of a payment that was just made. */
export const ReceiptButton = ({ paid }: { paid: Paid | null }) =>
  paid?.receiptNumber && (
    <LinkButton to={receiptPath(paid.receiptNumber)} variant="solid">
      Receipt {paid.receiptNumber}
    </LinkButton>
  );
