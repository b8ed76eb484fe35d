import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFormState } from '../../components/form/useFormState';
import { fieldId } from '../../components/record/record';
import { cellsOf, placed } from './pastedCells';

interface Neighbours {
  /** The field that Enter and the arrow keys reach before the first row, and after the last. */
  before?: string | undefined;
  after?: string | undefined;
}

type Filled = [name: string, value: string][];

/**
 * A grid of fields with the keys of a spreadsheet: Enter moves down, and a pasted row or block, or values typed with spaces
 * between them, fill the cells. That can be undone until something else is typed.
 */
export function useGrid(grid: readonly (readonly string[])[], { before, after }: Neighbours = {}) {
  const { getValues, setValue } = useFormContext();
  const { edited } = useFormState();
  const [note, setNote] = useState('');
  const [were, setWere] = useState<Filled | null>(null);

  const write = (filled: Filled) => {
    for (const [name, value] of filled) setValue(name, value, { shouldDirty: true });
    edited();
  };
  /** Whether the text is for several cells, and has filled them. */
  const fill = (text: string, row: number, column: number) => {
    const block = cellsOf(text);
    if (block.flat().length < 2) return false;
    const { filled, left } = placed(block, grid, row, column);
    setWere(filled.map(([name]) => [name, getValues(name)]));
    write(filled);
    setNote(`${filled.length} cells filled${left ? `, ${left} values had no cell` : ''}.`);
    return true;
  };
  const undo = were
    ? () => {
        write(were);
        setWere(null);
        setNote('Undone.');
      }
    : undefined;

  const cell = (row: number, column: number) => ({
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (undo && event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault();
        undo();
        return;
      }
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
    onInput: () => {
      setWere(null);
      setNote('');
    },
    onPaste: (event: ClipboardEvent) => {
      if (fill(event.clipboardData.getData('text'), row, column)) event.preventDefault();
    },
  });

  return { cell, note, undo };
}
