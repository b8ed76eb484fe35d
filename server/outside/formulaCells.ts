/**
 * What begins like this a spreadsheet runs as a formula, or may (contract section 6). Apostrophes before it count, so
 * that one more can be taken away again without asking whose it is.
 */
const RUNS = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;
/** Cuts and spacings such as -.015 and +3 are values, not formulas. */
const NUMBER = /^[+-](\d+\.?\d*|\.\d+)$/;

/** A text as a CSV cell that no spreadsheet runs: one more apostrophe before it where one might. */
export const guardedCell = (value: string) => (RUNS.test(value) && !NUMBER.test(value) ? `'${value}` : value);

/** Undoes `guardedCell` exactly. */
export const unguardedCell = (cell: string) => (GUARDED.test(cell) ? cell.slice(1) : cell);
