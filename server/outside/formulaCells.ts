/*
 * A text that a spreadsheet would run as a formula gets an apostrophe before it in CSV: at the beginning of the cell, and
 * behind `;`, a tab or a line break in it. A spreadsheet that separates by one of these, as Excel does in half of Europe,
 * begins a cell there, whatever quotation marks stand around ours. Apostrophes before the sign count, so that one more can
 * be taken away again without asking whose it is.
 */

/** What begins a formula, and what spreadsheets overlook before it. Full-width signs run too. */
const SIGN = `['"]*[=+\\-@＝＋－＠]`;
/** Some programs overlook a tab or a line break as well, where the cell begins with it. */
const FIRST_SIGN = `['"]*[=+\\-@＝＋－＠\\t\\r\\n]`;
/** Cuts and spacings such as -.015 and +3 are values, not formulas. No digit can be matched in two ways. */
const NUMBER = '[+-](?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:$|[;\\t\\r\\n])';

/** `mark` where a spreadsheet may begin a formula. */
const before = (mark: string) => `(?:^${mark}(?=${FIRST_SIGN})|(?<=[;\\t\\r\\n])${mark}(?=${SIGN}))`;
const RUNS = new RegExp(`${before('')}(?!${NUMBER})`, 'g');
const GUARDED = new RegExp(before("'"), 'g');

/** A text as a CSV cell that no spreadsheet runs, nor any part of it. */
export const guardedCell = (value: string) => value.replace(RUNS, "'");

/** Undoes `guardedCell` exactly. */
export const unguardedCell = (cell: string) => cell.replace(GUARDED, '');
