import { useApolloClient } from '@apollo/client/react';
import { type SetupFragment, StartJoinDocument, StartPaymentDocument } from '../graphql/generated/payments';
import { heldSecret, holdSecret } from './card/heldSecret';
import type { Joiner } from './join/joiner';

/** The setup of an answer; without one nothing can be paid. */
function given(setup: SetupFragment | undefined, email: string): SetupFragment {
  if (!setup) throw new Error('The answer had no setup.');
  holdSecret(email, setup.clientSecret);
  return setup;
}

/**
 * What opens an attempt to pay, for an account that there is and for somebody new. The tab goes on with the setup that
 * it was given before, unless it wants fields for `another` card.
 */
export function useStart() {
  const { mutate } = useApolloClient();
  const held = (email: string, another: boolean) => (another ? undefined : heldSecret(email));
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
