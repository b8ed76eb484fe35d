import type { Sheet, SheetRow } from '../../../outside/sheets/sheet';

type Range = Sheet['merged'][number];

/** Fills the value of merged cells down: what stands once beside a group of rows belongs to each of them. */
export class MergedCells {
  readonly #waiting: Range[];
  #open: (Range & { value: string | undefined })[] = [];
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
      if (next.top === number) this.#open.push({ ...next, value: cells[next.left] });
    }
    this.#open = this.#open.filter(({ bottom }) => bottom >= number);
    let isFilled = false;
    for (const { top, left, value } of this.#open) {
      if (top === number || !value?.trim() || cells[left]?.trim()) continue;
      while (cells.length < left) cells.push('');
      cells[left] = value;
      isFilled = true;
    }
    if (isFilled) this.filled += 1;
  }
}
