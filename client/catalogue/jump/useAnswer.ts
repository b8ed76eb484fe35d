import { useEffect, useMemo, useState } from 'react';
import { JumpDocument, type JumpQuery } from '../../graphql/generated/jump';
import { useRead } from '../../graphql/useRead';

export type Hit = JumpQuery['jump'][number];

/** Hits with the text that they were found for. */
export interface Answer {
  text: string;
  hits: readonly Hit[];
  /** Whether there are more hits than these. */
  hasMore: boolean;
}

/** The number of hits at first, and the most that the server returns. */
const FEW = 8;
const MOST = 100;

/** Debounce, in milliseconds. */
const PAUSE = 80;

/** `text`, debounced unless `isUrgent`. */
function useSettled(text: string, isUrgent: boolean) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return isUrgent ? text : settled;
}

/** Searches for `text`; `answer` is undefined until a search has been answered. `more` asks for all hits. */
export function useAnswer(text: string, isUrgent: boolean) {
  const [moreOf, setMoreOf] = useState<string>();
  const asked = useSettled(text, isUrgent);
  const most = asked === moreOf ? MOST - 1 : FEW;
  const { data, error, refetch } = useRead(JumpDocument, {
    variables: { text: asked, limit: most + 1 },
    skip: asked === '',
    fetchPolicy: 'no-cache',
  });
  const hits = useMemo(() => data?.jump.slice(0, most), [data, most]);
  const answer: Answer | undefined =
    data && hits && asked !== '' ? { text: asked, hits, hasMore: data.jump.length > most } : undefined;
  return { answer, error: asked === text ? error : undefined, refetch, more: () => setMoreOf(text) };
}
