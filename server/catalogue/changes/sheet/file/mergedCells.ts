import type { Sheet, SheetRow } from '../../../../outside/sheets/sheet';
import { badSheet } from '../../../../outside/sheets/sheetReader';

type Range = Sheet['merged'][number];

/** Characters: a small file may say that one long text belongs to all its rows. */
const MAX_FILLED = 20_000_000;

/** Fills the value of merged cells down: what stands once beside a group of rows belongs to each of them. */
export class MergedCells {
  readonly #waiting: Range[];
  /** By column, the range that the last row is in. Ranges do not overlap. */
  readonly #open = new Map<number, Range & { value: string | undefined }>();
  #characters = 0;
  /** How many rows got a value. */
  filled = 0;

  constructor(merged: readonly Range[]) {
    this.#waiting = merged.filter(({ top, bottom }) => bottom > top).sort((one, other) => other.top - one.top);
  }

  /** Called with each row below the headings, in their order. */
  fill({ number, cells }: SheetRow): void {
    for (let next = this.#waiting.at(-1); next && next.top <= number; next = this.#waiting.at(-1)) {
      this.#waiting.pop();
      // Without its first row there is nothing to fill: it begins in the headings.
      if (next.top === number) this.#open.set(next.left, { ...next, value: cells[next.left] });
    }
    let isFilled = false;
    for (const [column, { top, bottom, value }] of this.#open) {
      if (bottom < number) this.#open.delete(column);
      if (top === number || bottom < number || !value?.trim() || cells[column]?.trim()) continue;
      while (cells.length < column) cells.push('');
      cells[column] = value;
      isFilled = true;
      this.#characters += value.length;
      if (this.#characters > MAX_FILLED) throw badSheet('The merged cells contain too much text to fill down.');
    }
    if (isFilled) this.filled += 1;
  }
}
