/** 0 → A, 25 → Z, 26 → AA. */
const letter = (index: number): string =>
  (index < 26 ? '' : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** A letter for each digest, in order; equal digests share a letter (docs/look.md, "Years"). */
export function lettersOf(digests: readonly string[]): string[] {
  const known = [...new Set(digests)];
  return digests.map((digest) => letter(known.indexOf(digest)));
}

interface Year {
  id: string;
  year: number;
  keyDataHash: string;
}

export interface MarkedYear extends Year {
  letter: string;
  /** Whether its key data differs from that of the year before. */
  changed: boolean;
}

/** The years with their letters, oldest first. */
export function markYears(newestFirst: readonly Year[]): MarkedYear[] {
  const years = newestFirst.toReversed();
  const letters = lettersOf(years.map(({ keyDataHash }) => keyDataHash));
  return years.map((year, index) => ({
    ...year,
    letter: letters[index] ?? '',
    changed: index > 0 && letters[index] !== letters[index - 1],
  }));
}

/** The year to compare with first: the nearest older one that differs, else a newer one that does, else a neighbour. */
export function comparedFirst(years: readonly MarkedYear[], id: string): MarkedYear | undefined {
  const here = years.findIndex((year) => year.id === id);
  const differs = ({ letter }: MarkedYear) => letter !== years[here]?.letter;
  return (
    years.slice(0, Math.max(here, 0)).findLast(differs) ??
    years.slice(here + 1).find(differs) ??
    years[here - 1] ??
    years[here + 1]
  );
}
