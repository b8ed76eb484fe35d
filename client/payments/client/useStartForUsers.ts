import { useApolloClient } from '@apollo/client/react';
import { StartClientPaymentDocument } from '../../graphql/generated/payees';
import { savedSecret } from '../card/savedSecret';
import { given } from '../useStart';

/** Opens a payment attempt for users of a client. The tab keeps its setup by who they are. */
export function useStartForUsers() {
  const { mutate } = useApolloClient();
  return async (another: boolean, clientId: string, userIds: string[]) => {
    const key = `users ${userIds.join(' ')}`;
    const variables = { clientId, userIds, clientSecret: another ? undefined : savedSecret(key), anotherCard: another };
    return given((await mutate({ mutation: StartClientPaymentDocument, variables })).data?.startPayment, key);
  };
}
