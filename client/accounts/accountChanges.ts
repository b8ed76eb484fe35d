import { useForgetFields } from '../graphql/useForgetFields';

type Change = 'created' | 'updated' | 'deleted';

/**
 * What a saved or deleted client or user makes stale, as in the catalogue: the record itself is normalised in the cache, the
 * lists of records are not. A user's client, old or new, has another number of free seats; every change has its log entry.
 */
export function useForget() {
  const forgetFields = useForgetFields();
  const forget = (list: 'clients' | 'users', __typename: string, id: string, change: Change) =>
    forgetFields(
      ['clientOptions', 'logEntries', ...(change === 'updated' ? [] : [list])],
      change === 'deleted' ? { __typename, id } : undefined,
    );
  return {
    client: (id: string, change: Change) => forget('clients', 'Client', id, change),
    user: (id: string, change: Change) => forget('users', 'User', id, change),
  };
}
