import { hashesOf, imageErrors, type PickedImage, stored } from '../../components/images/pickedImage';
import { type FieldInfo, type ReadRecord, type RecordKind, same } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import type { ModelInput, ModelRecordFragment } from '../../graphql/generated/backOffice';
import { type KeyDataFragment, MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { modelPaths } from '../../paths';
import {
  cutting,
  DEPTH_ROWS,
  depth,
  facts,
  immobiliser,
  type KeyText,
  locks,
  POSITIONS,
  primary,
  spacing,
  type TextName,
  tips,
  wafers,
} from '../keyData';
import { showImages } from '../showImages';

const texts = [primary, wafers, locks, cutting, facts, immobiliser, tips].flatMap(({ data }) => data);

export type ModelValues = Record<TextName, string> & {
  makeId: string;
  name: string;
  /** The text as typed. */
  year: string;
  spacing: string[];
  depth: KeyDataFragment['depth'];
  /** The sample data was compared with a key: saving clears the mark. */
  checked: boolean;
  images: PickedImage[];
};

const showSpacing = (values: string[]) => values.map((value) => value || '—').join('  ');
const showDepth = (rows: KeyDataFragment['depth']) =>
  rows.map(({ name, oneX, twoX }, index) => `${name || index + 1}: ${oneX || '—'} / ${twoX || '—'}`).join('\n');

const textFields = ({ data }: { data: readonly KeyText[] }): FieldInfo<ModelValues>[] =>
  data.map(({ name, formLabel }) => ({ name, label: formLabel }));

/** A make's name by its id, read from the sidebar's cached list. */
function MakeName({ id }: { id: string }) {
  const { data } = useRead(MakeOptionsDocument);
  return <span translate="no">{data?.makeOptions.find((make) => make.id === id)?.displayName ?? '—'}</span>;
}

export const modelKind: RecordKind<ModelValues> = {
  title: 'Model',
  paths: modelPaths,
  fields: [
    { name: 'makeId', label: 'Make', show: (id: string) => <MakeName id={id} /> },
    { name: 'name', label: 'Model' },
    { name: 'year', label: 'Year' },
    ...[primary, wafers, locks, cutting].flatMap(textFields),
    { name: 'spacing', label: spacing.formTitle, show: showSpacing },
    { name: 'depth', label: depth.formTitle, show: showDepth },
    ...[facts, immobiliser, tips].flatMap(textFields),
    { name: 'images', label: 'Images', show: showImages },
  ],
  words: {
    created: 'Model is created successfully!',
    updated: 'Model is updated successfully!',
    deleted: 'Product deleted successfully!',
    createFailed: 'An error occurred while creating the product.',
    updateFailed: 'An error occurred while updating the product.',
    deleteFailed: 'An error occurred while updating the product.',
  },
};

const eachText = (read: (name: TextName) => string) =>
  Object.fromEntries(texts.map(({ name }) => [name, read(name)])) as Record<TextName, string>;

export const noModel = (makeId: string): ModelValues => ({
  ...eachText(() => ''),
  makeId,
  name: '',
  year: '',
  spacing: POSITIONS.map(() => ''),
  depth: DEPTH_ROWS.map(() => ({ name: '', oneX: '', twoX: '' })),
  checked: false,
  images: [],
});

export function readModel(model: ModelRecordFragment): ReadRecord<ModelValues> {
  const empty = noModel(model.make.id);
  return {
    id: model.id,
    version: model.version,
    name: `${model.make.displayName} ${model.name} (${model.year})`,
    values: {
      ...empty,
      ...eachText((name) => model[name]),
      name: model.name,
      year: String(model.year),
      spacing: empty.spacing.map((_, index) => model.spacing[index] ?? ''),
      depth: empty.depth.map((_, index) => ({
        name: model.depth[index]?.name ?? '',
        oneX: model.depth[index]?.oneX ?? '',
        twoX: model.depth[index]?.twoX ?? '',
      })),
      images: model.images.map(stored),
    },
  };
}

/** Errors found before sending: values that GraphQL cannot carry, and the server's own rules that would hide behind them. */
function errorsOf({ makeId, name, year, images }: ModelValues) {
  const errors = {
    ...(/^\d{0,9}$/.test(year.trim()) ? {} : { year: ['The year must be a whole number.'] }),
    ...(imageErrors(images).length > 0 ? { images: imageErrors(images) } : {}),
  };
  if (Object.keys(errors).length === 0) return null;
  return {
    ...(makeId ? {} : { makeId: ['The make field is required.'] }),
    ...(name.trim() ? {} : { name: ['The model field is required.'] }),
    ...(year.trim() ? {} : { year: ['The year field is required.'] }),
    ...errors,
  };
}

/** Unchanged pictures are omitted: they are kept, or copied with a copy. */
export function modelInput(values: ModelValues, base: ModelValues): ModelInput {
  const errors = errorsOf(values);
  if (errors) throw new InvalidInput(errors);
  const { checked, images, year, ...rest } = values;
  return {
    ...rest,
    // A GraphQL Int; the server checks the rest of the rule.
    year: year.trim() ? Number(year) : null,
    ...(checked ? { sample: false } : {}),
    ...(same(images, base.images) ? {} : { images: hashesOf(images) }),
  };
}
