import { unreadable } from '../../../../inputs/sheetUpload';
import { cut } from '../../../../outside/sheets/sheet';
import { oneLine } from '../../../../text';
import { CHECK } from '../../../checked';
import { CHECKED_AT, fieldLabel, keyDatumOf, LAST_YEAR } from '../../../export/sheetFields';
import type { Make } from '../../../makes/make.entity';
import type { MakeNames } from '../../../makes/makeNames';
import { readCell } from '../../readCell';
import type { RowProblem } from '../../stagedRow';
import type { ImportColumn } from '../importReading';
import { mayListModels, modelsIn } from '../modelLists';
import { asRecorded } from './blankNames';
import { CheckNotes } from './checkNotes';
import { changedBySpreadsheet, isNoValue } from './noValues';
import { yearsBetween, yearsOf } from './years';

/** A row of the sheet, as stored. */
export interface SheetCells {
  number: number;
  cells: (string | null)[];
  /** The cells before they were mended; null if none was. */
  original: (string | null)[] | null;
  /** Indexes of the cells that were dates in the sheet. */
  dates: number[] | null;
}

/** A row to compare with the catalogue. */
export interface Row {
  number: number;
  /** The row's place among those that one row of the sheet became, from 0: one for each of its models and years. */
  part: number;
  /** By field; only the fields in the row. */
  values: Map<string, string>;
  problems: RowProblem[];
  /** By field, problems that do not matter if the model has the same value already. */
  doubts: Map<string, RowProblem>;
  /** Null if it has yet to be created. */
  make: Make | null;
}

/** How a check reads the rows. */
interface ReadingOptions {
  createMakes: boolean;
  /** The fields whose empty cells have the value of the row above. */
  fillDown: readonly string[];
  /** Whether a cell of the model may list several, each of which becomes a row. */
  splitModels: boolean;
  /** The first year of ranges without one ("pre 1993", "All"); null refuses them. */
  openFrom: number | null;
  /** The last year of open ranges ("1996+", "All"); null refuses them. */
  openUntil: number | null;
}

const isName = (field: string) => field === 'make' || field === 'name';
const IDENTIFYING = ['make', 'name', 'year'];
/** Characters of a name that cannot be used, for display: a text that is filled down may belong to all rows. */
const MOST_SHOWN = 255;
/** The most rows that one row of the sheet may become: a cell could list thousands of models. */
const MOST_PARTS = 1_000;

/** Reads the rows of a sheet in their order; notes what the administrator has to be told of the whole sheet. */
export class RowReader {
  readonly #columns: ImportColumn[];
  /** By field, the last value, to fill down. */
  readonly #above = new Map<string, string>();
  readonly notes = new CheckNotes();

  constructor(
    columns: ImportColumn[],
    private readonly makes: MakeNames,
    private readonly options: ReadingOptions,
  ) {
    this.#columns = columns.filter(({ field }) => field !== null);
  }

  /** The rows that a row of the sheet stands for: none if it is the heading of a group, several for several models and years. */
  read(given: SheetCells): Row[] {
    const cells = this.#filledDown(given);
    if (!cells) return [];
    const { row, names, years } = this.#readCells(given, cells);
    this.#findMake(row);
    this.#needNames(row);
    if (row.values.get(CHECKED_AT) && !row.values.get(CHECK.name))
      row.problems.push({ ...this.place(CHECKED_AT), message: 'It says when it was checked, but not by whom.' });
    if (row.problems.length > 0) return [row];
    const hasId = row.values.has('id');
    if (hasId && years && years.length > 1) {
      row.problems.push({ ...this.place('year'), message: 'A row with an ID changes one model: give one year.' });
      return [row];
    }
    const models = !hasId && names.length > 1 ? names : [row.values.get('name')];
    const parts = models.flatMap((name) => (years ?? [undefined]).map((year) => ({ name, year })));
    if (parts.length > MOST_PARTS) {
      row.problems.push({ column: null, message: `This row stands for ${parts.length} models: divide it.` });
      return [row];
    }
    return parts.map(({ name, year }, part) => {
      const values = new Map(row.values);
      if (name !== undefined) values.set('name', name);
      if (year !== undefined) values.set('year', String(year));
      return { ...row, part, values };
    });
  }

  /** The cells with those that are filled down; null for a row that is only the heading of the rows below it. */
  #filledDown({ number, cells }: SheetCells): string[] | null {
    const texts = cells.map((cell) => cell ?? '');
    const filled = this.#columns.filter(({ field }) => this.options.fillDown.includes(field ?? ''));
    if (filled.length === 0) return texts;
    const given = this.#columns.filter(({ index }) => oneLine(texts[index] ?? ''));
    if (given.length === 1 && given[0]?.field === 'make' && filled.includes(given[0])) {
      this.#above.clear();
      this.#above.set('make', texts[given[0].index] ?? '');
      this.notes.headings.push(number);
      return null;
    }
    const last = this.#columnOf(LAST_YEAR);
    // A row of a single cell that is no name or year is a footer. A row with an ID keeps the names of its model.
    const isFilled = (this.#isModel(texts) || given.length > 1) && !given.some(({ field }) => field === 'id');
    let isNew = false;
    let didFill = false;
    // From the left: a new group on the left begins new ones on its right.
    for (const column of this.#columns.filter(({ field }) => IDENTIFYING.includes(field ?? ''))) {
      const { index, field } = column;
      const key = field ?? '';
      const own = oneLine(texts[index] ?? '');
      if (own) {
        isNew ||= (key === 'make' || filled.includes(column)) && oneLine(this.#above.get(key) ?? '') !== own;
        this.#above.set(key, texts[index] ?? '');
        if (key === 'year' && last) this.#above.set(LAST_YEAR, texts[last.index] ?? '');
      } else if (isNew) this.#above.delete(key);
      else if (isFilled && filled.includes(column) && this.#above.has(key)) {
        texts[index] = this.#above.get(key) ?? '';
        // A range in two columns is one value.
        if (key === 'year' && last) texts[last.index] ||= this.#above.get(LAST_YEAR) ?? '';
        didFill = true;
      }
    }
    if (didFill) this.notes.filled += 1;
    return texts;
  }

  #readCells({ number, cells: stored, original, dates }: SheetCells, cells: string[]) {
    let years: number[] | null = null;
    let names: string[] = [];
    const isModel = this.#isModel(cells);
    const row: Row = { number, part: 0, values: new Map(), problems: [], doubts: new Map(), make: null };
    for (const column of this.#columns) {
      const { index, header } = column;
      const field = column.field ?? '';
      const cell = cells[index] ?? '';
      const wrong = (message: string) => ({ column: header, index, message });
      if (field === LAST_YEAR) continue;
      if (field === 'year') {
        const read = this.#readYears(cell, cells);
        row.values.set('year', cut(read.text, MOST_SHOWN));
        if (read.wrong === null) years = read.years;
        else row.problems.push(wrong(read.wrong));
        continue;
      }
      if (isNoValue(field, cell) && !isChoice(field, cell)) {
        this.notes.noteCell('noValue', column, oneLine(cell));
        if (isName(field)) {
          row.problems.push(wrong(`“${oneLine(cell)}” is not a ${fieldLabel(field).toLowerCase()}.`));
          row.values.set(field, oneLine(cell));
        }
        continue;
      }
      if (isModel && isName(field) && !oneLine(cell) && !this.options.fillDown.includes(field))
        this.notes.noteMissing(column);
      if (field === 'name') names = this.#namesIn(cell, column);
      const { value, wrong: message } = field === 'name' && names.length > 1 ? readNames(names) : readCell(field, cell);
      if (message) row.problems.push(wrong(message));
      if (value !== undefined && keyDatumOf(field)?.isMeasure && value !== oneLine(cell))
        this.notes.noteMeasure(column, oneLine(cell));
      if (value !== undefined) row.values.set(field, this.#noted(field, value, column));
      else if (message && IDENTIFYING.includes(field)) row.values.set(field, cut(oneLine(cell), MOST_SHOWN));
      const isMended = original !== null && (original[index] ?? '') !== (stored[index] ?? '');
      const isDate = !isMended && Boolean(dates?.includes(index)) && oneLine(cell) !== '';
      const doubt = value && isCode(field) ? changedBySpreadsheet(cell, isDate) : null;
      if (doubt) row.doubts.set(field, wrong(doubt));
    }
    return { row, names, years };
  }

  /** The models of a cell; with a single one, the cell is it. */
  #namesIn(cell: string, column: ImportColumn): string[] {
    if (!this.options.splitModels) {
      if (mayListModels(cell)) this.notes.noteCell('list', column, oneLine(cell));
      return [];
    }
    const names = modelsIn(cell);
    const [first = '', ...others] = names;
    if (hasLetter(first) && others.some((name) => !hasLetter(name)))
      this.notes.noteCell('bareNumber', column, oneLine(cell));
    return names;
  }

  /** The value of a field as it is recorded; notes what the administrator has to look at. */
  #noted(field: string, value: string, column: ImportColumn): string {
    const doubt = keyDatumOf(field)?.doubt;
    if (doubt?.values.test(value)) this.notes.noteCell('doubt', column, value, doubt.told);
    const recorded = asRecorded(field, value);
    if (recorded !== value) this.notes.noteCell('blankNames', column, value);
    return recorded;
  }

  #findMake(row: Row): void {
    const place = this.place('make');
    const named = row.problems.some(({ index }) => index === place.index) ? undefined : row.values.get('make');
    if (!named) return;
    const found = this.makes.find(named);
    if (found && 'wrong' in found) row.problems.push({ ...place, message: found.wrong });
    else if (found) row.make = found;
    else if (!this.options.createMakes) row.problems.push({ ...place, message: `There is no make ${named}.` });
  }

  #needNames({ values, problems }: Row): void {
    if (values.has('id')) return;
    for (const field of IDENTIFYING.filter((field) => !this.#columnOf(field))) {
      const message = `A new model needs a ${fieldLabel(field).toLowerCase()}, but no column contains it.`;
      problems.push({ column: null, message });
    }
  }

  /** The years of a row, and the text that says them: with two columns, of both. */
  #readYears(cell: string, cells: string[]): { text: string } & ({ wrong: string } | { wrong: null; years: number[] }) {
    const last = this.#columnOf(LAST_YEAR);
    const text = withEnd(cell, last && (cells[last.index] ?? ''));
    const unusable = unreadable(text);
    if (unusable) return { text, wrong: unusable };
    let years = yearsOf(text);
    if ('from' in years) {
      const from = years.from ?? this.options.openFrom;
      const until = years.until ?? this.options.openUntil;
      years = from === null || until === null ? { wrong: openTold(from, until) } : yearsBetween(from, until);
    }
    return 'years' in years
      ? { text, wrong: null, years: years.years }
      : { text, wrong: 'wrong' in years ? years.wrong : '' };
  }

  /** The fields that tell a row of data from a footer. */
  #isModel = (cells: string[]) =>
    this.#columns.some(({ field, index }) => IDENTIFYING.includes(field ?? '') && oneLine(cells[index] ?? ''));

  #columnOf = (field: string) => this.#columns.find((column) => column.field === field);

  /** The column of a field, for problems. */
  place(field: string): { column: string | null; index: number | null } {
    const column = this.#columnOf(field);
    return { column: column?.header ?? null, index: column?.index ?? null };
  }
}

/** A year, and the last one of a second column. An empty cell beside a year leaves that end open. */
function withEnd(cell: string, second: string | undefined): string {
  const [text, end] = [cell, second ?? ''].map((one) => oneLine(one).replace(/^(\d+)\.0+$/, '$1')) as [string, string];
  if (second === undefined) return text;
  const isOpen = end === '' || isNoValue(LAST_YEAR, end) || /^(present|today|now|current|date|on)$/i.test(end);
  if (isOpen) return /^'?\d{2,4}$/.test(text) ? `${text}+` : text;
  return text === end ? text : `${text}-${end}`;
}

function openTold(from: number | null, until: number | null): string {
  if (from === null && until === null)
    return 'The first and the last year are missing: enter them, or choose the years in which open ranges begin and end.';
  return from === null
    ? `The first year up to ${until} is missing: enter it, or choose the year in which open ranges begin.`
    : `The last year after ${from} is missing: enter it, or choose the year in which open ranges end.`;
}

/** The names of a list, by the rules for each of them; the value is the list in one line. */
function readNames(names: readonly string[]): ReturnType<typeof readCell> {
  const wrong = names.map((name) => readCell('name', name).wrong ?? changedBySpreadsheet(name, false)).find(Boolean);
  return wrong ? { wrong } : { value: names.join(', ') };
}

const hasLetter = (text: string) => /\p{L}/u.test(text);

/** A choice may be one of these words. */
const isChoice = (field: string, cell: string) => {
  const datum = keyDatumOf(field);
  return Boolean(datum?.choices?.includes(datum.chosen(cell)));
};

/** Whether a spreadsheet's changes do harm in it: it is neither a number of ours nor a long text. */
const isCode = (field: string) => isName(field) || (keyDatumOf(field)?.max ?? Infinity) <= 255;
