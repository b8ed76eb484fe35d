import { registerEnumType } from 'type-graphql';
import { CHECK, SOURCE } from '../checked';
import { KEY_DATA, KeyDataField, type KeyDatum, keyDatum } from '../keyData';
import { KEY_SYSTEM } from '../models/modelChanges';

/** Only in sheets: with the year, the range of years that a row stands for. */
export const LAST_YEAR = 'lastYear';

/** Only in sheets: with `checkedBy`, the check. */
export const CHECKED_AT = 'checkedAt';

/** Fields of a sheet's columns other than key data. Their names are those in the history (modelChanges.ts). */
const OTHERS = {
  ID: {
    name: 'id',
    label: 'ID',
    description: 'The model’s id: a row with an id changes that model.',
  },
  MAKE: { name: 'make', label: 'Make', description: 'The make, by its display name or its full name.' },
  MODEL: { name: 'name', label: 'Model', description: 'The model’s name.' },
  YEAR: {
    name: 'year',
    label: 'Year',
    description: 'The model year; also several, e.g. `1998-2003` or `2004, 2006`. A row becomes a model for each.',
  },
  LAST_YEAR: {
    name: LAST_YEAR,
    label: 'Last year',
    description: 'The last of the row’s years, if the sheet has the first and the last in two columns.',
  },
  KEY_SYSTEM: {
    ...KEY_SYSTEM,
    description: 'The name of its key system. A model gets it if the row has no other values than the key system.',
  },
  SAMPLE: { name: 'sample', label: 'Sample data', description: 'Whether it is sample data: yes or no.' },
  SOURCE: { ...SOURCE, description: 'Where the values come from, e.g. a book with the page.' },
  CHECKED_BY: { name: CHECK.name, label: CHECK.label, description: 'Who has checked the values, e.g. a username.' },
  CHECKED_AT: {
    name: CHECKED_AT,
    label: 'Checked at',
    description: 'When they were checked: a day, or a time in UTC as in the exports.',
  },
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

const labelled = (...keys: (keyof typeof OTHERS)[]) =>
  keys.map((key) => [OTHERS[key].name, OTHERS[key].label] as const);

/** The word of each field of a model, in the order of the complete export. */
export const FIELD_LABELS: ReadonlyMap<string, string> = new Map([
  ...labelled('ID', 'MAKE', 'MODEL', 'YEAR'),
  ...KEY_DATA.map(({ name, label }) => [name, label] as const),
  ...labelled('KEY_SYSTEM', 'SAMPLE', 'SOURCE', 'CHECKED_BY', 'CHECKED_AT'),
]);

export const fieldLabel = (field: string) =>
  field === LAST_YEAR ? OTHERS.LAST_YEAR.label : (FIELD_LABELS.get(field) ?? field);

const keyData = new Set(KEY_DATA.map(({ name }) => name));

/** The key data that a field is; null if it is another field. */
export const keyDatumOf = (field: string): KeyDatum | null => (keyData.has(field) ? keyDatum(field) : null);
