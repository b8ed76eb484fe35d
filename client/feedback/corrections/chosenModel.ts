import type { LookupModelsQuery } from '../../graphql/generated/catalogue';

type Lines = LookupModelsQuery['lookupModels'];

/** The models with this make, name and year: names need not be unique, so there may be several. */
export function chosenModel(lines: Lines | undefined, year: string, asked: string | null): string | null {
  const meant = lines?.filter((line) => String(line.year) === year) ?? [];
  const one = meant.find(({ id }) => id === asked) ?? (meant.length === 1 ? meant[0] : undefined);
  return one?.id ?? null;
}

export const yearsOf = (lines: Lines | undefined) => lines && [...new Set(lines.map(({ year }) => String(year)))];
