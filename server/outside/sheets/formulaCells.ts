/*
 * In CSV, a text that a spreadsheet would run as a formula gets an apostrophe before it: at the beginning of the cell, and
 * after a `;`, a tab or a line break within it. A spreadsheet that separates by one of these, as Excel does in half of
 * Europe, begins a new cell there, even inside our quotation marks. Texts that already have apostrophes before the sign get
 * one more, so that exactly one can be removed again.
 */

/** What begins a formula, after characters that spreadsheets ignore. Full-width signs begin one too. */
const SIGN = `['"]*[=+\\-@＝＋－＠]`;
/** As a pattern. At the beginning of a cell, some programs also ignore a tab or a line break. */
export const FIRST_SIGN = `['"]*[=+\\-@＝＋－＠\\t\\r\\n]`;
/** Cuts and spacings such as -.015 and +3 are values, not formulas. Unambiguous, so matching takes linear time. */
const NUMBER = '[+-](?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:$|[;\\t\\r\\n])';

/** Matches `mark` where a spreadsheet may begin a formula. */
const before = (mark: string) => `(?:^${mark}(?=${FIRST_SIGN})|(?<=[;\\t\\r\\n])${mark}(?=${SIGN}))`;
const RUNS = new RegExp(`${before('')}(?!${NUMBER})`, 'g');
const GUARDED = new RegExp(before("'"), 'g');

/** A text as a CSV cell that no spreadsheet runs, nor any part of it. */
export const guardedCell = (value: string) => value.replace(RUNS, "'");

/** Undoes `guardedCell` exactly. */
export const unguardedCell = (cell: string) => cell.replace(GUARDED, '');
