/** The possible interpretations of a typed text, for the statements of jump.operations.ts. */

import type { Parameter } from '../../outside/postgres/reads';
import { allWordsOf, variantsOf } from '../../text';
import { codeIn } from '../series/codeSeries';

/** Words that are searched together, and the year that was typed with them. */
export interface Interpretation {
  words: string[];
  year: number | null;
}

/** The model year that a word may be: 2007, 07 or 98. */
function yearIn(word: string, now: number): number | null {
  if (/^\d{2}$/.test(word)) {
    const year = Math.floor(now / 100) * 100 + Number(word);
    return year > now + 2 ? year - 100 : year;
  }
  return /^(19|20)\d{2}$/.test(word) ? Number(word) : null;
}

/** The year if it is all that was typed. */
export const yearAlone = ([word = '', ...others]: string[]): number | null =>
  others.length === 0 && /^(19|20)\d{2}$/.test(word) ? Number(word) : null;

/** All words as a name; and, if a word may be a year, the last such word as the year and the others as a name. */
export function interpretationsOf(words: string[], now: number): Interpretation[] {
  const at = words.length > 1 ? words.findLastIndex((word) => yearIn(word, now) !== null) : -1;
  const whole = { words, year: null };
  return at < 0 ? [whole] : [whole, { words: words.toSpliced(at, 1), year: yearIn(words[at] ?? '', now) }];
}

const longestOf = (words: string[]) => words.reduce((one, other) => (other.length > one.length ? other : one));
/** Patterns for `like`, and regular expressions. Nothing is escaped, because words contain only letters and digits. */
const within = (text: string) => `%${text}%`;
/** Finds `text` where a word begins, in one or more words: "zx6" in " ninja zx 6r ". */
const beginning = (text: string) => ` ${[...text].join(' ?')}`;
/** The same, also ending with a word: "zx6" in " ninja zx 6 ". */
const whole = (text: string) => `${beginning(text)} `;

/** What names are compared with; the first pattern uses the index. */
export const nameTerms = ({ words, year }: Interpretation) => ({
  year,
  like: within(longestOf(words)),
  each: words.map(within),
  joined: within(words.join('')),
  whole: whole(words.join('')),
  eachWhole: words.map(whole),
  beginning: beginning(words.join('')),
  eachBeginning: words.map(beginning),
  letters: words.join('').length,
});

/** The same as columns, for `jsonb_to_recordset`. */
export const TERM_COLUMNS = `year int, "like" text, each text[], joined text, whole text, "eachWhole" text[],
  beginning text, "eachBeginning" text[], letters int`;

/** The same as parameters, in this order. */
export const nameParameters = (interpretation: Interpretation): Parameter[] => Object.values(nameTerms(interpretation));

/**
 * The parameters for searching words of which at least `least` have a typo, and only those that `may`: a row for each word.
 * Empty if none may.
 */
export const typoParameters = (
  interpretations: Interpretation[],
  least = 0,
  may: (word: string) => boolean = () => true,
) =>
  interpretations
    .map(({ words, year }) => ({ year, words, variants: words.map((word) => (may(word) ? variantsOf(word) : [])) }))
    .filter(({ variants }) => variants.some(({ length }) => length > 0))
    .flatMap(({ words, year, variants }, reading) =>
      words.map((text, at) => ({
        reading,
        year,
        words: words.length,
        at,
        like: within(text),
        variants: variants[at],
        least,
      })),
    );

/** Digits often distinguish models: a word with digits is not corrected while anything else matches. */
export const isOnlyLetters = (word: string) => /^\p{L}+$/u.test(word);

/** Shorter texts are not searched in identifiers. */
const SHORTEST_IDENTIFIER = 3;
const SHORTEST_CODE = 2;

/** The texts that may be an identifier: all words together, or one of them next to words of a name. */
const identifiersIn = ({ words, year }: Interpretation) => [
  { text: words.join(''), others: [] as string[], year },
  ...(words.length > 1 ? words.map((text, at) => ({ text, others: words.toSpliced(at, 1).map(within), year })) : []),
];

/** The parameters for searching blanks and part numbers. `whole` matches whole words: "hd109" becomes " hd 109 ". */
export const identifierParameters = (interpretation: Interpretation) =>
  identifiersIn(interpretation)
    .filter(({ text }) => text.length >= SHORTEST_IDENTIFIER)
    .map((one) => ({ ...one, like: within(one.text), whole: whole(one.text) }));

/** The parameters for searching the series that cover a key code. */
export const codeParameters = (interpretation: Interpretation) =>
  identifiersIn(interpretation).flatMap((one) => {
    const code = one.text.length < SHORTEST_CODE ? null : codeIn(one.text);
    return code ? [{ ...one, ...code, number: Number(code.digits) }] : [];
  });

/**
 * The part of an identifier in which `text` (a word, or words joined) was found, as it is written there; of a code series,
 * the code that was typed. So a caller sees as much as they typed and no more.
 */
export function partFound(value: string, text: string): string {
  const places: { from: number; to: number }[] = [];
  let squashed = '';
  let from = 0;
  for (const character of value) {
    const to = from + character.length;
    for (const letter of allWordsOf(character).join('')) {
      squashed += letter;
      places.push({ from, to });
    }
    from = to;
  }
  if (squashed === text) return value;
  const at = squashed.indexOf(text);
  return at < 0 ? text.toUpperCase() : value.slice(places[at]?.from, places[at + text.length - 1]?.to);
}
