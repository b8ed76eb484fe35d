import { cut } from '../../../../outside/sheets/sheet';
import { columnName, listed, ranges, rowsOf } from '../file/readingNotes';
import type { ImportColumn } from '../importReading';

/** The most texts that a warning quotes from a column. */
const MOST_QUOTED = 5;
/** Characters of such a text. */
const LONGEST_QUOTED = 100;

/** What is told of cells of a column, from how many say it ("3 cells say", "1 cell says") and their texts. */
const SENTENCES = {
  noValue: (cells: string, texts: string) =>
    `${cells} ${texts}, which was read as no value. Models keep their current values there.`,
  list: (cells: string, texts: string) =>
    `${cells} ${texts}, which was read as one model. Several models in a cell can be divided at the commas.`,
  bareNumber: (cells: string, texts: string) =>
    `${cells} ${texts}, in which a model is only a number: check that its name is complete.`,
  doubt: (cells: string, texts: string, told: string) => `${cells} ${texts}. ${told}`,
  blankNames: (cells: string, texts: string) =>
    `${cells} ${texts}: two names of one blank, which are recorded with a slash, such as X265 / HD109.`,
};
type Kind = keyof typeof SENTENCES;

/** Collects what the administrator has to know about how a check reads the rows. */
export class CheckNotes {
  readonly #cells = new Map<Kind, Map<ImportColumn, { count: number; texts: Set<string>; told: string }>>();
  readonly #missing = new Map<ImportColumn, number>();
  /** Columns with measures in another form than the one in which they are recorded, each with one of them. */
  readonly #measures = new Map<ImportColumn, string>();
  /** The numbers of rows that are only the heading of the rows below. */
  readonly headings: number[] = [];
  /** How many rows got the value of the row above. */
  filled = 0;

  noteCell(kind: Kind, column: ImportColumn, text: string, told = ''): void {
    const columns = this.#cells.get(kind) ?? new Map();
    const noted = columns.get(column) ?? { count: 0, texts: new Set(), told };
    noted.count += 1;
    if (noted.texts.size < MOST_QUOTED) noted.texts.add(cut(text, LONGEST_QUOTED));
    this.#cells.set(kind, columns.set(column, noted));
  }

  /** A make or model that is missing, and could be filled down. */
  noteMissing(column: ImportColumn): void {
    this.#missing.set(column, (this.#missing.get(column) ?? 0) + 1);
  }

  /** A measure in another form than the one in which it is recorded. */
  noteMeasure(column: ImportColumn, text: string): void {
    if (!this.#measures.has(column)) this.#measures.set(column, cut(text, LONGEST_QUOTED));
  }

  warnings(): string[] {
    const warnings = [...this.#cells].flatMap(([kind, columns]) =>
      [...columns].map(([column, { count, texts, told }]) => {
        const said = [...texts].map((text) => `“${text}”`).join(', ');
        const cells = count === 1 ? '1 cell says' : `${count} cells say`;
        return `${columnName(column)}: ${SENTENCES[kind](cells, said, told)}`;
      }),
    );
    for (const [column, count] of this.#missing) {
      warnings.push(`${columnName(column)}: missing in ${rowsOf(count)}. It can be filled down from the row above.`);
    }
    if (this.#measures.size > 0) {
      const columns = [...this.#measures.keys()].map(columnName).join(', ');
      const [text = ''] = this.#measures.values();
      warnings.push(
        `${columns}: measures such as “${text}” are recorded in one form, inches as .098 and millimetres as 7.49.`,
      );
    }
    if (this.filled > 0) warnings.push(`${rowsOf(this.filled)} got empty cells filled from the row above.`);
    if (this.headings.length > 0) {
      warnings.push(`Rows with only a make were read as headings of the rows below: ${listed(ranges(this.headings))}.`);
    }
    return warnings;
  }
}
