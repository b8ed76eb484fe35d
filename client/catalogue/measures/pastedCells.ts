/**
 * The cells of a pasted text, by line: tab-separated as spreadsheets copy them, or values with spaces between them. A text
 * with words in it is one cell.
 */
export const cellsOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => {
      const parts = line.trim().split(/\s+/);
      const isList = !line.includes('\t') && parts.every((part) => /\d/.test(part) && !/[a-z]/i.test(part));
      return (isList ? parts : line.split('\t')).map((cell) => cell.trim());
    });

/**
 * The rows of a tab-separated text, as spreadsheets copy them: a cell with line breaks, tabs or quotes in it stands in quotes,
 * which are doubled inside.
 */
export function tabbedRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  // A quote that nothing closes belongs to the text, as in 5": the second alternative takes it.
  for (;;) {
    const [, quoted, plain = '', end] = cell.exec(source) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '\n') rows.push([]);
    else if (end !== '\t') return rows;
  }
}

type Placed = [name: string, value: string];

/** The fields that a block fills from the focused one on, with values; `left` counts values without a field. */
export function placed(block: string[][], grid: readonly (readonly string[])[], row: number, column: number) {
  const width = grid[0]?.length ?? 1;
  const isLine = block.length === 1 || width === 1;
  const cells = isLine
    ? // A single row, or any block in a grid with one column, fills the cells in reading order.
      block.flat().map((value, index) => {
        const at = row * width + column + index;
        return [grid[Math.floor(at / width)]?.[at % width], value] as const;
      })
    : block.flatMap((line, down) => line.map((value, across) => [grid[row + down]?.[column + across], value] as const));
  const filled = cells.filter((cell): cell is Placed => cell[0] !== undefined);
  return { filled, left: cells.length - filled.length };
}
