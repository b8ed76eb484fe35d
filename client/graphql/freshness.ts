import { ApolloLink, type OperationVariables } from '@apollo/client';
import { canonicalStringify, getMainDefinition } from '@apollo/client/utilities';
import type { DocumentNode } from 'graphql';
import { finalize, tap } from 'rxjs';

/** From the pointer coming down on a row, or the focus coming by, to the click or Enter; and back to what was just seen. */
const FRESH_MS = 30_000;

/** When a query was last asked that is answered or still on its way, in milliseconds since 1970; of this visit. */
const askedAt = new Map<string, number>();

const keyOf = (name: string | undefined, variables: OperationVariables = {}) =>
  `${name} ${canonicalStringify(variables)}`;

/**
 * Whether the server was asked this a moment ago. The answer may still be on its way, where asking again joins that
 * request; or the cache may have forgotten it since.
 */
export function isFresh(query: DocumentNode, variables: OperationVariables | undefined) {
  const asked = askedAt.get(keyOf(getMainDefinition(query).name?.value, variables));
  return asked !== undefined && Date.now() - asked < FRESH_MS;
}

/** Notes what is asked. */
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
