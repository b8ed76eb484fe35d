import {
  type SetupFragment,
  type StartJoinMutationVariables,
  useStartJoinMutation,
  useStartPaymentMutation,
} from '../graphql/generated/payments';

/** The setup of an answer; without one nothing can be paid. */
function given(setup: SetupFragment | undefined): SetupFragment {
  if (!setup) throw new Error('The answer had no setup.');
  return setup;
}

/** What opens an attempt to pay: for an account that there is, and for somebody new. */
export function useStart() {
  const [payment] = useStartPaymentMutation();
  const [join] = useStartJoinMutation();
  return {
    startPayment: async (email?: string) => given((await payment({ variables: { email } })).data?.startPayment),
    startJoin: async (variables: StartJoinMutationVariables) => given((await join({ variables })).data?.startJoin),
  };
}
