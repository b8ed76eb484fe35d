import { keyDatumOf } from '../../../export/sheetFields';

/** What stands between two names of one blank: "X265 - HD109", "X265 = HD109". A dash within a name has no spaces. */
const BETWEEN = /\s+[-–—]\s+|\s*=\s*/;
const isName = (text: string) => /^(?=.*\p{L})(?=.*\d)\S+$/u.test(text);

/**
 * The form in which an import records a value: several names of one blank have a slash between them, so "X265 - HD109" is
 * "X265 / HD109". See docs/rules.md, "Imports".
 */
export function asRecorded(field: string, value: string): string {
  if (keyDatumOf(field)?.group !== 'blanks') return value;
  const names = value.split(BETWEEN);
  return names.length > 1 && names.every(isName) ? names.join(' / ') : value;
}
