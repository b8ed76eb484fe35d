import { useMemo } from 'react';
import { RecentSheetsDocument } from '../../graphql/generated/recents';
import { useRead } from '../../graphql/useRead';

/** The number of recent sheets, not counting pinned ones. */
const RECENT = 20;

interface Options {
  /** While true, no request is sent. */
  skip?: boolean;
  /** Whether to use the cache without refreshing it. */
  cached?: boolean;
}

/** The pinned sheets, last pinned first, and the other recent ones, last opened first. */
export function useRecentSheets({ skip = false, cached = false }: Options = {}) {
  const { data, error, refetch } = useRead(RecentSheetsDocument, {
    skip,
    fetchPolicy: cached ? 'cache-first' : 'cache-and-network',
  });
  const sheets = data?.recentSheets;
  const lists = useMemo(
    () => ({
      pinned: sheets?.filter(({ pinned }) => pinned),
      recent: sheets?.filter(({ pinned }) => !pinned).slice(0, RECENT),
    }),
    [sheets],
  );
  return { ...lists, error, refetch };
}
