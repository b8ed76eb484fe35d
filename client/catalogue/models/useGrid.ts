import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFormState } from '../../components/form/useFormState';
import { fieldId } from '../../components/record/record';

/** Parses spreadsheet text from the clipboard: lines of tab-separated cells. */
const cellsOf = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));

/** The fields that a pasted block fills from the focused one on, with values; `left` counts values without a field. */
function placed(block: string[][], grid: readonly (readonly string[])[], row: number, column: number) {
  const width = grid[0]?.length ?? 1;
  const isLine = block.length === 1 || width === 1;
  const cells = isLine
    ? // A single row, or any block in a grid with one column, fills the cells in reading order.
      block.flat().map((value, index) => {
        const at = row * width + column + index;
        return [grid[Math.floor(at / width)]?.[at % width], value] as const;
      })
    : block.flatMap((line, down) => line.map((value, across) => [grid[row + down]?.[column + across], value] as const));
  const filled = cells.filter((cell): cell is readonly [string, string] => cell[0] !== undefined);
  return { filled, left: cells.length - filled.length };
}

/** A grid of fields with the keys of a spreadsheet: Enter moves down, and a pasted row or block fills the cells. */
export function useGrid(grid: readonly (readonly string[])[]) {
  const { setValue } = useFormContext();
  const { edited } = useFormState();
  const [note, setNote] = useState('');

  const cell = (row: number, column: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || event.nativeEvent.isComposing) return;
      // Enter does not submit the form here, not even in the last row.
      event.preventDefault();
      const next = grid[row + step]?.[column];
      const field = next ? document.getElementById(fieldId(next)) : null;
      if (field instanceof HTMLInputElement) {
        field.focus();
        field.select();
      }
    },
    onPaste: (event: ClipboardEvent) => {
      const block = cellsOf(event.clipboardData.getData('text'));
      if (block.length === 1 && block[0]?.length === 1) return;
      event.preventDefault();
      const { filled, left } = placed(block, grid, row, column);
      for (const [name, value] of filled) setValue(name, value, { shouldDirty: true });
      edited();
      setNote(`${filled.length} cells filled${left ? `, ${left} values had no cell` : ''}.`);
    },
  });

  return { cell, note };
}
