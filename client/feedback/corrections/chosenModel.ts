import type { LookupModelsQuery } from '../../graphql/generated/catalogue';

type Lines = LookupModelsQuery['lookupModels'];

/** Those that a make, a model's name and a year mean: names need not be unique, so it may be more than one. */
export function chosenModel(lines: Lines | undefined, year: string, asked: string | null): string | null {
  const meant = lines?.filter((line) => String(line.year) === year) ?? [];
  const one = meant.find(({ id }) => id === asked) ?? (meant.length === 1 ? meant[0] : undefined);
  return one?.id ?? null;
}

export const yearsOf = (lines: Lines | undefined) => lines && [...new Set(lines.map(({ year }) => String(year)))];
