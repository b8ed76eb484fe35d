import { registerEnumType } from 'type-graphql';
import { KEY_DATA, KeyDataField, keyDatum } from '../keyData';

/** Fields of a sheet's columns other than key data. Their names are those in the history (modelChanges.ts). */
const OTHERS = {
  ID: {
    name: 'id',
    label: 'ID',
    description: 'The model’s id: a row with an id changes that model.',
  },
  MAKE: { name: 'make', label: 'Make', description: 'The make, by its display name or its full name.' },
  MODEL: { name: 'name', label: 'Model', description: 'The model’s name.' },
  YEAR: { name: 'year', label: 'Year', description: 'The model year.' },
  SAMPLE: { name: 'sample', label: 'Sample data', description: 'Whether it is sample data: yes or no.' },
} as const;

/** What the columns of an import are mapped to, as an enum of the graph. */
export const ImportField = {
  ...Object.fromEntries(Object.entries(OTHERS).map(([key, { name }]) => [key, name])),
  ...KeyDataField,
};
registerEnumType(ImportField, {
  name: 'ImportField',
  description: 'A field that a column of an import can be mapped to.',
  valuesConfig: {
    ...Object.fromEntries(Object.entries(OTHERS).map(([key, { description }]) => [key, { description }])),
    ...Object.fromEntries(
      Object.entries(KeyDataField).map(([key, name]) => [key, { description: keyDatum(name).description }]),
    ),
  },
});

/** The word of each field, in the order of the complete export. */
export const FIELD_LABELS: ReadonlyMap<string, string> = new Map([
  ...(['ID', 'MAKE', 'MODEL', 'YEAR'] as const).map((key) => [OTHERS[key].name, OTHERS[key].label] as const),
  ...KEY_DATA.map(({ name, label }) => [name, label] as const),
  [OTHERS.SAMPLE.name, OTHERS.SAMPLE.label] as const,
]);
