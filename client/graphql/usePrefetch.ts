import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';

/** Requests what is about to be shown, unless it is cached. Ignores failures: the component that shows the data asks again. */
export function usePrefetch<D, V extends OperationVariables>(query: TypedDocumentNode<D, V>) {
  const client = useApolloClient();
  return (variables: V) => void client.query<D>({ query, variables }).catch(() => {});
}
