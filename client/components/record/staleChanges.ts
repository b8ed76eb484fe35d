import type { FieldInfo, ReadRecord } from './record';
import { same } from './record';

/** A field that another user changed since this form loaded the record. */
export interface Change {
  name: string;
  label: string;
  theirs: unknown;
  mine: unknown;
  /** Which value the form holds now. A field that was not edited here takes theirs automatically. */
  taken: 'theirs' | 'mine';
  show: (value: never) => React.ReactNode;
}

const showText = (value: unknown) => String(value ?? '') || '—';

interface Sides<Values> {
  fields: readonly FieldInfo<Values>[];
  /** As this form read it. */
  base: Values;
  /** As this form holds it. */
  mine: Values;
  /** As the server has it now. */
  theirs: ReadRecord<Values>;
}

export function changesOf<Values>({ fields, base, mine, theirs }: Sides<Values>): Change[] {
  return fields
    .filter(({ name }) => !same(base[name], theirs.values[name]) && !same(mine[name], theirs.values[name]))
    .map(({ name, label, show }) => ({
      name,
      label,
      theirs: theirs.values[name],
      mine: mine[name],
      taken: same(mine[name], base[name]) ? 'theirs' : 'mine',
      show: show ?? showText,
    }));
}
