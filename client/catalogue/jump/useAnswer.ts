import { useEffect, useState } from 'react';
import { JumpDocument, type JumpQuery } from '../../graphql/generated/jump';
import { useRead } from '../../graphql/useRead';

export type Hit = JumpQuery['jump'][number];

/** Hits with the text that they were found for. */
export interface Answer {
  text: string;
  hits: readonly Hit[];
}

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

/** Searches for `text`; `answer` is undefined until a search has been answered. */
export function useAnswer(text: string, isUrgent: boolean) {
  const asked = useSettled(text, isUrgent);
  const { data, error, refetch } = useRead(JumpDocument, {
    variables: { text: asked },
    skip: asked === '',
    fetchPolicy: 'no-cache',
  });
  const answer: Answer | undefined = data && asked !== '' ? { text: asked, hits: data.jump } : undefined;
  return { answer, error: asked === text ? error : undefined, refetch };
}
