import { suggestedFields } from '../../../export/sheetColumns';

type Cells = readonly string[];

/** The headings of a sheet, in one row or two ("Spacing" above "1", "2", "3"). */
export interface Headings {
  /** The index of their first row. */
  at: number;
  /** How many rows they take. */
  rows: number;
  /** The heading of each column. */
  texts: string[];
}

const IDENTIFYING = ['id', 'make', 'name', 'year'];

const filled = (cells: Cells) => cells.filter((cell) => cell.trim()).length;
const knownFields = (cells: Cells) => suggestedFields(cells).filter((field) => field !== null);
const known = (cells: Cells) => knownFields(cells).length;
const isKnown = (text: string) => suggestedFields([text])[0] !== null;

/** How well rows suit as the beginning of a sheet of models: by their known headings. One row has nothing below it. */
export function suitOf(rows: readonly Cells[]): number {
  if (rows.length < 2) return -1 + rows.length / 2;
  const { texts } = findHeadings(rows);
  return known(texts) < 2 ? 0 : known(texts);
}

/** Finds the headings in the first rows of a sheet (docs/rules.md, "Imports"). */
export function findHeadings(rows: readonly Cells[]): Headings {
  const at = headingRow(rows);
  const above = at > 0 ? joined(rows, at - 1) : null;
  return above && known(above.texts) > known(rows[at] ?? []) ? above : headingsAt(rows, at);
}

/** The headings that begin in this row. */
export function headingsAt(rows: readonly Cells[], at: number): Headings {
  const texts = (rows[at] ?? []).map((cell) => cell.trim());
  const both = joined(rows, at);
  return both && known(both.texts) > known(texts) ? both : { at, rows: 1, texts };
}

/**
 * The row with the most known headings, if its headings say which model a row is or are at least three. Else the first row
 * with at least two known headings and at least twice as many cells as each row above it; else the first row with at least
 * three cells, below rows of a single cell; else the first row.
 */
function headingRow(rows: readonly Cells[]): number {
  const sure = rows.map((cells) => (isSure(cells) ? known(cells) : 0));
  const most = Math.max(0, ...sure);
  if (most > 0) return sure.indexOf(most);
  const below = (isTitle: (row: Cells, cells: number) => boolean, cells: Cells, at: number) =>
    rows.slice(0, at).every((row) => isTitle(row, filled(cells)));
  const likely = rows.findIndex(
    (cells, at) => known(cells) >= 2 && below((row, count) => filled(row) * 2 <= count, cells, at),
  );
  if (likely >= 0) return likely;
  const wide = rows.findIndex(
    (cells, at) => filled(cells) >= 3 && below((row) => filled(row) === 1 && known(row) === 0, cells, at),
  );
  return Math.max(wide, 0);
}

/** A row with a year is not one of headings, but of a model. */
const isSure = (cells: Cells) => {
  const fields = knownFields(cells);
  const isModel = cells.some((cell) => /^(19|20)\d\d$/.test(cell.trim()));
  return !isModel && (fields.length >= 3 || fields.filter((field) => IDENTIFYING.includes(field)).length >= 2);
};

/** Two rows as one: a heading above several columns belongs to each of them. Null without a second row. */
function joined(rows: readonly Cells[], at: number): Headings | null {
  const [top, bottom] = [rows[at], rows[at + 1]];
  if (!top || !bottom) return null;
  let group = '';
  const texts = Array.from({ length: Math.max(top.length, bottom.length) }, (_, index) => {
    const [own, lower] = [(top[index] ?? '').trim(), (bottom[index] ?? '').trim()];
    if (own) group = lower && own;
    const upper = own || (lower && group);
    if (!upper || !lower) return upper || lower;
    const both = `${upper} ${lower}`;
    // "Depths" above "1 1x".
    return [both, `${upper.replace(/s$/i, '')} ${lower}`, lower, own].find(isKnown) ?? both;
  });
  return { at, rows: 2, texts };
}
