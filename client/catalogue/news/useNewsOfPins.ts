import { useAfterPaint } from '../../afterPaint';
import { NewsOfPinsDocument } from '../../graphql/generated/newsOfPins';
import { useRead } from '../../graphql/useRead';

const TEN_MINUTES = 10 * 60_000;

/** How many pinned sheets have news; 0 until known. The page of the news updates it. */
export function useNewsOfPins(): number {
  // The menu shows first.
  const skip = !useAfterPaint();
  const { data } = useRead(NewsOfPinsDocument, {
    skip,
    fetchPolicy: 'cache-and-network',
    pollInterval: TEN_MINUTES,
    skipPollAttempt: () => document.hidden,
  });
  return data?.newsOfPins ?? 0;
}
