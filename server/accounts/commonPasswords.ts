import { usernameKey } from './usernames';

/** Words of this product and its trade, and passwords that everybody has read. */
const WORDS = ['motokey', 'locksmith', 'motorcycle', 'demo-keys-1990', 'correcthorsebatterystaple'];

/** Fewer guesses than this, and whoever guesses cleverly gets there. */
const FEWEST_GUESSES = 100_000_000;
/** So many characters there must be besides the words that anybody would try first. */
const FEWEST_OWN = 8;
/** A word of the list takes no more guesses than the list is long; so many signs around it make it no better. */
const LISTED = 50_000;
const MOST_PADDING = 8;
/** Of the user's own; a name may be long, and each word costs time. */
const MOST_WORDS = 20;
/** Estimating takes longer than linear; what is safe so far is safe. */
const MOST_ESTIMATED = 64;

/**
 * Whether `password` is among the commonest or made of them (docs/rules.md, "Passwords"): zxcvbn knows 49,000 common
 * passwords, and sees through digits behind them, repetition, letters written as digits, keyboard rows, sequences and
 * dates. `ownWords` are the user's (names, address, company), which count as common.
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

/** Loaded with the first password that is chosen: the dictionaries take time and memory. */
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

/** `Leo O'Brien <leo@harbour-locks.example>` → its words of three letters and more. */
const partsOf = (text: string): string[] =>
  usernameKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3);

/** What of `password` is none of `words`; the longest goes first, so that no part of it stays. */
const without = (words: string[], password: string): string =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), usernameKey(password));
