/** Finds the names in the catalogue that a name in a sheet probably means (docs/rules.md, "Imports"). */
import { textKey, variantsOf, wordsOf } from '../../../../text';

/** The most suggestions for one name. */
const MOST = 3;
/** Shorter makes are not compared for typos or as the beginning of another make. */
const SHORTEST = 3;
/** In a shorter run of letters, a different letter means a different model: CB500F, CB500X. */
const SHORTEST_WORD = 4;

/** Removes punctuation, spaces, case and accents. */
const squash = (name: string) => wordsOf(name).join('');

/** A name, taken apart once for many comparisons. */
interface Spelling {
  words: string[];
  squashed: string;
}

const spellingOf = (name: string): Spelling => {
  const words = wordsOf(name);
  return { words, squashed: words.join('') };
};

/** The makes that a name in a sheet is compared with: display names, full names and nicknames. */
export class MakeSpellings {
  readonly #makes: { displayName: string; spellings: Spelling[] }[];

  constructor(makes: { displayName: string; names: string[] }[]) {
    this.#makes = makes.map(({ displayName, names }) => ({ displayName, spellings: names.map(spellingOf) }));
  }

  /** The suggested makes: equal except for punctuation; else with a typo; else where one name begins with the other. */
  near(name: string): string[] {
    const given = spellingOf(name);
    if (given.squashed.length < SHORTEST) return [];
    const isNear: ((known: Spelling) => boolean)[] = [
      ({ squashed }) => squashed === given.squashed,
      ({ squashed }) => squashed.length >= SHORTEST && typoIn(given.squashed, squashed) !== null,
      ({ words }) => beginsWith(words, given.words) || beginsWith(given.words, words),
    ];
    for (const fits of isNear) {
      const found = this.#makes.filter(({ spellings }) => spellings.some(fits)).map(({ displayName }) => displayName);
      if (found.length > 0) return [...new Set(found)].slice(0, MOST);
    }
    return [];
  }
}

const beginsWith = (long: string[], short: string[]) =>
  short.join('').length >= SHORTEST && short.every((word, at) => long[at] === word);

/** The model names of one make, indexed to find those close to a new name. */
export class ModelNames {
  readonly #known = new Set<string>();
  /** By the squashed name, and by every form of it with one character removed. */
  readonly #near = new Map<string, string[]>();

  constructor(names: string[]) {
    for (const name of names) {
      this.#known.add(textKey(name));
      for (const key of keysOf(name)) this.#near.set(key, [...(this.#near.get(key) ?? []), name]);
    }
  }

  near(given: string): string[] {
    if (this.#known.has(textKey(given))) return [];
    const squashed = squash(given);
    const close = new Set(keysOf(given).flatMap((key) => this.#near.get(key) ?? []));
    const same = [...close].filter((name) => squash(name) === squashed);
    return (same.length > 0 ? same : [...close].filter((name) => isMistyped(squashed, squash(name)))).slice(0, MOST);
  }
}

const keysOf = (name: string) => [...new Set([squash(name), ...variantsOf(squash(name))])].filter(Boolean);

/** Whether `given` is more likely a typo of `name` than the name of another variant. */
function isMistyped(given: string, name: string): boolean {
  const typo = typoIn(given, name);
  if (!typo || /\d/.test(typo.letters)) return false;
  if (typo.isSwapped) return true;
  const long = given.length > name.length ? given : name;
  const isDoubled = given.length !== name.length && long[typo.at - 1] === long[typo.at];
  return isDoubled || wordAt(name, typo.at).length >= SHORTEST_WORD;
}

/** The run of letters around a position. */
function wordAt(text: string, at: number): string {
  const [before = ''] = /\p{L}*$/u.exec(text.slice(0, at)) ?? [];
  const [after = ''] = /^\p{L}*/u.exec(text.slice(at)) ?? [];
  return before + after;
}

interface Typo {
  /** The number of equal characters before the typo. */
  at: number;
  /** The differing characters of both texts. */
  letters: string;
  isSwapped: boolean;
}

/** The single typo between two texts: an extra, missing or different character, or two swapped. Null for more than one. */
function typoIn(one: string, other: string): Typo | null {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - at;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [here, there] = [one.slice(at, one.length - end), other.slice(at, other.length - end)];
  // Also swapped across a character in between: "Yahama".
  const isSwapped = here.length >= 2 && here.length <= 3 && here === [...there].reverse().join('');
  if (!isSwapped && (here.length > 1 || there.length > 1 || here === there)) return null;
  return { at, letters: here + there, isSwapped };
}
