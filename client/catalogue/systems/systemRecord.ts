import { type FieldInfo, type ReadRecord, type RecordKind, same } from '../../components/record/record';
import type { KeySystemInput, SystemDataFragment, SystemRecordFragment } from '../../graphql/generated/systems';
import { keySystemPaths } from '../../paths';
import { cutting, facts, type SystemTextName, systemTexts } from '../keyData';
import { type MeasureValues, measureFields, measuresOf, textFields, textsOf } from '../measures/measureValues';

/** What the models of a system have from it. */
export type SystemDataValues = Record<SystemTextName, string> & MeasureValues;

export type SystemValues = SystemDataValues & {
  name: string;
  notes: string;
  source: string;
  checked: boolean;
};

export const systemDataOf = (system: SystemDataFragment): SystemDataValues => ({
  ...textsOf(systemTexts, (name) => system[name]),
  ...measuresOf(system),
});

const dataFields: FieldInfo<SystemDataValues>[] = [...textFields(cutting), ...measureFields, ...textFields(facts)];

export const systemKind: RecordKind<SystemValues> = {
  title: 'Key System',
  paths: keySystemPaths,
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'notes', label: 'Notes' },
    ...dataFields,
    { name: 'source', label: 'Source' },
    { name: 'checked', label: 'Checked', show: (checked: boolean) => (checked ? 'Yes' : 'No') },
  ],
  words: {
    created: 'Key system created successfully!',
    updated: 'Key system updated successfully!',
    deleted: 'Key system deleted successfully!',
    deleteFailed: 'An error occurred while deleting the key system.',
  },
};

export const noSystem: SystemValues = {
  ...textsOf(systemTexts, () => ''),
  ...measuresOf(undefined),
  name: '',
  notes: '',
  source: '',
  checked: false,
};

export const readSystem = (system: SystemRecordFragment): ReadRecord<SystemValues> => ({
  id: system.id,
  version: system.version,
  name: system.name,
  values: {
    ...systemDataOf(system),
    name: system.name,
    notes: system.notes ?? '',
    source: system.source,
    checked: system.checkedAt !== null,
  },
});

/** Whether the field, such as `spacing.0`, is one that models have from the system. */
export const isOfModels = (field: string) => dataFields.some(({ name }) => name === field.split('.')[0]);

/** Whether a value is changed that models have from the system. */
export const changesModels = (values: SystemValues, base: SystemValues) =>
  dataFields.some(({ name }) => !same(values[name], base[name]));

/** Whoever has checked the values stays named, unless the mark or a value is changed. */
export function systemInput(values: SystemValues, base: SystemValues): KeySystemInput {
  const { checked, ...rest } = values;
  return checked === base.checked && !changesModels(values, base) ? rest : values;
}
