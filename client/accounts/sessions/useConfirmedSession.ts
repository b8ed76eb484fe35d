import { useEffect } from 'react';
import { MeDocument } from '../../graphql/generated/accounts';
import { useRead } from '../../graphql/useRead';
import { endSession, startSession, useSession } from '../../session';

/** Queries `me` once per page load and when another tab signs in, then updates the stored user. */
export function useConfirmedSession() {
  const { user, confirmed } = useSession();
  const { data, error } = useRead(MeDocument, { skip: confirmed || !user, fetchPolicy: 'network-only' });

  useEffect(() => {
    if (!data || confirmed) return;
    if (data.me) startSession(data.me);
    else endSession({ keepPlace: true });
  }, [data, confirmed]);

  return { error };
}
