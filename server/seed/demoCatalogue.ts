/** The demo catalogue: every line of `makes.ts` as one model a year, with the key data of its family. */
import {
  DEPTH,
  eachText,
  KEY_DATA_TEXTS,
  type KeyDataText,
  type KeyDataValues,
  SPACING,
} from '../catalogue/keyData.ts';
import { drawingsOf } from './drawings.ts';
import { type KeyFamily, keyFamilies } from './keys.ts';
import { type DemoMake, demoMakes } from './makes.ts';

interface SeedModel extends KeyDataValues {
  name: string;
  year: number;
  /** Ids of drawings, keys of `modelDrawings()`. */
  drawings: string[];
}

export interface SeedMake {
  id: number;
  displayName: string;
  fullName: string;
  otherDetails: string;
  models: SeedModel[];
}

/** The guide begins here (docs/rules.md, "Makes and models"). */
const firstYear = 1990;

const natural = new Intl.Collator('en', { numeric: true });

type FamilyData = Omit<SeedModel, 'name' | 'year'>;

/**
 * The demo catalogue as of `today` (its year in UTC is the present one): makes by id, models by name then year.
 * Throws an error that names the make and the line if a line cannot be parsed.
 */
export function demoCatalogue(today: Date): SeedMake[] {
  const present = today.getUTCFullYear();
  const keyData = new Map(Object.entries(keyFamilies).map(([code, family]) => [code, keyDataOf(code, family)]));
  return [...demoMakes].sort((a, b) => a.id - b.id).map((make) => expand(make, keyData, present));
}

function expand({ lines, ...make }: DemoMake, keyData: Map<string, FamilyData>, present: number): SeedMake {
  const models: SeedModel[] = [];
  const names = new Set<string>();
  const sorted = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .sort(natural.compare);

  for (const line of sorted) {
    const refuse = (why: string) => new Error(`Demo catalogue, ${make.displayName}, "${line}": ${why}`);
    const [name = '', rest = ''] = line.split(/ {2,}(.*)/);
    if (!rest) throw refuse('a name, two spaces, years and a key family expected');
    if (names.has(name)) throw refuse('this name has a line already');
    names.add(name);

    const byYear = new Map<number, FamilyData>();
    for (const era of rest.split(' ; ')) {
      const words = era.trim().split(/ +/);
      const family = words.pop() ?? '';
      const data = keyData.get(family);
      if (!data) throw refuse(`no key family "${family}"`);
      if (words.length === 0) throw refuse(`no years before "${family}"`);
      for (const range of words) {
        const years = yearsOf(range, present);
        if (!years) throw refuse(`"${range}" is not years from ${firstYear} on`);
        for (const year of years) {
          if (byYear.has(year)) throw refuse(`${year} stands there twice`);
          byYear.set(year, data);
        }
      }
    }
    for (const [year, data] of [...byYear].sort(([a], [b]) => a - b)) models.push({ ...data, name, year });
  }
  return { ...make, models };
}

/** "1994-2003", "2021-" or "1998"; nothing past the `present` year. Null where it is none of these. */
function yearsOf(range: string, present: number): number[] | null {
  const match = /^(\d{4})(-(\d{4})?)?$/.exec(range);
  if (!match) return null;
  const from = Number(match[1]);
  const to = match[3] ? Number(match[3]) : match[2] ? Math.max(from, present) : from;
  if (from < firstYear || to < from) return null;
  const years: number[] = [];
  for (let year = from; year <= Math.min(to, present); year++) years.push(year);
  return years;
}

function keyDataOf(code: string, family: KeyFamily): FamilyData {
  const spacing = family.spacing.split(' ').map((position) => (position === '_' ? '' : position));
  const depthValues = family.depth.split(' ').flatMap((row) => {
    const [oneX = '', twoX = ''] = row.split('/').map((cut) => (cut === '-' ? '' : cut));
    return [oneX, twoX];
  });
  if (spacing.length > SPACING.count || depthValues.length > DEPTH.rows * 2) {
    throw new Error(`Key family ${code}: more than ${SPACING.count} positions or ${DEPTH.rows} depth rows`);
  }
  return {
    ...eachText((text) => familyText(family, text)),
    spacing: frozen(Array.from({ length: SPACING.count }, (_, index) => spacing[index] ?? '')),
    depthValues: frozen(Array.from({ length: DEPTH.rows * 2 }, (_, index) => depthValues[index] ?? '')),
    drawings: frozen(drawingsOf(code)),
  };
}

/** Some groups are written as a row, in the order of the definition; empty where the family says nothing. */
function familyText(family: KeyFamily, { name, group }: KeyDataText): string {
  if (group === 'blanks' || group === 'wafers' || group === 'cutting' || group === 'facts') {
    const place = KEY_DATA_TEXTS.filter((text) => text.group === group).findIndex((text) => text.name === name);
    return family[group]?.[place] ?? '';
  }
  return [family[name] ?? []].flat().join('\n');
}

/** The thousands of models share the lists of their families; frozen, so that changing one of them cannot go unnoticed. */
function frozen<T>(list: T[]): T[] {
  Object.freeze(list);
  return list;
}
