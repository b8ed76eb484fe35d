import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';

/** Asks for what is about to be shown and is not in the cache. A failure is told by whatever shows it, which asks again. */
export function usePrefetch<D, V extends OperationVariables>(query: TypedDocumentNode<D, V>) {
  const client = useApolloClient();
  return (variables: V) => void client.query<D>({ query, variables }).catch(() => {});
}
