import { type CutList, cellsOf } from './cutListOf';

const linesOf = (list: CutList): (readonly string[])[] => {
  const { heads, cells } = cellsOf(list);
  return [[list.title], ...list.facts, ...list.warnings.map((warning) => [warning]), [], heads, ...cells];
};

/** For the clipboard: a spreadsheet takes it as cells, and a message shows it in columns. */
export const copiedText = (list: CutList) =>
  linesOf(list)
    .map((cells) => cells.join('\t'))
    .join('\n');

/** A text that a spreadsheet would run as a formula gets an apostrophe in front (docs/rules.md, "Exports"). */
const guarded = (cell: string) => (/^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d.,]+$/.test(cell) ? `'${cell}` : cell);
const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** CSV (RFC 4180). Spreadsheets recognise UTF-8 by the mark at its beginning. */
export const csvOf = (list: CutList) =>
  `\uFEFF${linesOf(list)
    .map((cells) => `${cells.map((cell) => quoted(guarded(cell))).join(',')}\r\n`)
    .join('')}`;
