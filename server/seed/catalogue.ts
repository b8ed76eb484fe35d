/** The demo catalogue: every line of `makes.ts` as one model a year, with the key data of its family. */
import { drawingsOf } from './drawings.ts';
import { type KeyFamily, keyFamilies } from './keys.ts';
import { type DemoMake, demoMakes } from './makes.ts';

interface SeedModel {
  name: string;
  year: number;
  ilco: string;
  jma: string;
  jet: string;
  silca: string;
  oem: string;
  codeSeries: string;
  transponder: string;
  accuReader: string;
  lishi: string;
  ignition: string;
  gasCap: string;
  seatAux: string;
  hpc: string;
  itl: string;
  dsd: string;
  pakaPunch: string;
  tips: string;
  tips2: string;
  /** 12 positions from the stop; unused ones are empty. */
  spacing: string[];
  /** 8 rows; unused ones are empty. */
  depth: { oneX: string; twoX: string }[];
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

/** The guide begins here (spec section 1). */
const firstYear = 1990;

const positions = 12;
const depthRows = 8;

const natural = new Intl.Collator('en', { numeric: true });

type KeyData = Omit<SeedModel, 'name' | 'year'>;

/**
 * The demo catalogue as of `today` (its year in UTC is the present one): makes by id, models by name then year.
 * Throws with the make and line named where a line does not parse.
 */
export function demoCatalogue(today: Date): SeedMake[] {
  const present = today.getUTCFullYear();
  const keyData = new Map(Object.entries(keyFamilies).map(([code, family]) => [code, keyDataOf(code, family)]));
  return [...demoMakes].sort((a, b) => a.id - b.id).map((make) => expand(make, keyData, present));
}

function expand({ lines, ...make }: DemoMake, keyData: Map<string, KeyData>, present: number): SeedMake {
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

    const byYear = new Map<number, KeyData>();
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

function keyDataOf(code: string, family: KeyFamily): KeyData {
  const [ilco, jma, jet, silca, oem] = family.blanks;
  const [ignition, gasCap, seatAux] = family.wafers;
  const [hpc, itl, dsd, pakaPunch] = family.cutting;
  const spacing = family.spacing.split(' ').map((position) => (position === '_' ? '' : position));
  const depth = family.depth.split(' ').map((row) => {
    const [oneX = '', twoX = ''] = row.split('/').map((cut) => (cut === '-' ? '' : cut));
    return { oneX, twoX };
  });
  if (spacing.length > positions || depth.length > depthRows) {
    throw new Error(`Key family ${code}: more than ${positions} positions or ${depthRows} depth rows`);
  }
  return {
    ilco,
    jma,
    jet,
    silca,
    oem,
    codeSeries: family.codeSeries,
    transponder: family.transponder,
    accuReader: family.accuReader,
    lishi: family.lishi,
    ignition,
    gasCap,
    seatAux,
    hpc,
    itl,
    dsd,
    pakaPunch,
    tips: [family.tips].flat().join('\n'),
    tips2: family.tips2,
    spacing: frozen(Array.from({ length: positions }, (_, i) => spacing[i] ?? '')),
    depth: frozen(Array.from({ length: depthRows }, (_, i) => Object.freeze(depth[i] ?? { oneX: '', twoX: '' }))),
    drawings: frozen(drawingsOf(code)),
  };
}

/** The thousands of models share the lists of their families; frozen, so that changing one of them cannot go unnoticed. */
function frozen<T>(list: T[]): T[] {
  Object.freeze(list);
  return list;
}
