import type { ErrorLike, ObservableQuery, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { afterPaint } from '../afterPaint';
import { isFresh } from './freshness';

/** Variables that a query requires make the options required. */
type Options<V> =
  Record<string, never> extends V
    ? [options?: ReadOptions & { variables?: V }]
    : [options: ReadOptions & { variables: V }];

interface ReadOptions {
  /** While true, no request is sent. */
  skip?: boolean;
  /**
   * `cache-first` (the default) requests what is not in the cache; `cache-and-network` shows the cache at once and sends a
   * request in the background, once for each mount and each change of the variables; `network-only` waits for the answer;
   * `no-cache` neither reads nor writes the cache.
   */
  fetchPolicy?: 'cache-first' | 'cache-and-network' | 'network-only' | 'no-cache';
  /** For queries that usePrefetch sends: with `cache-and-network`, a fresh answer is not requested again. */
  prefetched?: boolean;
  /**
   * A refetch never joins a request that is already under way, whose answer may be older than the latest change: for lists that
   * change several times a second.
   */
  isBusy?: boolean;
  /** In milliseconds. */
  pollInterval?: number;
  /** Called before each poll; if it returns true, the poll is skipped. */
  skipPollAttempt?: () => boolean;
}

interface Read<D, V extends OperationVariables> {
  data: D | undefined;
  /** The last shown data of this query, for use while there is no `data` for these variables. */
  previousData: D | undefined;
  error: ErrorLike | undefined;
  loading: boolean;
  refetch: ObservableQuery<D, V>['refetch'];
  startPolling: (milliseconds: number) => void;
  stopPolling: () => void;
}

interface Shown<D> {
  /** Which query the data belongs to: a component may change its query. */
  query?: unknown;
  data?: D | undefined;
  skipPollAttempt?: (() => boolean) | undefined;
}

/**
 * Like Apollo's useQuery, but sends requests only from effects. useQuery sends them during render: if React interrupts and
 * repeats the render of a navigation, each attempt sends another one (docs/decisions/0070). Here each set of variables has
 * its own ObservableQuery, which sends its request once the render that needs it is committed.
 */
export function useRead<D, V extends OperationVariables>(
  query: TypedDocumentNode<D, V>,
  ...[options = {}]: Options<V>
): Read<D, V> {
  const {
    variables,
    skip = false,
    fetchPolicy = 'cache-first',
    prefetched,
    isBusy,
    pollInterval,
    skipPollAttempt,
  } = options;
  const client = useApolloClient();
  const shown = useRef<Shown<D>>({});
  const asked = JSON.stringify([skip, variables]);

  const watch = () => {
    const known = prefetched && fetchPolicy === 'cache-and-network' && isFresh(query, variables);
    const policy = known ? 'cache-first' : fetchPolicy;
    const observable = client.watchQuery<D, V>({
      query,
      variables: variables as V,
      fetchPolicy: skip ? 'standby' : policy,
      // After the first answer, follow changes of the cache without further requests.
      ...(policy === 'cache-and-network' && { nextFetchPolicy: 'cache-first' as const }),
      ...(isBusy && { context: { queryDeduplication: false } }),
      ...(pollInterval && { pollInterval }),
      skipPollAttempt: () => shown.current.skipPollAttempt?.() ?? false,
    });
    return { client, query, asked, observable };
  };
  let [current, setCurrent] = useState(watch);
  if (current.client !== client || current.query !== query || current.asked !== asked) {
    current = watch();
    setCurrent(current);
  }
  const { observable } = current;

  const subscribe = useCallback(
    (onChange: () => void) => {
      if (skip) return () => {};
      const start = () => {
        const subscription = observable.subscribe(onChange);
        // A moment later, so that an immediate remount keeps the request.
        return () => void setTimeout(() => subscription.unsubscribe());
      };
      // Cached data is shown without waiting for the request that refreshes it.
      if (observable.getCurrentResult().dataState !== 'complete') return start();
      let stop = afterPaint(() => {
        stop = start();
        onChange();
      });
      return () => stop();
    },
    [observable, skip],
  );
  const result = useSyncExternalStore(subscribe, () => observable.getCurrentResult());
  useEffect(() => {
    const last = result.data ? { query, data: result.data as D } : shown.current;
    shown.current = { ...last, skipPollAttempt };
  });

  const methods = useMemo(
    () => ({
      refetch: observable.refetch.bind(observable),
      startPolling: observable.startPolling.bind(observable),
      stopPolling: observable.stopPolling.bind(observable),
    }),
    [observable],
  );
  return {
    data: result.data as D | undefined,
    // Data of another query lacks fields that the caller of this one reads.
    previousData: shown.current.query === query ? shown.current.data : undefined,
    error: result.error,
    loading: result.loading,
    ...methods,
  };
}
