import type { StoredChange } from '../history/modelChange.entity';
import { SYSTEM_DATA } from '../keyData';
import type { KeySystem } from './keySystem.entity';

type TextOf = (system: KeySystem) => string;

/** What the history of a key system records, in its order. */
const FIELDS: [field: string, label: string, shown: TextOf][] = [
  ['name', 'Name', ({ name }) => name],
  ['notes', 'Notes', ({ notes }) => notes],
  ...SYSTEM_DATA.map(({ name, label, read }): (typeof FIELDS)[0] => [name, label, read]),
  ['source', 'Source', ({ source }) => source],
  ['checkedBy', 'Checked by', ({ checkedBy }) => checkedBy],
];

/** How `after` differs from `before`, null for a new key system. */
export const systemChanges = (before: KeySystem | null, after: KeySystem): StoredChange[] =>
  FIELDS.flatMap(([field, label, shown]) => {
    const change = { field, label, before: before ? shown(before) : '', after: shown(after) };
    return change.before === change.after ? [] : [change];
  });

const OWNED = new Set(SYSTEM_DATA.map(({ name }) => name));
/** Those of the changes that its models follow. */
export const ofItsModels = (changes: StoredChange[]) => changes.filter(({ field }) => OWNED.has(field));
