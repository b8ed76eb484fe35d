import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { type ChangeSource, ModelChange, type StoredChange } from '../history/modelChange.entity';
import { KEY_DATA } from '../keyData';
import type { Model } from './model.entity';
import { imagesOf, type ModelRow, makeOf } from './readModels';

/** The displayed value, and the stored one if it differs. */
interface Value {
  shown: string;
  stored?: string | undefined;
}

/** The values of a model, by field. */
export interface ModelState {
  isNew: boolean;
  values: Map<string, { label: string } & Value>;
}

/** The present state of `model`, for `changesSince` to compare. Its make and images must be loaded. */
export function stateOf(model: Model | ModelRow, isNew = model.id === undefined): ModelState {
  const values: ModelState['values'] = new Map();
  const add = (field: string, label: string, value: Value) => values.set(field, { label, ...value });
  const make = isNew ? undefined : makeOf(model);
  add('make', 'Make', { shown: make?.displayName ?? '', stored: make && String(make.id) });
  add('name', 'Model', { shown: model.name ?? '' });
  add('year', 'Year', { shown: model.year === undefined ? '' : String(model.year) });
  for (const { name, label, read } of KEY_DATA) add(name, label, { shown: read(model) });
  add('sample', 'Sample data', { shown: model.sample ? 'yes' : 'no' });
  const hashes = isNew ? [] : (imagesOf(model) ?? []).map(({ hash }) => hash);
  add('images', 'Images', { shown: hashes.length ? String(hashes.length) : '', stored: hashes.join(' ') });
  return { isNew, values };
}

/** The changes in `model` since `before`. */
export function changesSince(before: ModelState, model: Model | ModelRow): StoredChange[] {
  const changes: StoredChange[] = [];
  for (const [field, { label, ...after }] of stateOf(model, false).values) {
    const was: Value = before.values.get(field) ?? { shown: '' };
    if ((was.stored ?? was.shown) === (after.stored ?? after.shown)) continue;
    const stored = after.stored === undefined ? {} : { storedBefore: was.stored ?? '', storedAfter: after.stored };
    changes.push({ field, label, before: was.shown, after: after.shown, ...stored });
  }
  return changes;
}

/** Records and returns the changes in `model` since `before`, if any. The caller flushes. */
export function recordChange(
  em: EntityManager,
  model: Model,
  before: ModelState,
  { user, source }: { user: Caller; source: ChangeSource },
): StoredChange[] {
  const changes = changesSince(before, model);
  if (changes.length > 0) {
    em.create(ModelChange, { model, user: user.id, username: user.username, source, created: before.isNew, changes });
  }
  return changes;
}
