import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { announce } from '../../components/notice/LiveRegion';
import { useOnce } from '../../components/useOnce';
import { PinSheetDocument, RecentSheetsDocument } from '../../graphql/generated/recents';
import { serverMessage } from '../../graphql/graphErrors';
import { keepSoon } from '../../offline/useOfflineWork';

/** Pins and unpins sheets; `failure` says why the last attempt failed. */
export function usePin() {
  const client = useApolloClient();
  const [once, busy] = useOnce();
  const [failure, setFailure] = useState<string | null>(null);
  const pin = (sheet: { id: string; title: string }, pinned: boolean) =>
    void once(async () => {
      const input = { modelId: sheet.id, pinned };
      setFailure(null);
      try {
        await client.mutate({
          mutation: PinSheetDocument,
          variables: { input },
          // The order of the list is the server's.
          refetchQueries: [RecentSheetsDocument],
        });
        keepSoon();
        announce(`${sheet.title} ${pinned ? 'pinned' : 'unpinned'}`);
      } catch (error) {
        setFailure(serverMessage(error) ?? `The sheet was not ${pinned ? 'pinned' : 'unpinned'}. Please try again.`);
      }
    });
  return { pin, busy, failure };
}
