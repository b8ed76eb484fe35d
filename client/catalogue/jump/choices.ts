import type { JumpQuery } from '../../graphql/generated/jump';
import { lookupPath } from '../../paths';

type Hit = JumpQuery['jump'][number];
type FoundMake = JumpQuery['jumpPlaces']['makes'][number];

/** A row of Jump, and where it leads: to the list of a make, or to a sheet. */
export interface Choice {
  key: string;
  path: string;
  /** Make and name. */
  title: string;
  /** What is shown of a make: the list that it opens. */
  list?: string;
  /** Absent in the row of a make. */
  hit?: Hit & { isDeleted?: boolean; isPinned?: boolean; isKept?: boolean; label?: string };
}

/** A make by year and by model; with a year, its models of that year. */
const makeChoices = ({ make, year }: FoundMake): Choice[] => {
  const choice = (list: string, place: Omit<Parameters<typeof lookupPath>[0], 'make'>): Choice => ({
    key: `${make.id} ${list}`,
    path: lookupPath({ make: make.id, ...place }),
    title: make.displayName,
    list,
  });
  if (year) return [choice(String(year), { mode: 'year', value: String(year) })];
  return [choice('By Year', { mode: 'year' }), choice('By Model', { mode: 'model' })];
};

/** The key code that was typed, if that is what matched: the sheet reads it. */
export const codeOf = ({ field, value }: Pick<Hit, 'field' | 'value'>) => (field === 'CODE_SERIES' ? value : null);

export const hitChoice = (hit: NonNullable<Choice['hit']>, key = `${hit.make.id} ${hit.name}`): Choice => ({
  key,
  path: lookupPath({ make: hit.make.id, mode: 'model', value: hit.name, id: hit.model.id, code: codeOf(hit) }),
  title: `${hit.make.displayName} ${hit.name}`,
  hit,
});

/** Makes before hits. */
export const choicesIn = (makes: readonly FoundMake[], hits: readonly Hit[]): Choice[] => [
  ...makes.flatMap(makeChoices),
  ...hits.map((hit) => hitChoice(hit)),
];
