import { type CutList, cellsOf } from './cutListOf';

/**
 * Where a spreadsheet would run a text as a formula, it gets an apostrophe in front, as in the exports (docs/rules.md,
 * "Exports"): at its beginning, and behind what some spreadsheets take for the end of a cell. Plain numbers stay.
 */
const FORMULA = /(^|[;\t\r\n])(?=['"]*[=+\-@＝＋－＠\t\r\n])(?![+-][\d.,]+(?:$|[;\t\r\n]))/g;
const guarded = (cell: string) => cell.replace(FORMULA, "$1'");
const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function linesOf(list: CutList): string[][] {
  const { heads, cells } = cellsOf(list);
  const lines = [[list.title], ...list.facts, ...list.warnings.map((warning) => [warning]), [], heads, ...cells];
  return lines.map((line) => line.map(guarded));
}

/** For the clipboard: a spreadsheet takes it as cells, and a message shows it in columns. */
export const copiedText = (list: CutList) =>
  linesOf(list)
    .map((cells) => cells.join('\t'))
    .join('\n');

/** CSV (RFC 4180). Spreadsheets recognise UTF-8 by the mark at its beginning. */
export const csvOf = (list: CutList) =>
  `\uFEFF${linesOf(list)
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')}`;
