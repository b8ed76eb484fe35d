import type { KeyboardEvent } from 'react';

interface Props {
  label: string;
  /** All positions of the key. */
  positions: readonly number[];
  /** Those with a field. */
  cells: readonly number[];
  values: Readonly<Record<number, string>>;
  /** What is known of a position from other rows. */
  derived?: ReadonlyMap<number, string>;
  inputMode: 'decimal' | 'text';
  /** Several cuts that were typed into one cell, for it and those after it; null if it is one cut. */
  split?: (text: string, room: number) => string[] | null;
  isWrong: (text: string, position: number) => boolean;
  onCuts: (cuts: Record<number, string>) => void;
  /** What stands below a cell: a depth, and its error. */
  below?: (position: number) => readonly [string, string] | null | undefined;
}

/** Where a key moves the focus: in the row, or to the same position of another row. */
function target(input: HTMLInputElement, key: string): HTMLInputElement | null | undefined {
  const { selectionStart: start, selectionEnd: end, value } = input;
  // Within a longer text, "3½" or "2/4", the arrows move as usual.
  const isAll = value.length < 2 || (start === 0 && end === value.length);
  const row = [...(input.closest('[data-positions]')?.querySelectorAll('input') ?? [])];
  const here = row.indexOf(input);
  if (key === 'ArrowLeft') return isAll || (start === 0 && end === 0) ? row[here - 1] : null;
  if (key === 'ArrowRight') return isAll || start === value.length ? row[here + 1] : null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown' && key !== 'Enter') return null;
  const column = [
    ...(input
      .closest('[data-rows]')
      ?.querySelectorAll<HTMLInputElement>(`input[data-position="${input.dataset.position}"]`) ?? []),
  ];
  return column[column.indexOf(input) + (key === 'ArrowUp' ? -1 : 1)];
}

/** A row of the wafer map: a field at each position of the lock, and its place left free at the others. */
export function CellRow({ label, positions, cells, values, derived, inputMode, split, isWrong, onCuts, below }: Props) {
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = target(event.currentTarget, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const type = (input: HTMLInputElement, position: number) => {
    const here = cells.indexOf(position);
    const several = split?.(input.value, cells.length - here);
    if (!several) return onCuts({ [position]: input.value });
    onCuts(Object.fromEntries(several.map((cut, index) => [cells[here + index], cut])));
    const row = input.closest('[data-positions]')?.querySelectorAll('input') ?? [];
    row[here + several.length - 1]?.focus();
  };
  return (
    <div data-positions="" translate="no">
      {positions.map((position) => {
        if (!cells.includes(position)) return <span key={position} data-none="" />;
        const value = values[position] ?? '';
        const known = derived?.get(position);
        const result = below?.(position);
        return (
          <span key={position}>
            <b aria-hidden="true">{position}</b>
            <input
              aria-label={`${label}, position ${position}`}
              data-position={position}
              data-derived={!value && known ? '' : undefined}
              value={value}
              placeholder={below ? '' : known?.replace('no cut', '×') || '?'}
              inputMode={inputMode}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              aria-invalid={isWrong(value, position)}
              onFocus={({ target: input }) => input.select()}
              onKeyDown={move}
              onChange={({ target: input }) => type(input, position)}
            />
            {below && (
              <output>
                {result && (
                  <>
                    <strong>{result[0]}</strong> {result[1]}
                  </>
                )}
              </output>
            )}
          </span>
        );
      })}
    </div>
  );
}
