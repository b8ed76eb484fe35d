import type { KeyDataFragment } from '../../../graphql/generated/catalogue';
import type { JumpQuery } from '../../../graphql/generated/jump';
import { blanks, codes, cutting, type KeyText } from '../../keyData';
import { numbersIn } from '../../sheet/numbersIn';
import { coversCode } from './codeRange';
import { wordsOf } from './words';

export type KeptHit = JumpQuery['jump'][number];

/** A sheet that the device keeps. */
export interface KeptSheet extends KeyDataFragment {
  id: string;
  name: string;
  year: number;
  make: { id: string; displayName: string };
}

const [codeSeries, transponder] = codes as [KeyText, KeyText];
/** Found only by all of it. */
const wholeTexts: readonly KeyText[] = [transponder, ...cutting.data];
/** Shorter texts are no part of a blank. */
const SHORTEST_PART = 3;

/** The model year that a word may be: 2007, 07 or 98. */
function yearIn(word: string, now: number): number | null {
  if (/^\d{2}$/.test(word)) {
    const year = Math.floor(now / 100) * 100 + Number(word);
    return year > now + 2 ? year - 100 : year;
  }
  return /^(19|20)\d{2}$/.test(word) ? Number(word) : null;
}

interface Meant {
  words: string[];
  year: number | null;
}

/** All words as a text; and, if one may be a year, the last such word as the year and the others as the text. */
function meanings(words: string[], now: number): Meant[] {
  const at = words.findLastIndex((word) => yearIn(word, now) !== null);
  const whole = { words, year: null };
  return at < 0 ? [whole] : [whole, { words: words.toSpliced(at, 1), year: yearIn(words[at] ?? '', now) }];
}

/** How well a sheet fits: the lowest comes first. */
const TIERS = { exact: 0, whole: 1, beginning: 2, inside: 3, wholeIdentifier: 4, partOfOne: 5 } as const;

interface Fit {
  tier: number;
  field: KeptHit['field'];
  value: string | null;
}

const named = (tier: number): Fit => ({ tier, field: null, value: null });

/** One or more neighbouring words, joined: "4d46" is in "Texas 4D-46". */
const runsOf = (words: string[]) =>
  words.flatMap((_, from) => words.slice(from).map((__, more) => words.slice(from, from + more + 1).join('')));

function nameFit({ make, name }: KeptSheet, typed: string[]): Fit | null {
  const words = wordsOf(`${make.displayName} ${name}`);
  const all = words.join('');
  const joined = typed.join('');
  if (joined === all || joined === wordsOf(name).join('')) return named(TIERS.exact);
  const runs = runsOf(words);
  const isWhole = (word: string) => runs.includes(word);
  if (isWhole(joined) || typed.every(isWhole)) return named(TIERS.whole);
  const begins = (word: string) => runs.some((run) => run.startsWith(word));
  if (begins(joined) || typed.every(begins)) return named(TIERS.beginning);
  return all.includes(joined) || typed.every((word) => all.includes(word)) ? named(TIERS.inside) : null;
}

/** As much of an identifier as was typed. */
function partOf(number: string, typed: string): string {
  const letters = [...number];
  const places = letters.flatMap((letter, place) => [...wordsOf(letter).join('')].map(() => place));
  const at = wordsOf(number).join('').indexOf(typed);
  return letters.slice(places[at], (places[at + typed.length - 1] ?? 0) + 1).join('');
}

function identifierFit(sheet: KeptSheet, typed: string): Fit | null {
  if (coversCode(sheet[codeSeries.name], typed))
    return { tier: TIERS.wholeIdentifier, field: codeSeries.field as KeptHit['field'], value: typed.toUpperCase() };
  let part: Fit | null = null;
  for (const { field, name } of blanks)
    for (const number of numbersIn(sheet[name])) {
      const squashed = wordsOf(number).join('');
      if (typed.length < SHORTEST_PART || !squashed.includes(typed)) continue;
      if (squashed === typed) return { tier: TIERS.wholeIdentifier, field, value: number };
      part ??= { tier: TIERS.partOfOne, field, value: partOf(number, typed) };
    }
  const whole = wholeTexts.find(({ name }) => runsOf(wordsOf(sheet[name])).includes(typed));
  return whole
    ? { tier: TIERS.wholeIdentifier, field: whole.field as KeptHit['field'], value: partOf(sheet[whole.name], typed) }
    : part;
}

/** The best way in which a sheet fits what was typed; an identifier may have words of the name beside it. */
function fitOf(sheet: KeptSheet, { words, year }: Meant): Fit | null {
  if (year !== null && sheet.year !== year) return null;
  if (words.length === 0) return named(TIERS.whole);
  const fits = [
    nameFit(sheet, words),
    identifierFit(sheet, words.join('')),
    ...words.map((word, at) => {
      const others = words.toSpliced(at, 1);
      return others.length > 0 && nameFit(sheet, others) ? identifierFit(sheet, word) : null;
    }),
  ].filter((fit) => fit !== null);
  return fits.sort((one, other) => one.tier - other.tier)[0] ?? null;
}

/**
 * Jump in what the device keeps (docs/rules.md, "Offline"): names in any order without regard to case, spaces and hyphens, years of
 * two digits, blanks whole or in three characters, and key codes. One hit for each make and name, as on the server; the best
 * first, then the newest. `now` is the year.
 */
export function keptHits(sheets: readonly KeptSheet[], typed: string, now: number): KeptHit[] {
  const meant = meanings(wordsOf(typed), now).filter(({ words, year }) => words.length > 0 || year !== null);
  const found = sheets.flatMap((sheet) => {
    const fits = meant.flatMap((one) => fitOf(sheet, one) ?? []).sort((one, other) => one.tier - other.tier);
    return fits[0] ? [{ sheet, fit: fits[0] }] : [];
  });
  found.sort((one, other) => one.fit.tier - other.fit.tier || other.sheet.year - one.sheet.year);
  return [...Map.groupBy(found, ({ sheet }) => `${sheet.make.id} ${sheet.name}`).values()].map(([best, ...others]) => {
    const { sheet, fit } = best as (typeof found)[number];
    const { make, name } = sheet;
    const years = [sheet, ...others.map((other) => other.sheet)].map(({ year }) => year);
    return {
      ...{ make, name, field: fit.field, value: fit.value, cuts: null },
      years: [...new Set(years)].sort((one, other) => other - one),
      model: { id: sheet.id, year: sheet.year },
    };
  });
}
