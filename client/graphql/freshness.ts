import { ApolloLink, type OperationVariables } from '@apollo/client';
import { canonicalStringify, getMainDefinition } from '@apollo/client/utilities';
import type { DocumentNode } from 'graphql';
import { finalize, tap } from 'rxjs';

/** Covers the time between prefetch (pointer down, focus) and click, and going back to a page that was just seen. */
const FRESH_MS = 30_000;

/** When each query was last sent, by key, in milliseconds since 1970; without failed ones. */
const askedAt = new Map<string, number>();

const keyOf = (name: string | undefined, variables: OperationVariables = {}) =>
  `${name} ${canonicalStringify(variables)}`;

/**
 * Whether the query was sent a moment ago. It may still be pending (then a second read joins the same request), or its
 * answer may have been evicted from the cache.
 */
export function isFresh(query: DocumentNode, variables: OperationVariables | undefined) {
  const asked = askedAt.get(keyOf(getMainDefinition(query).name?.value, variables));
  return asked !== undefined && Date.now() - asked < FRESH_MS;
}

/** Records when queries are sent. */
export const noteReads = new ApolloLink((operation, forward) => {
  if (operation.operationType !== 'query') return forward(operation);
  const key = keyOf(operation.operationName, operation.variables);
  let answered = false;
  askedAt.set(key, Date.now());
  return forward(operation).pipe(
    tap(({ errors }) => {
      answered = !errors;
    }),
    finalize(() => {
      if (!answered) askedAt.delete(key);
    }),
  );
});
