import type { ImportField } from '../../../graphql/generated/imports';
import { keyDataGroups } from '../../keyData';

interface Choice {
  field: ImportField;
  label: string;
}

/** The fields required for a new model; an existing model needs only its ID. */
export const neededFields = ['MAKE', 'MODEL', 'YEAR'] as const satisfies readonly ImportField[];

/** The fields that a column can map to, in the groups and order of the model form. */
export const importFieldGroups: readonly { title: string; choices: readonly Choice[] }[] = [
  {
    title: 'Model',
    choices: [
      { field: 'ID', label: 'ID' },
      { field: 'MAKE', label: 'Make' },
      { field: 'MODEL', label: 'Model' },
      { field: 'YEAR', label: 'Year' },
      { field: 'LAST_YEAR', label: 'Last year' },
      { field: 'KEY_SYSTEM', label: 'Key system' },
      { field: 'SAMPLE', label: 'Sample data' },
      { field: 'SOURCE', label: 'Source' },
      { field: 'CHECKED_BY', label: 'Checked by' },
      { field: 'CHECKED_AT', label: 'Checked at' },
    ],
  },
  ...keyDataGroups.map(({ formTitle, data }) => ({ title: formTitle, choices: data })),
];

const labels = new Map(importFieldGroups.flatMap(({ choices }) => choices.map(({ field, label }) => [field, label])));

export const importFieldLabel = (field: ImportField) => labels.get(field) ?? field;
