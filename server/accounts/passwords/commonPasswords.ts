import { usernameKey } from '../usernames';

/** Words of this product and its trade, and well-known example passwords. */
const WORDS = ['motokey', 'locksmith', 'motorcycle', 'demo-keys-1990', 'correcthorsebatterystaple'];

/** Below this number of guesses a password counts as common. */
const FEWEST_GUESSES = 100_000_000;
/** Characters required in addition to WORDS and the user's own words, which an attacker would try first. */
const FEWEST_OWN = 8;
/**
 * A listed password takes at most as many guesses as the list has entries. Up to MOST_PADDING other characters around
 * it do not make it acceptable.
 */
const LISTED = 50_000;
const MOST_PADDING = 8;
/** The number of the user's own words that are used: names can be long, and each word costs time. */
const MOST_WORDS = 20;
/** Only this many characters are estimated: the time grows faster than the length, and a strong prefix suffices. */
const MOST_ESTIMATED = 64;

/**
 * Whether `password` is common or built from common passwords (docs/rules.md, "Passwords"). zxcvbn knows 49,000 of them
 * and recognises appended digits, repetition, letters written as digits, keyboard rows, sequences and dates. `ownWords`
 * are the user's own (names, address, company); they count as common.
 */
export async function isCommon(password: string, ownWords: string[] = []): Promise<boolean> {
  estimator ??= load();
  const words = [...WORDS, ...ownWords.flatMap(partsOf).slice(0, MOST_WORDS)];
  if (without(words, password).length < FEWEST_OWN) return true;
  const { check } = await estimator;
  const guesses = (text: string) => check(text.slice(0, MOST_ESTIMATED), words).guesses;
  if (guesses(password) < FEWEST_GUESSES) return true;
  const word = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return password.length - word.length <= MOST_PADDING && word.length >= 4 && guesses(word) < LISTED;
}

/** Loaded on first use, because the dictionaries take time and memory. */
let estimator: ReturnType<typeof load> | undefined;
async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const passwords = dictionary['passwords-common'];
  const zxcvbn = new ZxcvbnFactory({ dictionary: { passwords }, graphs: adjacencyGraphs });
  return { check: (text: string, words: string[]) => zxcvbn.check(text, words) };
}

/** `Leo O'Brien <leo@harbour-locks.example>` → its words of at least three characters. */
const partsOf = (text: string): string[] =>
  usernameKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3);

/** `password` without `words`. Removes the longest first, because a word may contain a shorter one. */
const without = (words: string[], password: string): string =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), usernameKey(password));
