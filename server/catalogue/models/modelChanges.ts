import type { StoredChange } from '../history/modelChange.entity';
import { KEY_DATA, SYSTEM_DATA } from '../keyData';
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
  return withOwnValues(before, changes);
}

/** For example `SILCA: HD75 → HD109`. */
export const inWords = ({ label, before, after }: StoredChange): string =>
  `${label}: ${before || '—'} → ${after || '—'}`;

/** The change that reverses another one. */
export const turned = ({ field, label, before, after, storedBefore, storedAfter }: StoredChange): StoredChange => ({
  field,
  label,
  before: after,
  after: before,
  ...(storedAfter === undefined ? {} : { storedBefore: storedAfter, storedAfter: storedBefore }),
});

/** The model with the key data of the changes. */
export function withChanges(model: ModelRow, changes: StoredChange[]): ModelRow {
  const values = new Map(changes.map(({ field, after }) => [field, after]));
  const changed = { ...model };
  for (const { name, write } of KEY_DATA) {
    const value = values.get(name);
    if (value !== undefined) write(changed, value);
  }
  return changed;
}

const OWNED = new Set([KEY_SYSTEM.name, ...SYSTEM_DATA.map(({ name }) => name)]);
/** Whether a change is of a field that a key system owns, or of the key system itself. */
export const isOwned = ({ field }: { field: string }): boolean => OWNED.has(field);

/**
 * The changes with what else becomes of the model: with another value than its key system has, it has values of its own.
 * `writeModels` sees to it whatever the changes say; this shows it before.
 */
export function withOwnValues(before: ModelRow | null, changes: StoredChange[]): StoredChange[] {
  const owned = changes.filter(isOwned);
  if (!before?.keySystem || owned.length === 0 || owned.some(({ field }) => field === KEY_SYSTEM.name)) return changes;
  const { id, name } = before.keySystem;
  const { name: field, label } = KEY_SYSTEM;
  return [...changes, { field, label, before: name, after: '', storedBefore: String(id), storedAfter: '' }];
}
