import { type KeyboardEvent, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFormState } from '../../components/form/useFormState';

/** Fields and their new values. */
type Filled = readonly (readonly [name: string, value: string])[];

/** Fills several fields at once, with a note about it. That can be undone until something else is typed. */
export function useFilled() {
  const { getValues, setValue } = useFormContext();
  const { edited } = useFormState();
  const [note, setNote] = useState('');
  const [were, setWere] = useState<Filled | null>(null);

  useEffect(() => {
    if (!note) return;
    const forget = () => {
      setWere(null);
      setNote('');
    };
    document.addEventListener('input', forget);
    return () => document.removeEventListener('input', forget);
  }, [note]);

  const write = (filled: Filled) => {
    for (const [name, value] of filled) setValue(name, value, { shouldDirty: true });
    edited();
  };
  const fill = (filled: Filled, about: string) => {
    setWere(filled.map(([name]) => [name, getValues(name)]));
    write(filled);
    setNote(about);
  };
  const undo = were
    ? () => {
        write(were);
        setWere(null);
        setNote('Undone.');
      }
    : undefined;
  /** Whether the key was the one that undoes it. */
  const undoByKey = (event: KeyboardEvent) => {
    if (!undo || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return false;
    event.preventDefault();
    undo();
    return true;
  };
  return { fill, note, undo, undoByKey };
}
