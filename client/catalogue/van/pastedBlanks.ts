/** The most of one blank, and the longest name and line. */
export const MOST_OF_BLANK = 9_999;
const LONGEST = 255;
const LONGEST_LINE = 500;
/** The most blanks that the server adds at once. */
const MOST_AT_ONCE = 1_000;

/** Names with the same key are the same blank (docs/rules.md, "Blanks in the van"). */
export const blankKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What is wrong with the name of a blank; null if nothing is. */
export function wrongBlank(name: string): string | null {
  if (!blankKey(name)) return 'There is no letter or digit.';
  return name.length > LONGEST ? `A name has at most ${LONGEST} characters.` : null;
}

interface PastedBlank {
  name: string;
  add: number;
}

interface NotUnderstood {
  /** The number of the line, from 1. */
  line: number;
  text: string;
  why: string;
}

interface PastedBlanks {
  /** Each blank once, in the order of its first line. */
  blanks: PastedBlank[];
  wrong: NotUnderstood[];
}

type Read = { name: string; count: string } | string;

/** What a blank is called beyond doubt: letters and a digit. */
const isName = (text: string) => /\p{L}/u.test(text) && /\d/.test(text);
/** A count as people write it: "3", "3x", "3 pcs". X3 is a name. */
const COUNT = /^(\d+)(?:\s*(?:[x×]|pcs\.?|pieces))?$/i;
/** "X265 3", "X265: 3", "X265, 3", "X265 - 3", "X265 x 3" */
const COUNT_BEHIND = /^(.+?)(?:\s*([,:])\s*|\s+(?:[-–—]\s+)?)(×|x\s|)\s*(\d+)(?:\s*(?:[x×]|pcs\.?|pieces))?$/iu;
/** "3 X265", "3x X265", "3 x X265" */
const COUNT_BEFORE = /^(\d+)\s*([x×]?)\s+(\S.*)$/iu;

/** The name and the count in a line; a text says why it has none. */
function readLine(line: string): Read {
  if (line.length > LONGEST_LINE) return 'It is too long.';
  const cells = line.split(/\t|;/).map((cell) => cell.trim());
  while (cells.length > 1 && !cells.at(-1)) cells.pop();
  const [first = '', second, ...more] = cells;
  if (more.length > 0) return 'It has more than two columns.';
  if (second === undefined) return readWords(first);
  if (!first) return 'Its first column is empty.';
  const [before, behind] = [first, second].map((cell) => COUNT.exec(cell)?.[1]);
  if (behind) return { name: first, count: behind };
  return before ? { name: second, count: before } : 'It has no whole number.';
}

function readWords(text: string): Read {
  const [, name = '', sign, times, count] = COUNT_BEHIND.exec(text) ?? [];
  if (count && (sign || times || isName(name))) return { name, count };
  const [, number, by, named = ''] = COUNT_BEFORE.exec(text) ?? [];
  if (number && (by || isName(named))) return { name: named, count: number };
  if (/^\d+( |$)/.test(text) && text.length < 8) return 'It has no name.';
  // A name alone counts one: "X265", "HD 109", "DEMO 12".
  return /^\S+(?: \d+)?$/.test(text) ? { name: text, count: '1' } : 'It has no number at its end.';
}

/**
 * Reads a list as people type or paste it, a blank in each line with its number: "X265 3", "HD109;2", two columns of a
 * spreadsheet. Numbers of the same blank add up. What is not understood is left out, with the reason.
 */
export function pastedBlanks(text: string): PastedBlanks {
  const byKey = new Map<string, PastedBlank>();
  /** Adds what a line says; returns why that is not possible. */
  const add = (line: string): string | null => {
    const read = readLine(line);
    if (typeof read === 'string') return read;
    const name = read.name.replace(/\s+/g, ' ');
    const key = blankKey(name);
    const known = byKey.get(key);
    const sum = Number(read.count) + (known?.add ?? 0);
    if (!known && byKey.size === MOST_AT_ONCE) return 'At most 1,000 blanks can be added at once.';
    if (Number(read.count) === 0 || sum > MOST_OF_BLANK) return 'The number must be from 1 to 9,999.';
    const problem = wrongBlank(name);
    if (!problem) byKey.set(key, { name: known?.name ?? name, add: sum });
    return problem;
  };
  const wrong = text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const why = line.trim() ? add(line.trim()) : null;
    return why ? [{ line: index + 1, text: line.trim(), why }] : [];
  });
  return { blanks: [...byKey.values()], wrong };
}
