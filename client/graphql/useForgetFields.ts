import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';

/** All records of a type, or one field of theirs. */
function evictAll(cache: ApolloCache, typename: string, fieldName?: string) {
  for (const id of Object.keys(cache.extract() as object))
    if (id.startsWith(`${typename}:`)) cache.evict({ id, ...(fieldName && { fieldName }) });
}

/** A field of the root, or `Type.field` of all records of that type. */
function evictField(cache: ApolloCache, field: string) {
  const [fieldName, typename] = field.split('.').reverse();
  if (typename) evictAll(cache, typename, fieldName);
  else cache.evict({ id: 'ROOT_QUERY', fieldName });
}

/**
 * Forgets fields of the cache that a change made stale (`makes` of the root, `Model.history` of all models), and with them
 * a record that is gone, or (without an id) all records of its kind, as many of them have changed. A list on the screen
 * keeps its rows while it is asked for again. Each room's …Changes.ts says which those are.
 */
export function useForgetFields() {
  const client = useApolloClient();
  return (fields: readonly string[], gone?: { __typename: string; id?: string }) => {
    client
      .refetchQueries({
        updateCache(cache) {
          for (const field of fields) evictField(cache, field);
          if (gone?.id) cache.evict({ id: cache.identify(gone) });
          else if (gone) evictAll(cache, gone.__typename);
          cache.gc();
        },
      })
      // Whoever shows the list tells of a failure.
      .catch(() => {});
  };
}
