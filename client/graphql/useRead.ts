import type { ErrorLike, ObservableQuery, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isFresh } from './freshness';

export interface ReadOptions<V extends OperationVariables> {
  variables?: V;
  /** Nothing is asked while this is true. */
  skip?: boolean;
  /**
   * `cache-first` (the default) asks for what the cache does not hold; `cache-and-network` shows the cache at once and
   * asks in the background, once for each mount and each change of the variables; `network-only` waits for the answer;
   * `no-cache` neither reads nor fills the cache.
   */
  fetchPolicy?: 'cache-first' | 'cache-and-network' | 'network-only' | 'no-cache';
  /** For what usePrefetch has asked for: with `cache-and-network`, an answer that is still fresh is not asked for again. */
  prefetched?: boolean;
  /** In milliseconds. */
  pollInterval?: number;
  /** Asked before each poll; true leaves it out. */
  skipPollAttempt?: () => boolean;
}

interface Read<D, V extends OperationVariables> {
  data: D | undefined;
  /** What was shown last, while there is no `data` for these variables yet. */
  previousData: D | undefined;
  error: ErrorLike | undefined;
  loading: boolean;
  refetch: ObservableQuery<D, V>['refetch'];
  startPolling: (milliseconds: number) => void;
  stopPolling: () => void;
}

/**
 * Reads a query, as Apollo's useQuery does, but asks the server only from effects. useQuery asks while it renders: where
 * React interrupts and repeats the render of a navigation, each attempt asks again (docs/decisions/0070). Here each set
 * of variables has an ObservableQuery of its own, which asks when the render that needs it is on the screen.
 */
export function useRead<D, V extends OperationVariables>(
  query: TypedDocumentNode<D, V>,
  options: ReadOptions<V> = {},
): Read<D, V> {
  const { variables, skip = false, fetchPolicy = 'cache-first', prefetched, pollInterval, skipPollAttempt } = options;
  const client = useApolloClient();
  const shown = useRef<{ data?: D; skipPollAttempt?: () => boolean }>({});
  const asked = JSON.stringify([skip, variables]);

  const watch = () => {
    const known = prefetched && fetchPolicy === 'cache-and-network' && isFresh(query, variables);
    const policy = known ? 'cache-first' : fetchPolicy;
    const observable = client.watchQuery<D, V>({
      query,
      variables: variables as V,
      fetchPolicy: skip ? 'standby' : policy,
      // After the first answer, changes of the cache are followed without asking again.
      nextFetchPolicy: policy === 'cache-and-network' ? 'cache-first' : undefined,
      pollInterval,
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
      const subscription = observable.subscribe(onChange);
      // A moment later, so that a component that is mounted again at once keeps its request.
      return () => void setTimeout(() => subscription.unsubscribe());
    },
    [observable],
  );
  const result = useSyncExternalStore(subscribe, () => observable.getCurrentResult());
  useEffect(() => {
    shown.current = { data: (result.data as D | undefined) ?? shown.current.data, skipPollAttempt };
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
    previousData: shown.current.data,
    error: result.error,
    loading: result.loading,
    ...methods,
  };
}
