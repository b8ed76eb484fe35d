import { useApolloClient } from '@apollo/client/react';

type Change = 'created' | 'updated' | 'deleted';

/**
 * What a saved or deleted client or user makes stale, as in the catalogue: the record itself is normalised in the cache, the
 * lists of records are not. A user's client, old or new, has another number of free seats; every change has its log entry.
 */
export function useForget() {
  const client = useApolloClient();
  const forget = (list: 'clients' | 'users', __typename: string, id: string, change: Change) => {
    const fields = ['clientOptions', 'logEntries', ...(change === 'updated' ? [] : [list])];
    client
      .refetchQueries({
        updateCache(cache) {
          for (const fieldName of fields) cache.evict({ id: 'ROOT_QUERY', fieldName });
          if (change === 'deleted') cache.evict({ id: cache.identify({ __typename, id }) });
          cache.gc();
        },
      })
      // Whoever shows the list tells of a failure.
      .catch(() => {});
  };
  return {
    client: (id: string, change: Change) => forget('clients', 'Client', id, change),
    user: (id: string, change: Change) => forget('users', 'User', id, change),
  };
}
