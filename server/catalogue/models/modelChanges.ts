import type { StoredChange } from '../history/modelChange.entity';
import { KEY_DATA } from '../keyData';
import type { ModelRow } from './modelRow';

type TextOf = (model: ModelRow) => string;

/** The model's key system in the history and in imports. It is shown by its name and stored by its id, empty for none. */
export const KEY_SYSTEM = { name: 'keySystem', label: 'Key system' };

const hashesOf = ({ images = [] }: ModelRow) => images.map(({ hash }) => hash);

/** What the history records, in its order: its name and label, what is displayed, and what is stored if it differs. */
const FIELDS: [field: string, label: string, shown: TextOf, stored?: TextOf][] = [
  ['make', 'Make', ({ make }) => make.displayName, ({ make }) => String(make.id)],
  ['name', 'Model', ({ name }) => name],
  ['year', 'Year', ({ year }) => String(year)],
  ...KEY_DATA.map(({ name, label, read }): (typeof FIELDS)[0] => [name, label, read]),
  [
    KEY_SYSTEM.name,
    KEY_SYSTEM.label,
    ({ keySystem }) => keySystem?.name ?? '',
    ({ keySystem }) => String(keySystem?.id ?? ''),
  ],
  ['sample', 'Sample data', ({ sample }) => (sample ? 'yes' : 'no')],
  ['images', 'Images', (model) => String(hashesOf(model).length || ''), (model) => hashesOf(model).join(' ')],
];
const SHOWN = new Map(FIELDS.map(([field, _label, shown]) => [field, shown]));

/** A field of a model as the history displays it. */
export function fieldOf(model: ModelRow, field: string): string {
  const shown = SHOWN.get(field);
  if (!shown) throw new Error(`A model has no field "${field}"`);
  return shown(model);
}

/** How `after` differs from `before`, null for a new model: what the history says, and what `writeModels` writes. */
export function changesBetween(before: ModelRow | null, after: ModelRow): StoredChange[] {
  const changes: StoredChange[] = [];
  for (const [field, label, shown, stored] of FIELDS) {
    const was = (text: TextOf) => (before ? text(before) : field === 'sample' ? 'no' : '');
    const [storedBefore, storedAfter] = [was(stored ?? shown), (stored ?? shown)(after)];
    if (storedBefore === storedAfter) continue;
    const values = stored ? { storedBefore, storedAfter } : {};
    changes.push({ field, label, before: was(shown), after: shown(after), ...values });
  }
  return changes;
}
