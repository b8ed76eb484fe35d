/** Finds the makes that typed words mean, also with typos (docs/rules.md, "Jump"). */

import type { PlainReader } from '../../gate/plainReads';
import type { Statement } from '../../outside/postgres/reads';
import { wordsOf } from '../../text';
import type { MakeLine } from '../makes/makeRow';
import { type Interpretation, isOnlyLetters } from './searchTerms';

/** A make, and its name and nicknames as words. */
interface SpeltMake {
  make: MakeLine;
  spellings: string[][];
}

const MAKES: Statement = {
  name: 'makes to jump to',
  text: `select coalesce(json_agg(json_build_array(k.id, k.display_name,
      array(select a.text from aliases a where a.make_id = k.id and a.name = '')) order by k.display_name), '[]')
    from makes k where exists (select from models m where m.make_id = k.id)`,
};

/** All makes that have models. */
export const speltMakes = ({ read, derived }: PlainReader): Promise<readonly SpeltMake[]> =>
  derived(MAKES.name, async () => {
    const found = (await read<[id: number, displayName: string, nicknames: string[]][]>(MAKES, [])) ?? [];
    return found.map(([id, displayName, nicknames]) => ({
      make: { id, displayName },
      spellings: [displayName, ...nicknames].map(wordsOf),
    }));
  });

/** Shorter texts are not the beginning of a make, and have no typo. */
const SHORTEST = 3;
/** From here on, a word may have two typos if it begins as the make does. */
const LONG_WORD = 6;
/** The most makes, and spellings of a word, that a typo may stand for. */
const MOST = 3;

const joined = (words: string[]) => words.join('');
const hasAll = (spelling: string[], words: string[]) => words.every((word) => spelling.includes(word));
const begins = (spelling: string[], words: string[]) =>
  joined(words).length >= SHORTEST &&
  (joined(spelling).startsWith(joined(words)) ||
    words.every((word) => spelling.some((known) => known.startsWith(word))));

const matching = (makes: readonly SpeltMake[], fits: (spelling: string[]) => boolean) =>
  makes.filter(({ spellings }) => spellings.some(fits)).map(({ make }) => make);

/** The makes whose name these words are; else those of which they are some words or the beginning. */
export function makesNamed(makes: readonly SpeltMake[], words: string[]): { makes: MakeLine[]; isWhole: boolean } {
  const whole = matching(makes, (spelling) => joined(spelling) === joined(words));
  if (whole.length > 0) return { makes: whole, isWhole: true };
  return { makes: matching(makes, (one) => hasAll(one, words) || begins(one, words)).slice(0, MOST), isWhole: false };
}

/** The interpretations with words corrected to those of makes: each word alone, and all together. */
export function corrected(makes: readonly SpeltMake[], interpretations: Interpretation[]): Interpretation[] {
  const known = new Set(makes.flatMap(({ spellings }) => spellings.flatMap((words) => [...words, joined(words)])));
  return interpretations.flatMap(({ words, year }) => {
    const better = words.map((word) => closest(known, word));
    const alone = better.flatMap((ones, at) => ones.map((one) => words.with(at, one)));
    const together = words.map((word, at) => better[at]?.[0] ?? word);
    const isSeveral = better.filter((ones) => ones.length > 0).length > 1;
    return [...(isSeveral ? [together] : []), ...alone].slice(0, 2 * MOST).map((words) => ({ words, year }));
  });
}

/** The known words that a mistyped one probably means; none if it is known itself. */
function closest(known: ReadonlySet<string>, word: string): string[] {
  if (word.length < SHORTEST || known.has(word) || !isOnlyLetters(word)) return [];
  for (const typos of [1, 2]) {
    const near = [...known].filter((one) => isTypo(word, one, typos));
    if (near.length > 0) return near.slice(0, MOST);
  }
  return [];
}

function isTypo(typed: string, meant: string, typos: number): boolean {
  if (typos > 1 && (typed.length < LONG_WORD || typed[0] !== meant[0])) return false;
  if (Math.min(typed.length, meant.length) < SHORTEST) return false;
  // In three letters, a different or an extra one makes another word.
  const isSwapped =
    meant.length === SHORTEST && typed.length === SHORTEST && [...typed].sort().join() === [...meant].sort().join();
  if (meant.length === SHORTEST && !isSwapped) return false;
  return areApart(typed, meant, typos);
}

/** Whether a word of the name, or two words joined, is one of these words with one typo. */
export const hasTypoOf = (typed: string[]) => {
  const words = typed.filter(isOnlyLetters);
  return (hit: { words: string }) =>
    hit.words
      .split('|')
      .map((part) => part.trim().split(' '))
      .some((parts) =>
        parts.some((part, at) =>
          words.some((word) => [part, part + (parts[at + 1] ?? '')].some((one) => areApart(word, one, 1))),
        ),
      );
};

/** Whether two words differ by so many typos. Lengths come first: strangers type words of any length. */
const areApart = (one: string, other: string, typos: number) =>
  Math.abs(one.length - other.length) <= typos && distance(one, other) === typos;

/** How many letters are missing, extra, different or swapped with the next one. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
