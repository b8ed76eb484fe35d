import { useApolloClient } from '@apollo/client/react';

/**
 * Forgets root fields of the cache that a change made stale, and with them a record that is gone. A list on the screen
 * keeps its rows while it is asked for again. Each room's …Changes.ts says which those are.
 */
export function useForgetFields() {
  const client = useApolloClient();
  return (fields: readonly string[], gone?: { __typename: string; id: string }) => {
    client
      .refetchQueries({
        updateCache(cache) {
          for (const fieldName of fields) cache.evict({ id: 'ROOT_QUERY', fieldName });
          if (gone) cache.evict({ id: cache.identify(gone) });
          cache.gc();
        },
      })
      // Whoever shows the list tells of a failure.
      .catch(() => {});
  };
}
