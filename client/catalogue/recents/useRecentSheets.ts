import { RecentSheetsDocument } from '../../graphql/generated/recents';
import { useRead } from '../../graphql/useRead';

/** How many sheets are listed as recent, without the pinned ones. */
const RECENT = 20;

interface Options {
  /** While true, nothing is read. */
  skip?: boolean;
  /** Whether what is known already suffices. */
  cached?: boolean;
}

/** The user's pinned sheets, last pinned first, and the others that they opened, last opened first. */
export function useRecentSheets({ skip = false, cached = false }: Options = {}) {
  const { data, error, refetch } = useRead(RecentSheetsDocument, {
    skip,
    fetchPolicy: cached ? 'cache-first' : 'cache-and-network',
  });
  const sheets = data?.recentSheets;
  return {
    pinned: sheets?.filter(({ pinned }) => pinned),
    recent: sheets?.filter(({ pinned }) => !pinned).slice(0, RECENT),
    error,
    refetch,
  };
}
