import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { OpenCorrectionsDocument } from '../graphql/generated/openCorrections';
import { useRead } from '../graphql/useRead';

const FEW_MINUTES = 3 * 60_000;

/**
 * The number of open corrections, for administrators; 0 until known. Other users send and decide them
 * too, so it is fetched again on every page and every few minutes.
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
    // On failure the previous number stays; the list reports the failure.
    refetch().catch(() => {});
  }, [decides, pathname, refetch]);
  return data?.openCorrections ?? 0;
}
