import { useEffect } from 'react';
import { MeDocument } from '../../graphql/generated/accounts';
import { useRead } from '../../graphql/useRead';
import { endSession, startSession, useSession } from '../../session';

/**
 * Queries `me` once per page load, when another tab signs in, and when the storage has been emptied, then updates the stored
 * user.
 */
export function useConfirmedSession() {
  const { user, userUnknown, confirmed } = useSession();
  const { data, error } = useRead(MeDocument, {
    skip: confirmed || !(user || userUnknown),
    fetchPolicy: 'network-only',
  });

  useEffect(() => {
    if (confirmed) return;
    if (data?.me) startSession(data.me);
    // Without an answer, a stored user stays: there may be no connection.
    else if (data || (error && userUnknown)) endSession({ keepPlace: true });
  }, [data, error, userUnknown, confirmed]);

  return { error };
}
