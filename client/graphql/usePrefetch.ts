import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';

/** Tells the client's links and the server that nobody may ever see the answer (docs/rules.md, "Recent sheets"). */
const AHEAD = { ahead: true, headers: { purpose: 'prefetch' } };

/** Requests what is about to be shown, unless it is cached. Ignores failures: the component that shows the data asks again. */
export function usePrefetch<D, V extends OperationVariables>(query: TypedDocumentNode<D, V>) {
  const client = useApolloClient();
  return (variables: V) => void client.query<D>({ query, variables, context: AHEAD }).catch(() => {});
}
