/** The grammar of code series (docs/rules.md, "Code series"): which key codes a text of `codeSeries` covers. */

import { allWordsOf, oneLine } from '../../text.ts';

/**
 * The version of the grammar. Whoever changes what a text means raises it, so that the index of Jump is read again
 * (docs/decisions/0088-one-grammar-of-code-series.md).
 */
export const GRAMMAR = 1;

/**
 * The codes that have a number in a range, with a fixed text before and behind it. Codes are compared in lower case, without
 * spaces and signs: K-0001 has the prefix k and the number 1 of four digits.
 */
export interface Series {
  /** The part of the text that it was read from. */
  text: string;
  prefix: string;
  suffix: string;
  first: number;
  last: number;
  /** How many digits the number may have. */
  shortest: number;
  longest: number;
  /** The digits between which each cut of a direct code lies; null for other codes. */
  lowest: number | null;
  highest: number | null;
  /** Whether it is every code with a letter ("C or D code series"). */
  isWhole: boolean;
}

/** What a text means: its series, or why it cannot be read. A text without letters and digits has no series. */
export type SeriesReading = { series: Series[]; reason: null } | { series: null; reason: string };

/** A key code as it is compared. */
export interface Code {
  prefix: string;
  digits: string;
  suffix: string;
}

const MOST_DIGITS = 15;
/** Fewer equal digits are a number: A00-A99 is a hundred of them. */
const FEWEST_CUTS = 3;

/** Why a text cannot be read. */
class Unread extends Error {}

function unread(reason: string): never {
  throw new Unread(reason);
}

/** Reads a text of `codeSeries`: all of it, or nothing, because half of a series would be a guess. */
export function readSeries(text: string): SeriesReading {
  try {
    return { series: partsIn(plain(text)), reason: null };
  } catch (error) {
    if (error instanceof Unread) return { series: null, reason: error.message };
    throw error;
  }
}

/** The key code that a text is, whatever signs it is written with; null if it has no number. */
export function codeIn(text: string): Code | null {
  const [, prefix = '', digits, suffix = ''] =
    /^((?:[a-z\d]*[a-z])?)(\d{1,15})([a-z]*)$/.exec(allWordsOf(text).join('')) ?? [];
  return digits ? { prefix, digits, suffix } : null;
}

/** Whether a series may have this code: all but whether the digits of a direct code are depths. */
export function fits(series: Series, { prefix, digits, suffix }: Code): boolean {
  if (prefix !== series.prefix || suffix !== series.suffix) return false;
  if (digits.length < series.shortest || digits.length > series.longest) return false;
  if (series.lowest !== null) return Number(digits.slice(0, -cutsOf(series))) === 0;
  return Number(digits) >= series.first && Number(digits) <= series.last;
}

/** The cuts of a direct code that fits, as digits in the order of the code; null for other series. */
export const digitsOf = (series: Series, { digits }: Code): string[] | null =>
  series.lowest === null ? null : [...digits.slice(-cutsOf(series))];

/** Cuts in the order of a code, from bow to tip. A code whose direction is unknown stays as it is. */
export const fromBow = (cuts: string[], direction: string | null): string[] =>
  direction === 'tip to bow' ? cuts.toReversed() : cuts;

/** Whether the series has a digit among its cuts. */
export const hasDigit = ({ lowest, highest }: Series, digit: string): boolean =>
  lowest !== null && highest !== null && Number(digit) >= lowest && Number(digit) <= highest;

/** Whether the series has this code. */
export const covers = (series: Series, code: Code): boolean =>
  fits(series, code) && (digitsOf(series, code)?.every((digit) => hasDigit(series, digit)) ?? true);

const cutsOf = ({ last }: Series) => String(last).length;

const REMARK = /\s*(?:\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\})/g;

/** The text without remarks in brackets, with one sign for "to". */
function plain(text: string): string {
  let given = oneLine(text).normalize('NFKC');
  const bare = given.replace(REMARK, ' ');
  // If all of it is in brackets, it is no remark.
  given = /[\p{L}\p{N}]/u.test(bare) ? bare : given.replace(/[()[\]{}]/g, ' ');
  if (/[()[\]{}]/.test(given)) unread('A bracket is not closed');
  return given
    .replace(/\s*(?:[‐-―−~→]|\.{2,}|\b(?:up to|to|thru|through)\b)\s*/gi, '-')
    .replace(/#|\bnos?\b\.?(?=\s*\d)|\bfrom\b/gi, ' ')
    .trim();
}

const SEPARATOR = /[,;/|&+]|\b(?:and|or|plus)\b|\.(?=\s|$)/i;
/** Might be a number with commas, or three series. */
const THOUSANDS = /^\d{1,3},\d{3}\s*-\s*\d{1,3},\d{3}$/;
const WORDS = '(?:key )?(?:code series|series codes?|series|codes?)';
const LETTER = /^[a-z]$/i;
const LETTER_FIRST = /^([a-z])[\s-]*(?:code[\s-]*)?(?:series|codes?)(?:[\s-]*codes?)?$/i;
const LETTER_LAST = /^(?:code )?series ([a-z])$/i;

function partsIn(given: string): Series[] {
  if (THOUSANDS.test(given)) unread('It is not clear whether the commas belong to the numbers');
  const series: Series[] = [];
  /** Letters that have been read, which are series if one of them is called so: "G, H, J-Series". */
  let letters: string[] = [];
  let areCalledSeries = false;
  const flush = () => {
    const [first] = letters;
    if (first && !areCalledSeries) unread(notACode(first));
    series.push(...letters.flatMap(ofLetter));
    letters = [];
    areCalledSeries = false;
  };
  for (const part of given.split(SEPARATOR).map((one) => one.trim())) {
    if (!/[\p{L}\p{N}]/u.test(part)) continue;
    const [, called] = LETTER_FIRST.exec(part) ?? LETTER_LAST.exec(part) ?? [];
    if (called || LETTER.test(part)) {
      letters.push(called ?? part);
      areCalledSeries ||= called !== undefined;
    } else {
      flush();
      series.push(...rangesIn(part));
    }
  }
  flush();
  return series;
}

const notACode = (text: string) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}” is not a code`;

/** Every code with a letter, in front or behind. */
const ofLetter = (letter: string): Series[] =>
  ['prefix', 'suffix'].map((side) => ({
    ...{ text: `${letter} series`, prefix: '', suffix: '', first: 0, last: 10 ** MOST_DIGITS - 1 },
    ...{ shortest: 1, longest: MOST_DIGITS, lowest: null, highest: null, isWhole: true },
    [side]: letter.toLowerCase(),
  }));

/** One end of a range, or a code that stands alone. */
interface End extends Code {
  /** The text in front, as it is compared: the prefix, or digits that belong to the number (51.00001). */
  fixed: string;
}

/** 51.00001, 6K001, K-0001, A 001, 0001, 101K, PK500A, 0001 R */
const END = String.raw`(\d+\.|\d{1,4}[a-z]{1,4}|[a-z]{1,6}|[a-z]{1,2}[ .-])?(\d+)( [a-z](?!\s*\d)|[a-z]{0,3})(?![a-z\d])`;
const RANGE = new RegExp(String.raw`(?<![a-z\d])${END}(?:\s*-\s*${END})?`, 'giy');
/** Words beside a range that say nothing. */
const BESIDE = new RegExp(String.raw`^${WORDS}(?:\s*:\s*|\s+)|[\s-]+${WORDS}$`, 'gi');
const NAME = /^(series) (\d{1,4})([a-z]?)$/i;

/** The codes and ranges of a part, which are separated by nothing but spaces. */
function rangesIn(part: string): Series[] {
  const [, word, number, letter = ''] = NAME.exec(part) ?? [];
  if (word && number) return [single(part, endOf(word, number, letter))];
  const bare = part.replace(BESIDE, '');
  const text = bare.includes('-') ? bare : part;
  const found: Series[] = [];
  let at = 0;
  while (at < text.length) {
    RANGE.lastIndex = at;
    const [written = '', head, digits = '', tail, lastHead, lastDigits, lastTail] = RANGE.exec(text) ?? [];
    if (!written) unread(notACode(part));
    const first = endOf(head, digits, tail);
    const last = lastDigits === undefined ? null : endOf(lastHead ?? head, lastDigits, lastTail);
    found.push(...(last ? between(written, first, last) : [single(written, first)]));
    at += written.length;
    while (/\s/.test(text.charAt(at))) at++;
  }
  return found;
}

function endOf(head: string | undefined, digits: string, tail = ''): End {
  const fixed = head?.replace(/[ .-]/g, '').toLowerCase() ?? '';
  const isNumber = /^\d+$/.test(fixed);
  const number = isNumber ? fixed + digits : digits;
  if (number.length > MOST_DIGITS) unread(`${number} has more than ${MOST_DIGITS} digits`);
  return { fixed, prefix: isNumber ? '' : fixed, digits: number, suffix: tail.trim().toLowerCase() };
}

const seriesOf = (text: string, { prefix, suffix }: End, first: string, last: string): Series => ({
  text: text.trim(),
  prefix,
  suffix,
  first: Number(first),
  last: Number(last),
  shortest: first.length,
  longest: last.length,
  lowest: null,
  highest: null,
  isWhole: false,
});

const single = (text: string, end: End) => seriesOf(text, end, end.digits, end.digits);

/** The series from one end to the other. */
function between(text: string, first: End, last: End): Series[] {
  const cuts = cutsBetween(first, last);
  if (first.fixed === last.fixed && first.suffix === last.suffix) {
    const [from, to] = [first.digits, last.digits];
    if (from.length > to.length) unread(`${from} has more digits than ${to}`);
    if (Number(from) > Number(to)) unread(`The numbers go down, from ${from} to ${to}`);
    return [{ ...seriesOf(text, first, from, to), ...cuts }];
  }
  if (cuts) unread('It is not clear whether the digits are cuts, because the letters differ');
  const side = first.suffix === last.suffix ? 'prefix' : 'suffix';
  if (side === 'suffix' && first.fixed !== last.fixed) unread('The texts before and behind the numbers differ');
  const letters =
    side === 'prefix'
      ? lettersBetween(first.fixed, last.fixed, 'before')
      : lettersBetween(first.suffix, last.suffix, 'behind');
  return letters.map((letter, index, all) => {
    const least = index === 0 ? first.digits : '0'.repeat(first.digits.length);
    const most = index === all.length - 1 ? last.digits : '9'.repeat(last.digits.length);
    if (least.length !== most.length || least.length < 2)
      unread('Under each letter there must be equally many digits, at least two');
    return seriesOf(text, { ...first, [side]: letter }, least, most);
  });
}

/** The lowest and highest digit if both ends repeat one, and fewer than all ten are meant. Zeros in front do not count. */
function cutsBetween(first: End, last: End): Pick<Series, 'lowest' | 'highest'> | null {
  const highest = repeated(last.digits);
  const zeros = last.digits.length - (highest?.length ?? 0);
  const lowest = /^0+$/.test(first.digits) ? first.digits.slice(zeros) : repeated(first.digits);
  if (!highest || !lowest || Math.min(highest.length, lowest.length) < FEWEST_CUTS) return null;
  if (highest.length !== lowest.length)
    unread(`${first.digits} repeats a digit ${lowest.length} times, and ${last.digits} ${highest.length} times`);
  const [low, high] = [Number(lowest[0]), Number(highest[0])];
  return low === high || (low === 0 && high === 9) ? null : { lowest: low, highest: high };
}

/** The equal digits behind zeros; null if they differ. */
const repeated = (digits: string): string | null => /^0*(([1-9])\2*)$/.exec(digits)?.[1] ?? null;

/** J to U: j, k, … u. Texts of several letters may differ in the last one. `where` they are is for the reason. */
function lettersBetween(first: string, last: string, where: 'before' | 'behind'): string[] {
  const [one, other] = [first.toUpperCase(), last.toUpperCase()];
  if (!one || !other) unread(`“${one || other}” is ${where} only one of the numbers`);
  const [from = '', to = ''] = [first.at(-1), last.at(-1)];
  const fixed = first.slice(0, -1);
  if (first.length !== last.length || fixed !== last.slice(0, -1) || !LETTER.test(from) || !LETTER.test(to))
    unread(`“${one}” and “${other}” ${where} the numbers differ`);
  if (from > to) unread(`The letters go down, from ${one} to ${other}`);
  const length = to.charCodeAt(0) - from.charCodeAt(0) + 1;
  return Array.from({ length }, (_, index) => fixed + String.fromCharCode(from.charCodeAt(0) + index));
}
