import { useState } from 'react';
import { KeySystemHistoryDocument } from '../../graphql/generated/systems';
import { useRead } from '../../graphql/useRead';
import { HistoryEntries } from '../history/HistoryEntries';
import { HistorySection, LIMIT } from '../history/HistorySection';

/** What was changed in a key system. */
export function KeySystemHistory({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const { data, previousData, error, loading, refetch } = useRead(KeySystemHistoryDocument, {
    variables: { id, page, limit: LIMIT },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.keySystemHistory;
  return (
    <HistorySection
      record={`key_system-${id}`}
      total={shown?.total}
      loading={loading}
      onRetry={error && (() => void refetch())}
      page={page}
      onPage={setPage}
    >
      <HistoryEntries changes={shown?.items ?? []} />
    </HistorySection>
  );
}
