import { badSheet, MAX_CELL, MAX_COLUMNS, quoted, type SheetRow } from './sheet';
import { broken } from './zipReader';

/** How numbers of a workbook are to be read. */
export interface Numbers {
  date1904: boolean;
  /** Indexes of cell styles that show a date. */
  dateStyles: Set<number>;
}

/** The texts of `t` elements, one after the other, without the readings that East Asian words may have beside them. */
export function textCollector() {
  let inText = false;
  let inReading = false;
  let collected = '';
  return {
    open(tag: string) {
      if (tag === 't') inText = true;
      if (tag === 'rPh') inReading = true;
    },
    close(tag: string) {
      if (tag === 't') inText = false;
      if (tag === 'rPh') inReading = false;
    },
    text(text: string) {
      if (inText && !inReading) collected += text;
      refuseLong(collected);
    },
    take() {
      const text = plainText(collected);
      collected = '';
      return text;
    },
  };
}

/** Called while a text is read, to keep no long text in memory. For shared texts the cell is not known yet. */
function refuseLong(text = ''): void {
  // _xHHHH_ is one character.
  if (text.length > MAX_CELL * 7) throw badSheet('A cell has more than 32,767 characters.');
}

/** ST_Xstring: _xHHHH_ stands for a character. */
const plainText = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Handlers for a sheet's tags and texts; its rows are taken from it as they are complete. */
export function cellReader(shared: readonly string[], numbers: Numbers) {
  const seen = { formulas: 0, empty: 0 };
  const collector = textCollector();
  let rows: SheetRow[] = [];
  let row: SheetRow = { number: 0, cells: [] };
  /** The number of the last row that is complete. */
  let last = 0;
  let cell = { column: -1, type: 'n', style: 0, isFormula: false };
  let value: string | undefined;
  let inValue = false;

  const read = (): string => {
    const inline = collector.take();
    if (cell.type === 'inlineStr') return inline;
    if (value === undefined || value === '') return '';
    if (cell.type === 's') {
      const text = shared[Number(value)];
      if (text === undefined) throw broken();
      return text;
    }
    if (cell.type === 'str') return plainText(value);
    if (cell.type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    if (cell.type === 'd') return value.slice(0, 10);
    if (cell.type === 'e') return value;
    return numbers.dateStyles.has(cell.style) ? dateText(value, numbers.date1904) : numberText(value);
  };

  return {
    seen,
    open(tag: string, { r = '', t = 'n', s = '0' }: Record<string, string>) {
      if (tag === 'row') row = { number: r ? rowNumber(r, last) : last + 1, cells: [] };
      else if (tag === 'c') {
        cell = { column: r ? columnOf(r, row.number) : cell.column + 1, type: t, style: Number(s), isFormula: false };
        value = undefined;
      } else if (tag === 'f') cell.isFormula = true;
      else if (tag === 'v') {
        inValue = true;
        value = '';
      } else collector.open(tag);
    },
    text(text: string) {
      if (!inValue) return collector.text(text);
      value += text;
      refuseLong(value);
    },
    close(tag: string) {
      if (tag === 'v') inValue = false;
      else if (tag === 'c') {
        const text = read();
        if (cell.isFormula) seen[value ? 'formulas' : 'empty'] += 1;
        if (text === '') return;
        // Checked before the row is padded: a cell may claim the last of 16,384 columns.
        if (cell.column >= MAX_COLUMNS) throw badSheet(`Row ${row.number} has more than ${MAX_COLUMNS} columns.`);
        if (row.cells[cell.column]) throw badSheet(`Row ${row.number} has two cells in column ${cell.column + 1}.`);
        while (row.cells.length < cell.column) row.cells.push('');
        row.cells[cell.column] = text;
      } else if (tag === 'row') {
        // A row nested in a row would be counted twice.
        if (row.number <= last) throw broken();
        last = row.number;
        rows.push(row);
        cell.column = -1;
      } else collector.close(tag);
    },
    takeRows(): SheetRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

const MAX_ROW = 1_048_576;
const SAVE_AGAIN = 'open and save the workbook in a spreadsheet program.';

/** The number in a row's reference; must be higher than the last one's. */
function rowNumber(reference: string, last: number): number {
  const number = /^\d{1,7}$/.test(reference) ? Number(reference) : 0;
  if (number > last && number <= MAX_ROW) return number;
  const which = last ? `The row after row ${last}` : 'The first row';
  throw badSheet(`${which} says that it is row ${quoted(reference)}: ${SAVE_AGAIN}`);
}

/** B12 → 1. */
function columnOf(reference: string, row: number): number {
  const letters = /^([A-Z]{1,3})[1-9]\d{0,6}$/.exec(reference)?.[1];
  if (!letters) throw badSheet(`Row ${row} has a cell ${quoted(reference)}: ${SAVE_AGAIN}`);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** As spreadsheets show it: fifteen digits, so that .102 does not come as 0.10199999999999999. */
function numberText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}

/** A day as `YYYY-MM-DD`: days since 1899-12-30 (where 1900 counts as a leap year, as it was not), or since 1904. */
function dateText(value: string, date1904: boolean): string {
  const day = Number(value);
  const date = new Date(Date.UTC(date1904 ? 1904 : 1899, date1904 ? 0 : 11, date1904 ? 1 : 30) + day * 86_400_000);
  return Number.isNaN(date.getTime()) ? value : date.toISOString().slice(0, 10);
}
