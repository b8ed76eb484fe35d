import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';

function evictAll(cache: ApolloCache, typename: string) {
  for (const id of Object.keys(cache.extract() as object)) if (id.startsWith(`${typename}:`)) cache.evict({ id });
}

/**
 * Forgets root fields of the cache that a change made stale, and with them a record that is gone, or (without
 * an id) all records of its kind, as many of them have changed. A list on the screen
 * keeps its rows while it is asked for again. Each room's …Changes.ts says which those are.
 */
export function useForgetFields() {
  const client = useApolloClient();
  return (fields: readonly string[], gone?: { __typename: string; id?: string }) => {
    client
      .refetchQueries({
        updateCache(cache) {
          for (const fieldName of fields) cache.evict({ id: 'ROOT_QUERY', fieldName });
          if (gone?.id) cache.evict({ id: cache.identify(gone) });
          else if (gone) evictAll(cache, gone.__typename);
          cache.gc();
        },
      })
      // Whoever shows the list tells of a failure.
      .catch(() => {});
  };
}
