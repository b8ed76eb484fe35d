import { useApolloClient } from '@apollo/client/react';

type Change = 'created' | 'updated' | 'deleted';

/**
 * What a saved or deleted record makes stale. The record itself is normalised in the cache, so an update shows everywhere;
 * here is what lists hold: which records, and in which order. A list on the screen keeps its rows while it is asked for again.
 */
export function useForget() {
  const client = useApolloClient();
  const forget = (fields: string[], deleted?: { __typename: string; id: string }) => {
    client
      .refetchQueries({
        updateCache(cache) {
          for (const fieldName of fields) cache.evict({ id: 'ROOT_QUERY', fieldName });
          if (deleted) cache.evict({ id: cache.identify(deleted) });
          cache.gc();
        },
      })
      // Whoever shows the list tells of a failure.
      .catch(() => {});
  };
  return {
    make: (id: string, change: Change) =>
      change === 'updated'
        ? forget(['makeOptions'])
        : forget(['makeOptions', 'makes'], change === 'deleted' ? { __typename: 'Make', id } : undefined),
    model: (id: string, change: Change) =>
      change === 'updated'
        ? forget(['lookupValues', 'lookupModels'])
        : forget(
            ['lookupValues', 'lookupModels', 'models', 'searchModels'],
            change === 'deleted' ? { __typename: 'Model', id } : undefined,
          ),
  };
}
