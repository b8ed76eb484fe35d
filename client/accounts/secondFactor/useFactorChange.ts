import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { type ChangedSecondFactorFragment, MySecondFactorDocument } from '../../graphql/generated/secondFactor';

/** Changes the user's second factor, and the state that the page shows. Resolves with the recovery codes if they are new. */
export function useFactorChange() {
  const { mutate } = useApolloClient();
  return async <V extends OperationVariables>(
    mutation: TypedDocumentNode<{ changed: ChangedSecondFactorFragment }, V>,
    variables: V,
  ) => {
    const { data } = await mutate<{ changed: ChangedSecondFactorFragment }, OperationVariables>({
      mutation,
      variables,
      update: (cache, { data }) =>
        data &&
        cache.writeQuery({ query: MySecondFactorDocument, data: { mySecondFactor: data.changed.secondFactor } }),
    });
    return data?.changed.recoveryCodes ?? null;
  };
}
