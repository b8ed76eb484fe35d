import { useEffect, useMemo, useState } from 'react';
import type { ModelQuery } from '../../../graphql/generated/catalogue';
import { useKept } from '../../../offline/keep/kept';
import { loadStore } from '../../../offline/keptAnswers';
import { type Choice, hitChoice } from '../choices';
import { type KeptSheet, keptHits } from './keptHits';

/** What Jump finds in the kept sheets; undefined without a text, and until they are read. */
export function useKeptChoices(text: string): { text: string; choices: readonly Choice[] } | undefined {
  const isAsked = text !== '';
  const list = useKept(isAsked);
  const [sheets, setSheets] = useState<readonly KeptSheet[]>();
  useEffect(() => {
    if (!isAsked || !list) return;
    let isLeft = false;
    void readSheets(list.map(({ id }) => id)).then((read) => {
      if (!isLeft) setSheets(read);
    });
    return () => {
      isLeft = true;
    };
  }, [isAsked, list]);
  return useMemo(() => {
    if (!isAsked || !sheets) return undefined;
    const hits = keptHits(sheets, text, new Date().getFullYear());
    return { text, choices: hits.map((hit) => hitChoice({ ...hit, isKept: true })) };
  }, [isAsked, sheets, text]);
}

async function readSheets(ids: readonly string[]): Promise<KeptSheet[]> {
  const { kept } = await loadStore();
  const answers = await Promise.all(ids.map((id) => kept('Model', { id })));
  return answers.flatMap((answer) => (answer?.data as ModelQuery | undefined)?.model ?? []);
}
