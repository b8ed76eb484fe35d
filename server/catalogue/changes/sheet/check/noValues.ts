import { oneLine } from '../../../../text';
import { KEY_DATA } from '../../../keyData';

/*
 * What programs and spreadsheets write where there is no value, or in place of the value that was there
 * (docs/rules.md, "Imports"). Nobody types these into a list of keys.
 */

/** What databases and languages export for "nothing". */
const NOTHING =
  /^(\\N|NaT|[([<]?null[)\]>]?|[([<]?nil[)\]>]?|#?nan|-?1\.#(ind|qnan)|<na>|undefined|[([<](none|blank|empty)[)\]>])$/i;
/** `none` in lower case is a value here: a lock without wafers. */
const WAFERS = new Set(KEY_DATA.filter(({ group }) => group === 'wafers').map(({ name }) => name));
/** What people and statistics programs write for it. Some of these may be names of makes and models. */
const NOT_KNOWN = /^(n\/a|n\.a\.?|NA|-{1,3}|[‐‑–—―]{1,2}|\?{1,3})$/i;

/** Whether a cell says that there is no value. */
export function isNoValue(field: string, cell: string): boolean {
  const text = oneLine(cell);
  const isName = field === 'make' || field === 'name';
  if (/^none$/i.test(text)) return text === 'None' || !WAFERS.has(field);
  return NOTHING.test(text) || (!isName && NOT_KNOWN.test(text));
}

/** Names of months as spreadsheets show them in English, German, French and Spanish. */
const MONTH =
  '(?:jan|ene|janv|feb|f[eé]vr?|m[aä]r|mrz|mars|apr|avr|abr|avril|may|mai|jun|juin|jul|juil|aug|ago|ao[uû]t|sept?|o[ck]t|nov|de[cz]|d[eé]c|dic)\\.?|january|february|march|april|june|july|august|september|october|november|december';
/** Those of Italian, Portuguese and Dutch only count behind a day: `SET-01` and `GEN 02` may be codes. */
const MORE_MONTHS = `${MONTH}|gen|fev|maa|mrt|mei|maj|mag|maio|giu|lug|set|ott|out|dez`;
const DATES = [
  // 4-Mar, 04. Mrz, 4 March 2026; Mar-04, March 2026.
  new RegExp(`^\\d{1,2}[-./ ]{1,2}(?:${MORE_MONTHS})(?:[-./, ]{1,2}\\d{2}(?:\\d{2})?)?$`, 'i'),
  new RegExp(`^(?:${MONTH})[-./ ]{1,2}\\d{2}(?:\\d{2})?$`, 'i'),
  new RegExp(`^(?:${MONTH}) \\d{1,2},? \\d{4}$`, 'i'),
  // 2026-03-04, also with a time; 3/4/2026, 04.03.2026.
  /^(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?$/,
  /^(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d(?: \d{1,2}:\d\d(?::\d\d)?)?$/,
];
/** 3.5121E+10: a long number, whose last digits are lost. `1E5` may be a code. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E\+\d+$|^[+-]?\d[.,]\d+E-\d+$/i;

/**
 * Why a text is probably not what was typed, because a spreadsheet has changed it; null if nothing says so. `isDate`: the
 * file itself says that the cell is a date.
 */
export function changedBySpreadsheet(cell: string, isDate: boolean): string | null {
  const text = oneLine(cell);
  if (isDate || DATES.some((date) => date.test(text))) {
    return `A spreadsheet has made the date ${text} of this, perhaps from 3-4 or 1-2-3: write what it was.`;
  }
  return SCIENTIFIC.test(text) ? `A spreadsheet has shortened this number to ${text}: enter all its digits.` : null;
}
