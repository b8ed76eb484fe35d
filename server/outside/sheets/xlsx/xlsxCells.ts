import { refusal } from '../refusal';
import { MAX_COLUMNS, MAX_ROW, quoted, type SheetFindings, type SheetRow } from '../sheet';
import { type Loss, type Shown, shownNumber, shownText } from './numberFormats';
import { columnOf } from './references';
import { plainText, refuseLong, textCollector } from './texts';
import { broken } from './zipReader';

/** What the cells of a sheet refer to. */
export interface Book {
  sharedTexts: readonly string[];
  /** The number format of each cell style. */
  formats: readonly string[];
  date1904: boolean;
}

/** Handlers for a sheet's tags and texts; its rows are taken from it as they are complete. */
export function cellReader({ sharedTexts, formats, date1904 }: Book, count: (characters: number) => void) {
  const seen = { formulas: 0, empty: 0 };
  const losses = lossList();
  const collector = textCollector();
  const hiddenColumns = new Set<number>();
  let rows: SheetRow[] = [];
  let row: SheetRow = { number: 0, cells: [] };
  /** The number of the last row that is complete. */
  let last = 0;
  let cell = { column: -1, type: 'n', style: 0, isFormula: false };
  let value: string | undefined;
  let inValue = false;

  /** The cell's text, without its format. */
  const written = (inline: string): string => {
    if (cell.type === 's' && value) return sharedTexts[Number(value)] ?? missing();
    if (cell.type === 'b' && value) return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    return value ? plainText(value) : inline;
  };
  const shown = (): Shown => {
    const text = written(collector.take());
    const pattern = formats[cell.style] ?? 'General';
    if (text === '' || cell.type === 'b' || cell.type === 'e') return { text };
    if (cell.type === 'n' && value) return shownNumber(text, pattern, date1904);
    if (cell.type !== 'd') return shownText(text, pattern);
    const days = Date.parse(`${text.slice(0, 10)}T00:00Z`) / 86_400_000 + (date1904 ? 24_107 : 25_569);
    return Number.isNaN(days) ? { text, isDate: true } : shownNumber(String(days), dated(pattern), date1904);
  };

  const endCell = () => {
    const { text, isDate, loss } = shown();
    if (cell.isFormula) seen[value ? 'formulas' : 'empty'] += 1;
    if (loss) losses.add(loss, cell.column, text, value, formats[cell.style]);
    if (text === '') return;
    count(text.length);
    // Checked before the row is padded: a cell may claim the last of 16,384 columns.
    if (cell.column >= MAX_COLUMNS) {
      if (text.trim() === '') return;
      row.beyond ??= [];
      row.beyond.push({ column: cell.column, text });
      return;
    }
    if (row.cells[cell.column]) throw refusal(`Row ${row.number} has two cells in column ${cell.column + 1}.`);
    while (row.cells.length < cell.column) row.cells.push('');
    row.cells[cell.column] = text;
    if (isDate) row.dates = [...(row.dates ?? []), cell.column];
  };

  return {
    hiddenColumns,
    open(tag: string, given: Record<string, string>) {
      const { r = '', t = 'n', s = '0' } = given;
      if (tag === 'row') {
        row = { number: r ? rowNumber(r, last) : last + 1, cells: [] };
        if (isHidden(given, given.ht)) row.hidden = true;
      } else if (tag === 'c') {
        cell = { column: r ? cellColumn(r, row.number) : cell.column + 1, type: t, style: Number(s), isFormula: false };
        value = undefined;
      } else if (tag === 'f') cell.isFormula = true;
      else if (tag === 'v') {
        inValue = true;
        value = '';
      } else if (tag === 'col' && isHidden(given, given.width)) {
        const [first, end] = [Math.max(Number(given.min), 1), Math.min(Number(given.max), MAX_COLUMNS)];
        for (let column = first; column <= end; column += 1) hiddenColumns.add(column - 1);
      } else collector.open(tag);
    },
    text(text: string) {
      if (!inValue) return collector.text(text);
      value += text;
      refuseLong(value);
    },
    close(tag: string) {
      if (tag === 'v') inValue = false;
      else if (tag === 'c') endCell();
      else if (tag === 'row') {
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
    findings(): SheetFindings {
      const { formulas, empty } = seen;
      const warnings: string[] = [];
      if (formulas === 1) warnings.push('1 cell is a formula: its last computed value was read.');
      if (formulas > 1) warnings.push(`${formulas} cells are formulas: their last computed values were read.`);
      if (empty === 1)
        warnings.push('1 formula has no computed value and was read as empty: open and save the file once.');
      if (empty > 1)
        warnings.push(`${empty} formulas have no computed value and were read as empty: open and save the file once.`);
      return { warnings, columnWarnings: losses.warnings() };
    },
  };
}

const missing = () => {
  throw broken();
};

/** A cell of the type of dates is a date, whatever its format. */
const dated = (pattern: string) => (pattern === 'General' || pattern === '@' ? 'yyyy-mm-dd' : pattern);

/** Hidden, or without any height or width. */
const isHidden = ({ hidden }: Record<string, string>, size = '1') =>
  hidden === '1' || hidden === 'true' || Number(size) === 0;

/** Counts, by column, the cells of which a number format shows less than they hold. */
function lossList() {
  const found = new Map<string, { column: number; loss: Loss; cells: number; example: string }>();
  return {
    add(loss: Loss, column: number, text: string, value = '', pattern = '') {
      const key = `${column} ${loss}`;
      const known = found.get(key);
      if (known) known.cells += 1;
      else if (found.size < MAX_COLUMNS)
        found.set(key, { column, loss, cells: 1, example: EXAMPLE[loss](text, value, pattern) });
    },
    warnings: () =>
      [...found.values()].map(({ column, loss, cells, example }) => ({
        column,
        message: `${cells === 1 ? `1 cell has ${ONE[loss]}` : `${cells} cells have ${MANY[loss]}`}${example}.`,
      })),
  };
}

const ONE: Record<Loss, string> = {
  digits: 'more digits than the sheet shows, and was read as shown',
  everything: 'a value that the sheet does not show, and was read as empty',
  format: 'a number format that is not known here, and was read without it',
};
const MANY: Record<Loss, string> = {
  digits: 'more digits than the sheet shows, and were read as shown',
  everything: 'values that the sheet does not show, and were read as empty',
  format: 'a number format that is not known here, and were read without it',
};
const EXAMPLE: Record<Loss, (text: string, value: string, pattern: string) => string> = {
  digits: (text, value) => ` (${quoted(text)} for ${quoted(value)})`,
  everything: (_, value) => (value ? ` (such as ${quoted(value)})` : ''),
  format: (text, _, pattern) => ` (${quoted(text)}, format ${quoted(pattern)})`,
};

const SAVE_AGAIN = 'open and save the workbook in a spreadsheet program.';

/** The number in a row's reference; must be higher than the last one's. */
function rowNumber(reference: string, last: number): number {
  const number = /^\d{1,7}$/.test(reference) ? Number(reference) : 0;
  if (number > last && number <= MAX_ROW) return number;
  const which = last ? `The row after row ${last}` : 'The first row';
  throw refusal(`${which} says that it is row ${quoted(reference)}: ${SAVE_AGAIN}`);
}

/** B12 → 1. */
function cellColumn(reference: string, row: number): number {
  const letters = /^([A-Za-z]{1,3})[1-9]\d{0,6}$/.exec(reference)?.[1];
  if (!letters) throw refusal(`Row ${row} has a cell ${quoted(reference)}: ${SAVE_AGAIN}`);
  return columnOf(letters);
}
