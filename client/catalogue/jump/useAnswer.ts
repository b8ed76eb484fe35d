import { useEffect, useState } from 'react';
import { JumpDocument, type JumpQuery } from '../../graphql/generated/jump';
import { useRead } from '../../graphql/useRead';

export type Hit = JumpQuery['jump'][number];

/** The hits, and the text that they belong to. */
export interface Answer {
  text: string;
  hits: readonly Hit[];
}

/** How long to wait for the next letter, in milliseconds. */
const PAUSE = 80;

/** `text`, once nobody has typed for a moment; at once if `isUrgent`. */
function useSettled(text: string, isUrgent: boolean) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return isUrgent ? text : settled;
}

/** What Jump finds for `text`; `answer` is undefined until it is there. */
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
