import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';

/** All records of a type, or one of their fields. */
function evictAll(cache: ApolloCache, typename: string, fieldName?: string) {
  for (const id of Object.keys(cache.extract() as object))
    if (id.startsWith(`${typename}:`)) cache.evict({ id, ...(fieldName && { fieldName }) });
}

/** A root field, or `Type.field` of all records of that type. */
function evictField(cache: ApolloCache, field: string) {
  const [fieldName = field, typename] = field.split('.').reverse();
  if (typename) evictAll(cache, typename, fieldName);
  else cache.evict({ id: 'ROOT_QUERY', fieldName });
}

/**
 * Evicts cached fields that a change made stale (root field `makes`, `Model.history` of all models), and with them
 * a deleted record, or (without an id) all records of its type if many have changed. A visible list
 * keeps its rows while it is fetched again. The …Changes.ts file of each area lists the stale fields.
 */
export function useForgetFields() {
  const client = useApolloClient();
  return (fields: readonly string[], gone?: { __typename: string; id?: string }) => {
    client
      .refetchQueries({
        updateCache(cache) {
          for (const field of fields) evictField(cache, field);
          if (gone?.id) {
            const id = cache.identify(gone);
            if (id) cache.evict({ id });
          } else if (gone) evictAll(cache, gone.__typename);
          cache.gc();
        },
      })
      // The component that shows the list reports a failure.
      .catch(() => {});
  };
}
