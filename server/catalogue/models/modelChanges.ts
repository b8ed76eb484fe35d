import { CHECK, type Check, SOURCE, UNCHECKED } from '../checked';
import { isSameValue, KEY_DATA, MEASURES, SYSTEM_DATA, UNIT, unitOf } from '../keyData';
import type { StoredChange } from '../recordChange';
import type { ModelRow } from './modelRow';

type TextOf = (model: ModelRow) => string;

/** The model's key system in the history and in imports. It is shown by its name and stored by its id, empty for none. */
export const KEY_SYSTEM = { name: 'keySystem', label: 'Key system' };

const SAMPLE = { name: 'sample', label: 'Sample data' };

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
  [SAMPLE.name, SAMPLE.label, ({ sample }) => (sample ? 'yes' : 'no')],
  [SOURCE.name, SOURCE.label, ({ source }) => source],
  [CHECK.name, CHECK.label, CHECK.shown, CHECK.stored],
  ['images', 'Images', (model) => String(hashesOf(model).length || ''), (model) => hashesOf(model).join(' ')],
];
const BY_NAME = new Map(FIELDS.map(([field, _label, shown, stored = shown]) => [field, { shown, stored }]));

function textsOf(field: string) {
  const texts = BY_NAME.get(field);
  if (!texts) throw new Error(`A model has no field "${field}"`);
  return texts;
}

/** A field of a model as the history displays it. */
export const fieldOf = (model: ModelRow, field: string): string => textsOf(field).shown(model);

/** Whether a field still has the value that the change gave it. */
export const isStillSo = (model: ModelRow, { field, after, storedAfter = after }: StoredChange): boolean =>
  isSameValue(field, textsOf(field).stored(model), storedAfter);

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
  return withConsequences(before, changes);
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

/** What tells nothing of the key, so that changing it leaves a check as it is. */
const BESIDE_VALUES = new Set<string>([KEY_SYSTEM.name, SAMPLE.name, SOURCE.name, CHECK.name, 'images']);

/** The fields of whose changes members are told. */
export const TOLD_FIELDS = FIELDS.flatMap(([field, label]) =>
  field === 'images' || !BESIDE_VALUES.has(field) ? [{ field, label }] : [],
);

/** The changes with each measure in the form of its unit. The same number in another form is no change, unless the unit changes. */
function withMeasures(before: ModelRow | null, given: StoredChange[]): StoredChange[] {
  const unit = given.find(({ field }) => field === UNIT)?.after ?? unitOf(before);
  const isOther = !before || unit !== unitOf(before);
  return given.flatMap((change) => {
    const datum = measures.get(change.field);
    if (!datum) return [change];
    const was = before ? datum.read(before) : '';
    const after = datum.chosen(change.after, unit);
    const isSame = isOther ? after === was : isSameValue(change.field, after, was);
    return isSame ? [] : [{ ...change, after }];
  });
}
const measures = new Map(MEASURES.map((datum) => [datum.name, datum]));

/**
 * The changes with what else becomes of the model. With another value than its key system has, it has values of its own
 * (`writeModels` sees to it whatever the changes say; this shows it before). Checked, it is no sample data. A check of values
 * that change ends, unless they are those of its key system, which has a check of its own (docs/rules.md, "Source and checks").
 */
export function withConsequences(before: ModelRow | null, given: StoredChange[]): StoredChange[] {
  const formed = withMeasures(before, given);
  if (!before) return formed;
  const changes = [...formed, ...leavingSystem(before, formed)];
  const check = changes.find(({ field }) => field === CHECK.name);
  if (check?.storedAfter && before.sample && !changes.some(({ field }) => field === SAMPLE.name))
    return [...changes, { field: SAMPLE.name, label: SAMPLE.label, before: 'yes', after: 'no' }];
  if (!before.checkedAt || check) return changes;
  const linked = changes.find(({ field }) => field === KEY_SYSTEM.name)?.storedAfter ?? before.keySystem;
  const isEnded = changes.some(({ field }) => !BESIDE_VALUES.has(field) && !(linked && isOwned({ field })));
  return isEnded ? [...changes, checkChange(before, UNCHECKED)] : changes;
}

function leavingSystem({ keySystem }: ModelRow, changes: StoredChange[]): StoredChange[] {
  const owned = changes.filter(isOwned);
  if (!keySystem || owned.length === 0 || owned.some(({ field }) => field === KEY_SYSTEM.name)) return [];
  const { name: field, label } = KEY_SYSTEM;
  return [{ field, label, before: keySystem.name, after: '', storedBefore: String(keySystem.id), storedAfter: '' }];
}

/** The change that gives a model this check. */
export const checkChange = (before: Check, after: Check): StoredChange => ({
  field: CHECK.name,
  label: CHECK.label,
  before: CHECK.shown(before),
  after: CHECK.shown(after),
  storedBefore: CHECK.stored(before),
  storedAfter: CHECK.stored(after),
});
