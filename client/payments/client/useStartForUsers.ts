import { useApolloClient } from '@apollo/client/react';
import { StartPaymentDocument } from '../../graphql/generated/payments';
import { heldSecret } from '../card/heldSecret';
import { given } from '../useStart';

/** Opens a payment attempt for users of a client. The tab keeps its setup by who they are. */
export function useStartForUsers() {
  const { mutate } = useApolloClient();
  return async (another: boolean, userIds: string[]) => {
    const key = `users ${userIds.join(' ')}`;
    const variables = { userIds, clientSecret: another ? undefined : heldSecret(key), anotherCard: another };
    return given((await mutate({ mutation: StartPaymentDocument, variables })).data?.startPayment, key);
  };
}
