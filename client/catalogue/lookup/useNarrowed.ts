import { useEffect, useMemo } from 'react';
import { useStateOf } from '../../components/useStateOf';
import { LookupLinesDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import type { LookupPlace } from '../../paths';
import { narrowed, onlyMatch } from './narrowed';

/**
 * Filters the items by the typed text; `items` is undefined while they load. The first letter requests all models of the
 * make, and everything typed after it is answered from them. `chooseOnly` calls `onOnly` once the models have loaded, if
 * there is exactly one match.
 */
export function useNarrowed(
  { make, mode }: LookupPlace,
  values: readonly string[] | undefined,
  text: string,
  onOnly: (only: NonNullable<ReturnType<typeof onlyMatch>>) => void,
) {
  const typed = text.trim();
  const { data, error } = useRead(LookupLinesDocument, { variables: { makeId: make }, skip: !typed });
  const lines = data?.lookupLines;
  const items = useMemo(
    () => values && narrowed({ mode, values, lines: typed ? lines : undefined }, typed),
    [mode, values, lines, typed],
  );

  const [asked, setAsked] = useStateOf(`${make} ${mode}`, () => false);
  useEffect(() => {
    if (!asked || !items || (typed && !lines && !error)) return;
    setAsked(false);
    const only = onlyMatch(items);
    if (only) onOnly(only);
  }, [asked, items, typed, lines, error, onOnly, setAsked]);

  return { items, chooseOnly: () => setAsked(true) };
}
