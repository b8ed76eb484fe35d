import { Button } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { receiptPath } from '../paths';
import type { Paid } from './usePayment';

/** Leads to the receipt of a payment that was just made. */
export const ReceiptButton = ({ paid }: { paid: Paid | null }) =>
  paid?.receiptNumber && (
    <Button asChild>
      <Link to={receiptPath(paid.receiptNumber)}>Receipt {paid.receiptNumber}</Link>
    </Button>
  );
