import { useApolloClient } from '@apollo/client/react';
import { chakra, Text } from '@chakra-ui/react';
import { History, Pin, Sparkle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ListScreen } from '../../components/list/ListScreen';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { useListState } from '../../components/list/useListState';
import { styled } from '../../components/styled';
import { formatDay, formatMoment } from '../../components/text/date';
import { NewsDocument, type NewsLineFragment, NewsSeenDocument } from '../../graphql/generated/news';
import { NewsOfPinsDocument } from '../../graphql/generated/newsOfPins';
import { useRead } from '../../graphql/useRead';
import { lookupPath } from '../../paths';
import { newsText, newsTitle } from './newsText';

const LIMIT = 25;

const Marks = styled('span', {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  mt: -1,
  pb: 2,
  fontSize: 'xs',
  color: 'muted',
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 1 },
  '& > [data-new]': { color: 'accent', fontWeight: 'bold' },
});

const near = {
  PINNED: { Icon: Pin, text: 'Your pins' },
  RECENT: { Icon: History, text: 'Your recent sheets' },
  OTHER: null,
} as const;

/** Whose it is, and whether it is new, by word and icon. */
function NewsMarks({ isNew, nearness }: NewsLineFragment) {
  const place = near[nearness];
  if (!isNew && !place) return null;
  return (
    <Marks>
      {isNew && (
        <span data-new="">
          <Sparkle size={16} aria-hidden="true" />
          New
        </span>
      )}
      {place && (
        <span>
          <place.Icon size={16} aria-hidden="true" />
          {place.text}
        </span>
      )}
    </Marks>
  );
}

const columns: Column<NewsLineFragment>[] = [
  {
    header: 'What',
    key: 'what',
    cell: (news) => (
      <>
        {news.model ? (
          <RowLink
            to={lookupPath({ make: news.model.make.id, mode: 'model', value: news.model.name, id: news.model.id })}
            row={`news ${news.id}`}
          >
            <span translate="no">{newsTitle(news)}</span>
          </RowLink>
        ) : (
          <chakra.span display="inline-flex" alignItems="center" minH="control" fontWeight="semibold" translate="no">
            {newsTitle(news)}
          </chakra.span>
        )}
        <NewsMarks {...news} />
      </>
    ),
  },
  { header: 'Change', key: 'change', cell: newsText },
  { header: 'Date', key: 'date', short: true, cell: ({ at }) => formatDay(at) },
];

/**
 * What is new (docs/rules.md, "What's new"). Showing it is the visit: the menu's count goes, and what was new when the page
 * was opened stays marked on all its pages.
 */
export function WhatsNew() {
  const { cache, mutate } = useApolloClient();
  const { page, setPage } = useListState(columns);
  /** The visit before this one; null until the first answer. */
  const [newSince, setNewSince] = useState<string | null>(null);
  const { data, previousData, error, loading, refetch } = useRead(NewsDocument, {
    variables: { page, limit: LIMIT, newSince },
    fetchPolicy: newSince ? 'cache-first' : 'network-only',
  });
  const first = newSince ? undefined : data;
  useEffect(() => {
    if (!first) return;
    const before = first.news.newSince;
    // The same page, as it is asked for from now on.
    cache.writeQuery({ query: NewsDocument, variables: { page, limit: LIMIT, newSince: before }, data: first });
    setNewSince(before);
    mutate({
      mutation: NewsSeenDocument,
      variables: { asOf: first.news.asOf },
      update: (written, { data: seen }) => {
        if (seen) written.writeQuery({ query: NewsOfPinsDocument, data: { newsOfPins: seen.newsSeen.newsOfPins } });
      },
      // Without it, the same news are new next time.
    }).catch(() => {});
  }, [first, cache, mutate, page]);
  const shown = (data ?? previousData)?.news;
  return (
    <ListScreen
      heading="What's new"
      columns={columns}
      shown={shown}
      former={!data}
      loading={loading}
      failure={error && 'An error occurred while fetching the news.'}
      onRetry={() => void refetch()}
      page={page}
      limit={LIMIT}
      onPage={setPage}
      notice={
        <Text mb={3} minH="1lh" color="muted" fontSize="sm">
          {shown && `“New” is what has happened since ${formatMoment(newSince ?? shown.newSince)}.`}
        </Text>
      }
    />
  );
}
