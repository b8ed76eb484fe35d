import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';

/** Marks a request as a prefetch for the client's links and the server (docs/rules.md, "Recent sheets"). */
const AHEAD = { ahead: true, headers: { purpose: 'prefetch' } };

/** Requests data that is about to be shown, unless it is cached. Ignores failures: the component that shows it retries. */
export function usePrefetch<D, V extends OperationVariables>(query: TypedDocumentNode<D, V>) {
  const client = useApolloClient();
  return (variables: V) => void client.query<D>({ query, variables, context: AHEAD }).catch(() => {});
}
