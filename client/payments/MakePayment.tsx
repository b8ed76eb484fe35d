import { Box, Flex, Skeleton, Text } from '@chakra-ui/react';
import { LinkButton } from '../components/LinkButton';
import { Notice } from '../components/notice/Notice';
import { Problem } from '../components/notice/Problem';
import { PageHeading } from '../components/PageHeading';
import { formatDay } from '../components/text/date';
import { SubscriptionStatusDocument } from '../graphql/generated/payments';
import { useRead } from '../graphql/useRead';
import { landingPath, paths } from '../paths';
import { PaymentForm } from './PaymentForm';
import { ReceiptButton } from './ReceiptButton';
import { useStart } from './useStart';

/** The subscription's end date, before and after the payment (docs/look.md, "Payment form"). */
function ExpiryNote() {
  const { data, error, refetch } = useRead(SubscriptionStatusDocument, { fetchPolicy: 'cache-and-network' });
  if (error && !data) return <Problem onRetry={() => void refetch()}>The expiration date did not load.</Problem>;
  if (!data) return <Skeleton h="4.25rem" />;
  const { expirationDate, ended } = data.subscriptionStatus;
  return (
    <Notice kind={ended ? 'warning' : 'info'}>
      <Text fontWeight="semibold">
        Your subscription {ended ? 'has ended' : 'is active'}. Expiration date: {formatDay(expirationDate)}
      </Text>
      <Text>{ended ? 'Paying adds a year from today.' : 'The year that you pay for will be added to it.'}</Text>
    </Notice>
  );
}

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
            <LinkButton to={landingPath()} variant={paid?.receiptNumber ? 'outline' : 'solid'}>
              Go to the lookup
            </LinkButton>
            <LinkButton to={paths.payments}>Payment History</LinkButton>
          </Flex>
        )}
      />
    </Box>
  );
}
