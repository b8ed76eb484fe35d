/*
 * What looks the same is the same (docs/rules.md, "The same text"). Every text of an input gets one of these forms before
 * it is checked, stored or compared, so that everything behind it compares texts code by code. `one_line` and `many_lines`
 * in the migration 2026-11-28-30-same-texts do the same to what was stored before.
 */

const anyOf = (characters: string) => new RegExp(`[${characters}]`, 'gu');

/** Spaces of other widths, and those that allow no line break. */
const SPACES = anyOf(String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000`);
/** Hyphens that only forbid or allow a line break. */
const HYPHENS = anyOf(String.raw`\u2010\u2011`);
/** Never seen: soft hyphen, zero-width spaces, byte order mark, fillers, tags, and what Unicode keeps for more of them. */
const INVISIBLE = anyOf(
  String.raw`\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}`,
);
const DIRECTION = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const DIRECTIONS = anyOf(DIRECTION);
const RIGHT_TO_LEFT = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/**
 * Joiners and variation selectors. They shape the sign before them if it is of these scripts (Hebrew to Vedic, Chinese,
 * Japanese, Brahmic ones) or an emoji. Anywhere else they are invisible.
 */
const JOINERS = String.raw`\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const SHAPED = String.raw`\u0590-\u1cff\u2190-\u2bff\u2e80-\u9fff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{11fff}\u{1e800}-\u{1faff}\u{20000}-\u{323af}`;
const SHAPELESS = new RegExp(`(?<![${SHAPED}${JOINERS}${DIRECTION}])[${JOINERS}]+`, 'gu');
/** No language stacks so many marks on a letter, and putting thousands in order takes seconds. */
const STACKED = /(\p{M}{10})\p{M}+/gu;
const composed = (text: string) => text.replace(STACKED, '$1').normalize('NFC');

function seen(text: string): string {
  const shown = composed(text).replace(SPACES, ' ').replace(HYPHENS, '-').replace(INVISIBLE, '');
  return RIGHT_TO_LEFT.test(shown) ? shown : shown.replace(DIRECTIONS, '');
}

const shaped = (text: string) => composed(text.replace(SHAPELESS, ''));

/** What is left may come to stand behind another sign, where a second look would remove it: then all are removed. */
function withShapes(text: string): string {
  const once = shaped(text);
  return shaped(once) === once ? once : composed(once.replace(anyOf(JOINERS), ''));
}

/** The form of names, codes, addresses and whatever else is one line. */
export function oneLine(text: string): string {
  if (!/[^ -~]|^ | $| {2}/.test(text)) return text;
  const letters = seen(text).replace(DIRECTIONS, '');
  return withShapes(letters)
    .replace(/[\t-\r \u0085\u2028\u2029]+/g, ' ')
    .replace(/^ | $/g, '');
}

/** The form of comments, tips and notes: lines and their indentation stay. */
export function manyLines(text: string): string {
  if (!/[^\n -~]|^\s|\s$| {2}| \n/.test(text)) return text;
  const lines = withShapes(seen(text)).replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n');
  return lines
    .replace(/[\t ]+/g, (blanks, at: number) => {
      const after = lines[at + blanks.length];
      if (after === undefined || after === '\n') return '';
      return at === 0 || lines[at - 1] === '\n' ? blanks : ' ';
    })
    .trim();
}

/** The key in PostgreSQL of a column or parameter whose text has one of these forms. Indexes are on this expression. */
export const sqlKey = (text: string): string => `lower(${text}::text collate "und-x-icu")`;

/** Texts with the same key are the same but for case. */
export const textKey = (text: string): string => oneLine(text).toLowerCase();

/** Letters, digits and signs as wide as Chinese ones, as input methods type them. */
const WIDE = /[\uff01-\uff5e]/g;
/** The text with their usual forms. */
export const narrow = (text: string): string =>
  text.replace(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/** What searches and lists look through: a column whatever its case and width. Indexes are on this expression. */
export const searchKey = (column: string): string => `search_key(${column}::text collate "und-x-icu")`;

/** Further words are ignored. */
const MOST_WORDS = 8;

/** The words of a text as the index has them (`jump_words` in the migration): "YZF-R1 Été" is yzf, r1, ete. */
export const wordsOf = (text: string): string[] => allWordsOf(text).slice(0, MOST_WORDS);

export const allWordsOf = (text: string) =>
  oneLine(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Shorter words are not searched with typos. */
const SHORTEST_WITH_TYPO = 4;
/** Nor are longer words: every letter adds a variant to search for. */
const LONGEST_WITH_TYPO = 64;

/** The word, and every form of it with one letter removed. */
export const variantsOf = (word: string) =>
  word.length < SHORTEST_WITH_TYPO || word.length > LONGEST_WITH_TYPO
    ? []
    : [...new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])];
