import { useForgetFields } from '../graphql/useForgetFields';

type Change = 'created' | 'updated' | 'deleted';

/**
 * Cached data that is stale after a client or user is saved or deleted. The record itself is normalised in the cache,
 * but lists are not. The free seats of the user's old and new client change, and every change adds a log entry.
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
    /** A user was erased, with what they sent; elsewhere a pseudonym replaces their name. */
    erased: (id: string) =>
      forgetFields(['clientOptions', 'clients', 'users', 'logEntries', 'corrections', 'feedbacks', 'payments'], {
        __typename: 'User',
        id,
      }),
    /** Several users and clients changed together; `gone` is a client that was deleted. */
    many: (gone?: string) =>
      forgetFields(
        ['clientOptions', 'clients', 'users', 'logEntries'],
        gone ? { __typename: 'Client', id: gone } : undefined,
      ),
  };
}
