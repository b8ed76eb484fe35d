import { useMemo, useState } from 'react';
import { useOnline } from '../../components/connection';
import { useSettled } from '../../components/form/useSettled';
import { JumpDocument, type JumpQuery } from '../../graphql/generated/jump';
import { useRead } from '../../graphql/useRead';
import { type Choice, choicesIn } from './choices';
import { useKeptChoices } from './kept/useKeptChoices';

/** What can be chosen, with the text that it was found for. */
export interface Answer {
  text: string;
  choices: readonly Choice[];
  /** Whether there are more than these. */
  hasMore: boolean;
  /** The identifier that was typed, and how many models it fits; if the choices are of identifiers. */
  family: JumpQuery['jumpPlaces']['family'];
}

/** The number of choices at first, and the most hits that the server returns. */
const FEW = 8;
const MOST = 100;

/** Debounce, in milliseconds. */
const PAUSE = 80;

function answerOf(text: string, { jump, jumpPlaces }: JumpQuery, isAll: boolean): Answer {
  const hits = isAll ? jump.slice(0, MOST - 1) : jump;
  const all = choicesIn(jumpPlaces.makes, hits);
  const choices = isAll ? all : all.slice(0, FEW);
  const isOfIdentifiers = choices.some((choice) => choice.hit?.field);
  return {
    text,
    choices,
    hasMore: choices.length < all.length || hits.length < jump.length,
    family: isOfIdentifiers ? jumpPlaces.family : null,
  };
}

/** Searches for `text`, debounced unless `isUrgent`; `answer` is undefined until a search has been answered. `more` asks for all choices. */
export function useAnswer(text: string, isUrgent: boolean) {
  const [moreOf, setMoreOf] = useState<string>();
  const settled = useSettled(text, PAUSE);
  const asked = isUrgent ? text : settled;
  const isAll = asked === moreOf;
  const online = useOnline();
  const kept = useKeptChoices(online ? '' : asked);
  const { data, error, refetch } = useRead(JumpDocument, {
    variables: { text: asked, limit: isAll ? MOST : FEW + 1 },
    skip: asked === '' || !online,
    fetchPolicy: 'no-cache',
  });
  const answer = useMemo(() => {
    if (kept) return { ...kept, hasMore: false, family: null };
    return data && asked !== '' ? answerOf(asked, data, isAll) : undefined;
  }, [kept, data, asked, isAll]);
  return {
    answer,
    error: asked === text && online ? error : undefined,
    refetch,
    more: () => setMoreOf(text),
  };
}
