import type { ReadRecord, RecordKind } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import type { OwnSheetQuery, SaveOwnSheetInput } from '../../graphql/generated/ownSheets';
import { fieldErrors } from '../../graphql/graphErrors';
import { ownSheetPaths } from '../../paths';
import { cutting, facts, immobiliser, type KeyText, keyDataGroups, locks, primary, tips, wafers } from '../keyData';
import { measureFields, measuresOf, textFields, textsOf } from '../measures/measureValues';
import { withOwn } from './useOwnValues';

export interface OwnSheetValues extends KeyDataFragment {
  make: string;
  name: string;
  /** The text as typed. */
  year: string;
}

const texts = [primary, wafers, locks, cutting, facts, immobiliser, tips].flatMap(
  ({ data }): readonly KeyText[] => data,
);
const noKeyData: KeyDataFragment = { ...textsOf(texts, () => ''), ...measuresOf(undefined) };
export const noOwnSheet: OwnSheetValues = { ...noKeyData, make: '', name: '', year: '' };

export const ownSheetKind: RecordKind<OwnSheetValues> = {
  title: 'Our Own Sheet',
  paths: ownSheetPaths,
  fields: [
    { name: 'make', label: 'Make' },
    { name: 'name', label: 'Model' },
    { name: 'year', label: 'Year' },
    ...[primary, wafers, locks, cutting].flatMap(textFields),
    ...measureFields,
    ...[facts, immobiliser, tips].flatMap(textFields),
  ],
  words: {
    created: 'Own sheet created successfully!',
    updated: 'Own sheet updated successfully!',
    deleted: 'Own sheet deleted successfully!',
    deleteFailed: 'An error occurred while deleting the own sheet.',
  },
};

/** The key data that an own sheet has. */
export const keyDataOf = ({ ownValues }: Pick<OwnSheetQuery, 'ownValues'>) => withOwn(noKeyData, ownValues);

export const titleOf = ({ make, name, year }: Pick<OwnSheetQuery['ownSheet'], 'make' | 'name' | 'year'>) =>
  `${make} ${name} (${year})`;

export function readOwnSheet({ ownSheet, ownValues }: OwnSheetQuery): ReadRecord<OwnSheetValues> {
  const { id, version, make, name, year } = ownSheet;
  const { hasOwnMeasures: _, ...keyData } = keyDataOf({ ownValues });
  return { id, version, name: titleOf(ownSheet), values: { ...keyData, make, name, year: String(year) } };
}

/** All values of the key data, as the graph takes them; a year is a number there. */
export function ownSheetInput(values: OwnSheetValues): Pick<SaveOwnSheetInput, 'make' | 'name' | 'year' | 'values'> {
  const { make, name } = values;
  const year = values.year.trim();
  if (!/^\d{1,9}$/.test(year)) {
    throw new InvalidInput({
      ...(make.trim() ? {} : { make: ['The make field is required.'] }),
      ...(name.trim() ? {} : { name: ['The model field is required.'] }),
      year: [year ? 'The year must be a whole number.' : 'The year field is required.'],
    });
  }
  const data = keyDataGroups.flatMap(({ data }) => data.map(({ field, read }) => ({ field, value: read(values) })));
  return { make, name, year: Number(year), values: data.filter(({ value }) => value.trim()) };
}

/** The server names each measure; the form has a field for all spacings and one for all depths. */
export function asFormErrors(error: unknown): never {
  const errors = Object.entries(fieldErrors(error));
  if (errors.length === 0) throw error;
  throw new InvalidInput(
    Object.fromEntries(errors.map(([name, messages]) => [name.replace(/^(spacing|depth)\d.*$/, '$1'), messages])),
  );
}
