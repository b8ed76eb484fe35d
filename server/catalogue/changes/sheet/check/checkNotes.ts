import { columnName, listed, ranges, rowsOf } from '../file/readingNotes';
import type { ImportColumn } from '../importReading';

/** The most words for "no value" that a warning lists for a column. */
const MOST_WORDS = 5;

/** Collects what the administrator has to know about how a check reads the rows. */
export class CheckNotes {
  readonly #noValues = new Map<ImportColumn, { count: number; words: Set<string> }>();
  readonly #missing = new Map<ImportColumn, number>();
  /** The numbers of rows that are only the heading of the rows below. */
  readonly headings: number[] = [];
  /** How many rows got the value of the row above. */
  filled = 0;

  noteNoValue(column: ImportColumn, word: string): void {
    const noted = this.#noValues.get(column) ?? { count: 0, words: new Set() };
    noted.count += 1;
    if (noted.words.size < MOST_WORDS) noted.words.add(word);
    this.#noValues.set(column, noted);
  }

  /** A make or model that is missing, and could be filled down. */
  noteMissing(column: ImportColumn): void {
    this.#missing.set(column, (this.#missing.get(column) ?? 0) + 1);
  }

  warnings(): string[] {
    const warnings = [...this.#noValues].map(([column, { count, words }]) => {
      const said = [...words].map((word) => `“${word}”`).join(', ');
      const cells = count === 1 ? '1 cell says' : `${count} cells say`;
      return `${columnName(column)}: ${cells} ${said}, which was read as no value. Models keep their current values there.`;
    });
    for (const [column, count] of this.#missing) {
      warnings.push(`${columnName(column)}: missing in ${rowsOf(count)}. It can be filled down from the row above.`);
    }
    if (this.filled > 0) warnings.push(`${rowsOf(this.filled)} got empty cells filled from the row above.`);
    if (this.headings.length > 0) {
      warnings.push(`Rows with only a make were read as headings of the rows below: ${listed(ranges(this.headings))}.`);
    }
    return warnings;
  }
}
