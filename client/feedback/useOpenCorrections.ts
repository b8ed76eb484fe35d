import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { OpenCorrectionsDocument } from '../graphql/generated/openCorrections';
import { useRead } from '../graphql/useRead';

const FEW_MINUTES = 3 * 60_000;

/**
 * How many corrections wait for a decision, for whoever decides; 0 while it is not known. Others send and decide them
 * too, so it is asked for again at every page and every few minutes.
 */
export function useOpenCorrections(decides: boolean): number {
  const { pathname } = useLocation();
  const { data, refetch } = useRead(OpenCorrectionsDocument, {
    skip: !decides,
    fetchPolicy: 'cache-and-network',
    pollInterval: FEW_MINUTES,
    skipPollAttempt: () => document.hidden,
  });
  const before = useRef(pathname);
  useEffect(() => {
    if (!decides || before.current === pathname) return;
    before.current = pathname;
    // Without an answer the former number stays; the list tells of a failure.
    refetch().catch(() => {});
  }, [decides, pathname, refetch]);
  return data?.openCorrections ?? 0;
}
