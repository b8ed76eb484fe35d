import { textKey } from '../../components/text/textKey';

/** 0 → A, 25 → Z, 26 → AA. */
const letter = (index: number): string =>
  (index < 26 ? '' : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** A letter for each digest, in order; equal digests share a letter (docs/look.md, "Years"). */
export function lettersOf(digests: readonly string[]): string[] {
  const known = [...new Set(digests)];
  return digests.map((digest) => letter(known.indexOf(digest)));
}

/** A key of a bike: a model of its make, name and year. */
export interface BikeKey {
  id: string;
  /** The locks that it fits; empty if they are not recorded. */
  label: string;
  keyDataHash: string;
}

export interface MarkedYear {
  year: number;
  /** The keys of the bike of this year, first recorded first; at least one. */
  keys: [BikeKey, ...BikeKey[]];
  letter: string;
  /** Whether the key data of its keys differs from that of the year before. */
  changed: boolean;
}

/** The years with their letters, oldest first. A letter stands for all keys of a year, in any order. */
export function markYears(newestFirst: readonly (BikeKey & { year: number })[]): MarkedYear[] {
  const years = [...Map.groupBy(newestFirst, ({ year }) => year)].toReversed();
  const letters = lettersOf(
    years.map(([, keys]) =>
      keys
        .map(({ keyDataHash }) => keyDataHash)
        .sort()
        .join(' '),
    ),
  );
  return years.map(([year, [first, ...more]], index) => ({
    year,
    keys: [first as BikeKey, ...more],
    letter: letters[index] ?? '',
    changed: index > 0 && letters[index] !== letters[index - 1],
  }));
}

/** The year that has the key with this id. */
export const yearOf = (years: readonly MarkedYear[] | undefined, id: string) =>
  years?.find(({ keys }) => keys.some((key) => key.id === id));

/** The key of another year with the same label as the key `id`, else the one in the same place, else the first. */
export function sameKey(years: readonly MarkedYear[], id: string, { keys }: MarkedYear): BikeKey {
  const here = yearOf(years, id)?.keys ?? [];
  const place = here.findIndex((key) => key.id === id);
  const label = textKey(here[place]?.label ?? '');
  const same = label ? keys.find((key) => textKey(key.label) === label) : undefined;
  return same ?? (label ? undefined : keys[place]) ?? keys[0];
}

/** The year to compare with first: the nearest older one that differs, else a newer one that does, else a neighbour. */
export function comparedFirst(years: readonly MarkedYear[], id: string): MarkedYear | undefined {
  const here = years.findIndex(({ keys }) => keys.some((key) => key.id === id));
  const differs = ({ letter }: MarkedYear) => letter !== years[here]?.letter;
  return (
    years.slice(0, Math.max(here, 0)).findLast(differs) ??
    years.slice(here + 1).find(differs) ??
    years[here - 1] ??
    years[here + 1]
  );
}

/** A key in words: "Key 1: All (except luggage)", or "Key 2" without a label. */
export const keyTitle = (keys: readonly { id: string; label: string }[], id: string) => {
  const place = keys.findIndex((key) => key.id === id);
  const label = keys[place]?.label;
  return `Key ${place + 1}${label ? `: ${label}` : ''}`;
};
