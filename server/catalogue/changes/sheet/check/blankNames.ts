import { namesOfOne } from '../../../blanks/blanksIn';
import { keyDatumOf } from '../../../export/sheetFields';

/**
 * The form in which an import records a value: several names of one blank have a slash between them, so "X265 - HD109" is
 * "X265 / HD109". See docs/rules.md, "Imports".
 */
export const asRecorded = (field: string, value: string): string =>
  keyDatumOf(field)?.group === 'blanks' ? namesOfOne(value).join(' / ') : value;
