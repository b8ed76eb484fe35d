import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { afterPaint } from '../../graphql/afterPaint';
import {
  type ModelLineFragment,
  RecentSheetsDocument,
  type RecentSheetsQuery,
  SheetShownDocument,
} from '../../graphql/generated/recents';

/** The list with this sheet as the last opened one. A pinned one keeps its place. */
function withShown({ recentSheets }: RecentSheetsQuery, model: ModelLineFragment): RecentSheetsQuery {
  const known = recentSheets.find(({ id }) => id === model.id);
  if (known?.pinned) return { recentSheets };
  const { id, name, year, make } = model;
  const sheet = {
    __typename: 'RecentSheet',
    id,
    make: make.displayName,
    name,
    year,
    model: { __typename: 'Model', id, name, year, make: { __typename: 'Make', ...make } },
    openedAt: new Date().toISOString(),
    pinned: false,
  };
  return { recentSheets: [sheet, ...recentSheets.filter((other) => other !== known)] };
}

/**
 * Puts the shown sheet into the list of recent ones, and tells the server: it may have been read ahead, and what is only
 * read ahead is not listed (docs/rules.md, "Recent sheets").
 */
export function useSheetShown(model: ModelLineFragment | undefined) {
  const client = useApolloClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sheet
  useEffect(() => {
    if (!model) return;
    return afterPaint(() => {
      // The list is no part of the sheet: it may be incomplete without a word.
      client.query({ query: SheetShownDocument, variables: { id: model.id }, fetchPolicy: 'no-cache' }).catch(() => {});
      client.cache.updateQuery({ query: RecentSheetsDocument }, (list) => list && withShown(list, model));
    });
  }, [client, model?.id]);
}
