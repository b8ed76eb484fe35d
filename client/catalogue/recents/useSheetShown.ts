import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { afterPaint } from '../../afterPaint';
import {
  type KeyLabelFragment,
  type ModelLineFragment,
  RecentSheetsDocument,
  type RecentSheetsQuery,
  SheetShownDocument,
} from '../../graphql/generated/recents';
import { keepSoon } from '../../offline/useOfflineWork';

type Shown = ModelLineFragment & KeyLabelFragment;

/** Adds the sheet to the list as the most recent one. A pinned sheet keeps its position. */
function withShown({ recentSheets }: RecentSheetsQuery, model: Shown): RecentSheetsQuery {
  const known = recentSheets.find(({ id }) => id === model.id);
  if (known?.pinned) return { recentSheets };
  const { id, name, year, make, locks } = model;
  const sheet = {
    __typename: 'RecentSheet',
    id,
    make: make.displayName,
    name,
    year,
    model: { __typename: 'Model', id, name, year, locks, make: { __typename: 'Make', ...make } },
    openedAt: new Date().toISOString(),
    pinned: false,
  };
  return { recentSheets: [sheet, ...recentSheets.filter((other) => other !== known)] };
}

/**
 * Adds the shown sheet to the recent ones, here and on the server. Reading it is not enough: a prefetched sheet is not a
 * recent one (docs/rules.md, "Recent sheets").
 */
export function useSheetShown(model: Shown | undefined) {
  const client = useApolloClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sheet
  useEffect(() => {
    if (!model) return;
    return afterPaint(() => {
      // A failure is not reported: the sheet itself is complete.
      client.query({ query: SheetShownDocument, variables: { id: model.id }, fetchPolicy: 'no-cache' }).catch(() => {});
      client.cache.updateQuery({ query: RecentSheetsDocument }, (list) => list && withShown(list, model));
      keepSoon();
    });
  }, [client, model?.id]);
}
