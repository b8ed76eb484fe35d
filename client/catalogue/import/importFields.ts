import type { ImportField } from '../../graphql/generated/imports';
import { keyDataGroups } from '../keyData';

interface Choice {
  field: ImportField;
  label: string;
}

/** What a new model needs; a model that has an ID needs nothing else. */
export const neededFields = ['MAKE', 'MODEL', 'YEAR'] as const satisfies readonly ImportField[];

/** What a column can hold, in the groups and the order of the model form. */
export const importFieldGroups: readonly { title: string; choices: readonly Choice[] }[] = [
  {
    title: 'Model',
    choices: [
      { field: 'ID', label: 'ID' },
      { field: 'MAKE', label: 'Make' },
      { field: 'MODEL', label: 'Model' },
      { field: 'YEAR', label: 'Year' },
      { field: 'SAMPLE', label: 'Sample data' },
    ],
  },
  ...keyDataGroups.map(({ formTitle, data }) => ({ title: formTitle, choices: data })),
];

const labels = new Map(importFieldGroups.flatMap(({ choices }) => choices.map(({ field, label }) => [field, label])));

export const importFieldLabel = (field: ImportField) => labels.get(field) ?? field;
