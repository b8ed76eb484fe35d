import { CHECK, SOURCE } from '../checked';
import { isSameValue, SYSTEM_DATA } from '../keyData';
import type { StoredChange } from '../recordChange';
import type { KeySystem } from './keySystem.entity';

interface SystemField {
  field: string;
  label: string;
  shown(system: KeySystem): string;
  /** What is stored, if it differs. */
  stored?(system: KeySystem): string;
  write(system: KeySystem, stored: string): void;
}

const text = (field: 'name' | 'notes' | 'source', label: string): SystemField => ({
  field,
  label,
  shown: (system) => system[field],
  write: (system, value) => {
    system[field] = value;
  },
});

/** What the history of a key system records, in its order. */
const FIELDS: SystemField[] = [
  text('name', 'Name'),
  text('notes', 'Notes'),
  ...SYSTEM_DATA.map(({ name, label, read, write }) => ({ field: name, label, shown: read, write })),
  text(SOURCE.name, SOURCE.label),
  {
    field: CHECK.name,
    label: CHECK.label,
    shown: CHECK.shown,
    stored: CHECK.stored,
    write: (system, stored) => Object.assign(system, CHECK.read(stored)),
  },
];
const byName = new Map(FIELDS.map((one) => [one.field, one]));

/** How `after` differs from `before`, null for a new key system. */
export const systemChanges = (before: KeySystem | null, after: KeySystem): StoredChange[] =>
  FIELDS.flatMap(({ field, label, shown, stored = shown }) => {
    const [storedBefore, storedAfter] = [before ? stored(before) : '', stored(after)];
    if (storedBefore === storedAfter) return [];
    const values = stored === shown ? {} : { storedBefore, storedAfter };
    return [{ field, label, before: before ? shown(before) : '', after: shown(after), ...values }];
  });

/** Makes the changes in the key system. */
export function changeSystem(system: KeySystem, changes: StoredChange[]): void {
  for (const { field, after, storedAfter } of changes) byName.get(field)?.write(system, storedAfter ?? after);
}

/** Whether a field still has the value that the change gave it. */
export function isStillSo(system: KeySystem, { field, after, storedAfter }: StoredChange): boolean {
  const { shown, stored = shown } = byName.get(field) ?? {};
  return stored !== undefined && isSameValue(field, stored(system), storedAfter ?? after);
}
