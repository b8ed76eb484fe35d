import type { ClipboardEvent, KeyboardEvent } from 'react';
import { fieldId } from '../../components/record/record';
import { counted } from '../../components/text/counts';
import { cellsOf, placed } from './pastedCells';
import { useFilled } from './useFilled';

interface Neighbours {
  /** The field that Enter and the arrow keys reach before the first row, and after the last. */
  before?: string | undefined;
  after?: string | undefined;
}

/**
 * A grid of fields with the keys of a spreadsheet: Enter moves down, and a pasted row or block, or values typed with spaces
 * between them, fill the cells.
 */
export function useGrid(grid: readonly (readonly string[])[], { before, after }: Neighbours = {}) {
  const { fill: write, note, undo, undoByKey } = useFilled();

  /** Whether the text is for several cells, and has filled them. */
  const fill = (text: string, row: number, column: number) => {
    const block = cellsOf(text);
    if (block.flat().length < 2) return false;
    const { filled, left } = placed(block, grid, row, column);
    write(filled, `${counted(filled.length, 'cell')} filled${left ? `, ${counted(left, 'value')} had no cell` : ''}.`);
    return true;
  };

  const cell = (row: number, column: number) => ({
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (undoByKey(event)) return;
      const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      // Enter does not submit the form here, not even in the last row.
      event.preventDefault();
      if (event.key === 'Enter' && fill(event.currentTarget.value, row, column)) return;
      const next = grid[row + step]?.[column] ?? (step > 0 ? after : before);
      const field = next ? document.getElementById(fieldId(next)) : null;
      if (field instanceof HTMLInputElement) {
        field.focus();
        field.select();
      }
    },
    onPaste: (event: ClipboardEvent) => {
      if (fill(event.clipboardData.getData('text'), row, column)) event.preventDefault();
    },
  });

  return { cell, note, undo };
}
