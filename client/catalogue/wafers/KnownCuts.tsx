import { useId, useState } from 'react';
import type { CutReader } from './cutReader';
import type { KnownRow } from './usePartialKey';

interface Props {
  row: KnownRow;
  reader: CutReader;
  onCuts: (cuts: Record<number, string>) => void;
}

/** The known cuts of a lock as one text, which fills its positions in order. */
export function KnownCuts({ row, reader, onCuts }: Props) {
  const id = useId();
  // While it is typed, and as long as it cannot be read. Otherwise the text follows from the cells.
  const [draft, setDraft] = useState<string | null>(null);
  const problemOf = (text: string) => reader.readAll(text, row.cells.length).problem;
  const problem = draft === null ? null : problemOf(draft);
  return (
    <div>
      <label htmlFor={id}>Known cuts</label>
      <input
        id={id}
        value={draft ?? reader.joinCells(row.cells.map((position) => row.typed[position] ?? ''))}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => {
          setDraft(target.value);
          const { cells, problem: wrong } = reader.readAll(target.value, row.cells.length);
          if (wrong === null)
            onCuts(
              Object.fromEntries(row.cells.map((position, index) => [position, (cells[index] ?? '').replace('?', '')])),
            );
        }}
        onBlur={() => problem === null && setDraft(null)}
      />
      {problem && (
        <small id={`${id}-problem`} role="status">
          {`${problem}.`}
        </small>
      )}
    </div>
  );
}
