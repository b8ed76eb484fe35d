import { useApolloClient } from '@apollo/client/react';
import { type SetupFragment, StartJoinDocument, StartPaymentDocument } from '../graphql/generated/payments';
import { savedSecret, saveSecret } from './card/savedSecret';
import type { Joiner } from './join/joiner';

/** The setup in an answer; payment is impossible without one. */
export function given(setup: SetupFragment | undefined, email: string): SetupFragment {
  if (!setup) throw new Error('The response has no setup.');
  saveSecret(email, setup.clientSecret);
  return setup;
}

/**
 * Opens a payment attempt for an existing account or a new user. The tab reuses the setup that
 * it received before, unless `another` card is requested.
 */
export function useStart() {
  const { mutate } = useApolloClient();
  const held = (email: string, another: boolean) => (another ? undefined : savedSecret(email));
  return {
    startPayment: async (another: boolean, email = '') => {
      const variables = { email: email || undefined, clientSecret: held(email, another), anotherCard: another };
      return given((await mutate({ mutation: StartPaymentDocument, variables })).data?.startPayment, email);
    },
    startJoin: async (another: boolean, joiner: Joiner) => {
      const variables = { ...joiner, clientSecret: held(joiner.email, another), anotherCard: another };
      return given((await mutate({ mutation: StartJoinDocument, variables })).data?.startJoin, joiner.email);
    },
  };
}
