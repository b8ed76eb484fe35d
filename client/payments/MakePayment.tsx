import { Box, Button, Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { PageHeading } from '../components/PageHeading';
import { landingPath, paths } from '../paths';
import { ExpiryNote } from './ExpiryNote';
import { PaymentForm } from './PaymentForm';
import { ReceiptButton } from './ReceiptButton';
import { useStart } from './useStart';

/** Extends the signed-in user's subscription by a year. */
export function MakePayment() {
  const { startPayment } = useStart();
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="measure">
      <PageHeading>Complete Your Payment</PageHeading>
      <PaymentForm
        what="for annual extension"
        start={(another) => startPayment(another)}
        note={<ExpiryNote />}
        after={(paid) => (
          <Flex gap={3} wrap="wrap">
            <ReceiptButton paid={paid} />
            <Button asChild variant={paid?.receiptNumber ? 'outline' : undefined}>
              <Link to={landingPath()}>Go to the lookup</Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.payments}>Payment History</Link>
            </Button>
          </Flex>
        )}
      />
    </Box>
  );
}
