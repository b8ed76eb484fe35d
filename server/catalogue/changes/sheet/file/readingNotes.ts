import type { Sheet, SheetRow } from '../../../../outside/sheets/sheet';
import { isBlankOfNobody } from '../../../export/sheetColumns';
import { fieldLabel } from '../../../export/sheetFields';
import type { ImportColumn } from '../importReading';

/** The most numbers or names that a sentence lists. */
const MOST = 12;

/** Collects what the administrator has to know about how a sheet was read. */
export class ReadingNotes {
  #titles: string[] = [];
  readonly #hidden: number[] = [];
  /** How many rows have the headings again. */
  repeated = 0;

  note({ number, hidden }: SheetRow): void {
    if (hidden) this.#hidden.push(number);
  }

  noteTitles(titles: readonly SheetRow[], first: SheetRow, last: SheetRow): void {
    const [from, to] = [titles[0]?.number, titles.at(-1)?.number];
    const which = from === to ? `Row ${from} was read as a title` : `Rows ${from} to ${to} were read as titles`;
    const where = first === last ? `row ${first.number}` : `rows ${first.number} and ${last.number}`;
    if (titles.length > 0) this.#titles = [`${which}: the headings were read from ${where}.`];
    else if (first !== last) this.#titles = [`The headings were read from ${where}.`];
  }

  warnings(columns: readonly ImportColumn[], sheet: Sheet, filled: number): string[] {
    const warnings = [...this.#titles];
    const tell = (is: unknown, text: string) => is && warnings.push(text);
    tell(filled, `Merged cells: their value was filled down into ${rowsOf(filled)}.`);
    tell(
      this.repeated,
      `The headings are repeated in ${rowsOf(this.repeated)}, which ${this.repeated === 1 ? 'is' : 'are'} left out.`,
    );
    const hidden = this.#hidden;
    tell(hidden.length, `Hidden rows were also read: ${listed(ranges(hidden))} (${rowsOf(hidden.length)}).`);
    const hiddenColumns = columns.filter(({ index }) => sheet.hiddenColumns.includes(index)).map(columnName);
    tell(hiddenColumns.length, `Hidden columns were also read: ${listed(hiddenColumns)}.`);
    const unnamed = columns.filter(({ header, sample }) => !header && sample.length > 0).map(columnName);
    tell(
      unnamed.length,
      `Columns with values but no heading: ${listed(unnamed)}. Choose their fields, or leave them out.`,
    );
    for (const { header, field } of columns.filter(({ header }) => isBlankOfNobody(header)))
      tell(
        field,
        `“${header}” does not say whose blanks these are: it was matched with ${fieldLabel(field ?? '')}. Choose another maker if they are not.`,
      );
    for (const { column, message } of sheet.columnWarnings) {
      const found = columns[column];
      tell(found, `${found && columnName(found)}: ${message}`);
    }
    return [...warnings, ...duplicateHeadings(columns)];
  }
}

function duplicateHeadings(columns: readonly ImportColumn[]): string[] {
  const headers = columns.map(({ header }) => header.toLowerCase()).filter(Boolean);
  const twice = new Set(headers.filter((header, index) => headers.indexOf(header) < index));
  // The documented exports have this heading twice.
  twice.delete('tips');
  return [...twice].map((header) => `Several columns have the heading “${header}”: check how they are mapped.`);
}

/** The heading of a column; without one, its name in spreadsheets. */
export const columnName = ({ header, index }: Pick<ImportColumn, 'header' | 'index'>) =>
  header || `column ${letters(index)}`;

const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

export const rowsOf = (count: number) => (count === 1 ? '1 row' : `${count} rows`);

/** A list for a sentence, cut if it is long. */
export const listed = (names: string[]) =>
  names.length > MOST ? `${names.slice(0, MOST).join(', ')} and more` : names.join(', ');

/** 5, 7–9. */
export function ranges(numbers: number[]): string[] {
  const found: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
}
