import { Skeleton, Text } from '@chakra-ui/react';
import { Notice } from '../components/notice/Notice';
import { Problem } from '../components/notice/Problem';
import { formatDay } from '../components/text/date';
import { SubscriptionStatusDocument } from '../graphql/generated/payments';
import { useRead } from '../graphql/useRead';

/** The subscription's end date, before and after the payment (docs/look.md, "Payment form"). */
export function ExpiryNote() {
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
