import { Field, InputType, Int } from 'type-graphql';
import { invalid } from '../../../errors';
import { described } from '../../../gate/operation';
import { AtMost, LongText, Nested, OneOf, Rule, wrongYear } from '../../../inputs/fields';
import { isId } from '../../../inputs/record';
import { CHECK, checkNow, UNCHECKED } from '../../checked';
import { CHECKED_AT, FIELD_LABELS, ImportField, LAST_YEAR } from '../../export/sheetFields';
import { Make } from '../../makes/make.entity';
import { checkChange, fieldOf, KEY_SYSTEM, withConsequences } from '../../models/modelChanges';
import type { ModelRow } from '../../models/modelRow';
import type { StoredChange } from '../../recordChange';
import { readCell } from '../readCell';
import { ChangeKind } from '../stagedChange.entity';
import { RowVerdict } from '../stagedRow';
import { type ChosenRow, copyOf, modelsInBatches, stage } from './chosenRows';
import { markEqual } from './markEqual';
import { MOST, ModelSelection, selectedIds, withAllKeys } from './modelSelection';

@InputType()
class SelectionInput {
  @Field(() => ModelSelection, { description: 'Which models, by their ids or by a filter.' })
  @Nested()
  selection!: ModelSelection;
}

@InputType({ description: 'A field to set in many models.' })
export class SetModelFieldInput extends SelectionInput {
  @Field(() => ImportField, { description: 'The field; not ID, LAST_YEAR, KEY_SYSTEM or CHECKED_AT.' })
  @OneOf(ImportField, 'There is no such field.')
  field!: string;

  @Field(() => String, {
    description:
      'The new value; empty clears the field. For the make, its id; for “sample data” yes or no, and for “checked by” yes (the caller has checked their values) or no. Without the mark of sample data, the caller has checked them, too.',
  })
  @LongText({ label: 'value' })
  value!: string;
}

@InputType({ description: 'Models to copy to other years.' })
export class CopyModelsInput extends SelectionInput {
  @Field(() => [Int], { description: 'The years. Each model is copied to each of them, with its pictures.' })
  @Rule((value) => (Array.isArray(value) && value.length > 0 ? null : 'Please enter the years to copy to.'))
  @AtMost(50, 'At most 50 years at once.')
  @Rule((value) =>
    Array.isArray(value) ? (value.map(wrongYear).find(Boolean) ?? null) : 'Please enter the years to copy to.',
  )
  years!: number[];
}

@InputType({ description: 'Which models to delete, by their ids or by a filter.' })
export class DeleteModelsInput extends SelectionInput {}

export const setModelField = described(
  'Prepares setting one field in many models. Returns a checked import whose rows have the old and the new values; continue with applyImport and undoImport.',
  'CATALOGUE',
).command('admin', SetModelFieldInput, async ({ em, user }, { selection, field, value }) => {
  const make = field === 'make' ? await em.findOne(Make, isId(value) ? Number(value) : 0) : null;
  if (field === 'make' && !make) throw invalid({ value: ['There is no such make.'] });
  if (['id', LAST_YEAR, KEY_SYSTEM.name, CHECKED_AT].includes(field))
    throw invalid({ value: ['This field cannot be set.'] });
  const given = readCell(field === CHECK.name ? 'sample' : field, make?.displayName ?? value);
  if (given.wrong) throw invalid({ value: [given.wrong] });
  const after = given.value;
  const label = FIELD_LABELS.get(field) ?? field;
  if (after === undefined) throw invalid({ value: [`Please enter the new value of ${label}.`] });
  const check = field === CHECK.name && after === 'no' ? UNCHECKED : checkNow(user.username);
  const changesOf = (model: ModelRow): StoredChange[] => {
    if (field === CHECK.name) return after === 'yes' || model.checkedAt ? [checkChange(model, check)] : [];
    const before = fieldOf(model, field);
    if (make ? model.make.id === make.id : before === after) return [];
    const stored = make ? { storedBefore: String(model.make.id), storedAfter: String(make.id) } : {};
    const change = { field, label, before, after, ...stored };
    return field === 'sample' && after === 'no' ? [change, checkChange(model, check)] : [change];
  };
  const rows: ChosenRow[] = [];
  for await (const models of modelsInBatches(em, await selectedIds(em, selection))) {
    for (const { model, row } of models) {
      const changes = withConsequences(model, changesOf(model));
      rows.push({
        ...row,
        ...(make && { make: make.displayName, make_id: make.id }),
        ...(field === 'name' && { name: after }),
        ...(field === 'year' && { year: after }),
        verdict: changes.length > 0 ? RowVerdict.CHANGED : RowVerdict.UNCHANGED,
        changes,
      });
    }
  }
  if (['make', 'name', 'year'].includes(field)) await markEqual(em, rows);
  const title = titleOf(field, label, after);
  return stage(em, user, { kind: ChangeKind.SET, title, rows });
});

function titleOf(field: string, label: string, after: string): string {
  if (field === CHECK.name) return after === 'yes' ? 'Mark as checked' : 'Mark as not checked';
  return after === '' ? `Clear ${label}` : `Set ${label} to “${after}”`;
}

export const copyModels = described(
  'Prepares copying models, with all keys of their bikes, to other years. Returns a checked import; copies that would equal a model are duplicates. Continue with applyImport and undoImport.',
  'CATALOGUE',
).command('admin', CopyModelsInput, async ({ em, user }, { selection, years: given }) => {
  const ids = await withAllKeys(em, await selectedIds(em, selection));
  const years = [...new Set(given)].sort((one, other) => one - other);
  if (ids.length * years.length > MOST) {
    throw invalid({ years: [`That would be more than ${MOST.toLocaleString('en-US')} new models.`] });
  }
  const rows: ChosenRow[] = [];
  for await (const models of modelsInBatches(em, ids)) {
    for (const one of models) for (const year of years) rows.push(copyOf(one, year));
  }
  await markEqual(em, rows);
  return stage(em, user, { kind: ChangeKind.COPY, title: `Copy to ${years.join(', ')}`, rows });
});

export const deleteModels = described(
  'Prepares deleting models. Returns a checked import; continue with applyImport. For 30 days, undoImport restores the models with their histories and pictures.',
  'CATALOGUE',
).command('admin', DeleteModelsInput, async ({ em, user }, { selection }) => {
  const rows: ChosenRow[] = [];
  for await (const models of modelsInBatches(em, await selectedIds(em, selection))) {
    for (const { row } of models) rows.push({ ...row, verdict: RowVerdict.DELETED });
  }
  return stage(em, user, { kind: ChangeKind.DELETE, title: 'Delete models', rows });
});
