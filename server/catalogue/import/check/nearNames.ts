/** Which names of the catalogue a name in a sheet may be meant for (docs/rules.md, "Imports"). */
import { variantsOf, wordsOf } from '../../jump/asked';

/** How many are offered for one name. */
const MOST = 3;
/** A shorter make has no typos, and is not taken for the beginning of another one. */
const SHORTEST = 3;
/** In a shorter run of letters, one letter tells models apart: CB500F, CB500X. */
const SHORTEST_WORD = 4;

/** Without signs, spaces, case and accents. */
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

  /** The makes that may be meant: the same but for signs; else with a typo; else where one name begins with the other. */
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

/** Model names of one make, to find those that a new one is close to. */
export class ModelNames {
  readonly #known = new Set<string>();
  /** By the squashed name, and by the squashed name without one of its letters. */
  readonly #near = new Map<string, string[]>();

  constructor(names: string[]) {
    for (const name of names) {
      this.#known.add(name.trim().toLowerCase());
      for (const key of keysOf(name)) this.#near.set(key, [...(this.#near.get(key) ?? []), name]);
    }
  }

  near(given: string): string[] {
    if (this.#known.has(given.trim().toLowerCase())) return [];
    const squashed = squash(given);
    const close = new Set(keysOf(given).flatMap((key) => this.#near.get(key) ?? []));
    const same = [...close].filter((name) => squash(name) === squashed);
    return (same.length > 0 ? same : [...close].filter((name) => isMistyped(squashed, squash(name)))).slice(0, MOST);
  }
}

const keysOf = (name: string) => [...new Set([squash(name), ...variantsOf(squash(name))])].filter(Boolean);

/** Whether a model's name is more likely another one with a typo than the name of a variant. */
function isMistyped(given: string, name: string): boolean {
  const typo = typoIn(given, name);
  if (!typo || /\d/.test(typo.letters)) return false;
  if (typo.isSwapped) return true;
  const long = given.length > name.length ? given : name;
  const isDoubled = given.length !== name.length && long[typo.at - 1] === long[typo.at];
  return isDoubled || wordAt(name, typo.at).length >= SHORTEST_WORD;
}

/** The run of letters at a place. */
function wordAt(text: string, at: number): string {
  const [before = ''] = /\p{L}*$/u.exec(text.slice(0, at)) ?? [];
  const [after = ''] = /^\p{L}*/u.exec(text.slice(at)) ?? [];
  return before + after;
}

interface Typo {
  /** How many characters are the same before it. */
  at: number;
  /** The characters that differ, of both. */
  letters: string;
  isSwapped: boolean;
}

/** The one typo that makes two texts differ: a character too many, too few, another one, or two swapped. */
function typoIn(one: string, other: string): Typo | null {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - at;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [here, there] = [one.slice(at, one.length - end), other.slice(at, other.length - end)];
  // "Yahama": also with one between them.
  const isSwapped = here.length >= 2 && here.length <= 3 && here === [...there].reverse().join('');
  if (!isSwapped && (here.length > 1 || there.length > 1 || here === there)) return null;
  return { at, letters: here + there, isSwapped };
}
