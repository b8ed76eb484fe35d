import { allWordsOf } from '../../text';

/** What stands between several blanks in a cell. */
const BETWEEN_BLANKS = /\s*[,;\n]\s*|\s+\|\s+/;
/** What stands between two names of one blank: "X265 - HD109", "X265 = HD109". A dash within a name has no spaces. */
const SAME_BLANK = String.raw`\s+[-–—]\s+|\s*=\s*`;
/** The same as imports record them: "X265 / HD109". */
const BETWEEN_NAMES = new RegExp(String.raw`${SAME_BLANK}|\s+\/\s+`);
const isName = (text: string) => /^(?=.*\p{L})(?=.*\d)\S+$/u.test(text);

/** The names of one blank in a text as people write them; the text alone if it is not sure that it has several. */
export function namesOfOne(text: string, between = new RegExp(SAME_BLANK)): string[] {
  const names = text.split(between);
  return names.length > 1 && names.every(isName) ? names : [text];
}

/**
 * The blanks in a cell of a blank maker, each with all its names: "X265 / HD109, X138" is [[X265, HD109], [X138]]. Of what may
 * be something else ("HOND-31D / with chip"), each part is a blank of its own.
 */
export const blanksIn = (cell: string): string[][] =>
  cell
    .split(BETWEEN_BLANKS)
    .map((text) => text.trim())
    .filter(Boolean)
    .flatMap((text) => {
      const names = namesOfOne(text, BETWEEN_NAMES);
      return names.length > 1 ? [names] : text.split(/\s+\/\s+/).map((name) => [name]);
    });

/** Names with the same key are the same: case, spaces, hyphens and dots do not matter. Empty without a letter or digit. */
export const blankKey = (name: string): string => allWordsOf(name).join('');
