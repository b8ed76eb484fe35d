import { useMemo } from 'react';
import { MakeOptionsDocument, type MakeOptionsQuery } from '../../../graphql/generated/catalogue';
import { useRead } from '../../../graphql/useRead';
import { useRecentSheets } from '../../recents/useRecentSheets';

export type MakeOption = MakeOptionsQuery['makeOptions'][number];

/** The most makes that count as the user's own. */
const OWN = 6;

/**
 * What the landing shows; undefined until all of it is there, so that nothing shifts. `own` are the makes of the user's
 * pinned and recent sheets, those with the most sheets first. Without `makes` they did not load.
 */
export function useLanding({ skip = false } = {}) {
  const { data, error, refetch } = useRead(MakeOptionsDocument, { skip });
  const { pinned, recent, error: noRecents } = useRecentSheets({ skip });
  const makes: readonly MakeOption[] | undefined = data?.makeOptions;
  const isLoaded = !skip && (recent || noRecents) && (makes || error);
  const own = useMemo(() => {
    const sheets = new Map<string, number>();
    for (const { model } of [...(pinned ?? []), ...(recent ?? [])])
      if (model) sheets.set(model.make.id, (sheets.get(model.make.id) ?? 0) + 1);
    return [...sheets]
      .sort(([, one], [, other]) => other - one)
      .flatMap(([id]) => makes?.find((make) => make.id === id) ?? [])
      .slice(0, OWN);
  }, [makes, pinned, recent]);
  return isLoaded ? { makes, own, retry: () => void refetch() } : undefined;
}
