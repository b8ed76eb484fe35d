import { hashesOf, imageErrors, type PickedImage, stored } from '../../components/images/pickedImage';
import { type ReadRecord, type RecordKind, same } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import type { ModelInput, ModelRecordFragment } from '../../graphql/generated/backOffice';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { KeySystemDocument } from '../../graphql/generated/systems';
import { useRead } from '../../graphql/useRead';
import { modelPaths } from '../../paths';
import {
  cutting,
  facts,
  immobiliser,
  type KeyText,
  locks,
  primary,
  systemTexts,
  type TextName,
  tips,
  wafers,
} from '../keyData';
import { type MeasureValues, measureFields, measuresOf, textFields, textsOf } from '../measures/measureValues';
import { showImages } from '../showImages';

const texts = [primary, wafers, locks, cutting, facts, immobiliser, tips].flatMap(
  ({ data }): readonly KeyText[] => data,
);

export type ModelValues = Record<TextName, string> &
  MeasureValues & {
    makeId: string;
    /** Empty if its values are its own. */
    keySystemId: string;
    name: string;
    /** The text as typed. */
    year: string;
    source: string;
    /** Whether saving says that the administrator has checked the values. */
    checked: boolean;
    images: PickedImage[];
  };

/** A make's name by its id, read from the sidebar's cached list. */
function MakeName({ id }: { id: string }) {
  const { data } = useRead(MakeOptionsDocument);
  return <span translate="no">{data?.makeOptions.find((make) => make.id === id)?.displayName ?? '—'}</span>;
}

function SystemName({ id }: { id: string }) {
  const { data } = useRead(KeySystemDocument, { variables: { id }, skip: !id });
  return <span translate="no">{id ? (data?.keySystem.name ?? '…') : 'Own values'}</span>;
}

export const modelKind: RecordKind<ModelValues> = {
  title: 'Model',
  paths: modelPaths,
  fields: [
    { name: 'makeId', label: 'Make', show: (id: string) => <MakeName id={id} /> },
    { name: 'name', label: 'Model' },
    { name: 'year', label: 'Year' },
    ...[primary, wafers, locks].flatMap(textFields),
    { name: 'keySystemId', label: 'Key system', show: (id: string) => <SystemName id={id} /> },
    ...textFields(cutting),
    ...measureFields,
    ...[facts, immobiliser, tips].flatMap(textFields),
    { name: 'source', label: 'Source' },
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

export const noModel = (makeId: string): ModelValues => ({
  ...textsOf(texts, () => ''),
  ...measuresOf(undefined),
  makeId,
  keySystemId: '',
  name: '',
  year: '',
  source: '',
  checked: false,
  images: [],
});

export const readModel = (model: ModelRecordFragment): ReadRecord<ModelValues> => ({
  id: model.id,
  version: model.version,
  name: `${model.make.displayName} ${model.name} (${model.year})`,
  values: {
    ...noModel(model.make.id),
    ...textsOf(texts, (name) => model[name]),
    ...measuresOf(model),
    keySystemId: model.keySystem?.id ?? '',
    name: model.name,
    year: String(model.year),
    source: model.source,
    images: model.images.map(stored),
  },
});

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

/** The fields whose values are those of the key system, if there is one. */
export const systemFields: readonly string[] = [
  ...systemTexts.map(({ name }) => name),
  ...measureFields.map(({ name }) => name),
];

/** Unchanged pictures are omitted: they are kept, or copied with a copy. So are the values of a key system. */
export function modelInput(values: ModelValues, base: ModelValues): ModelInput {
  const errors = errorsOf(values);
  if (errors) throw new InvalidInput(errors);
  const { checked, images, keySystemId, year, ...rest } = values;
  const own = Object.entries(rest).filter(([name]) => !keySystemId || !systemFields.includes(name));
  return {
    ...Object.fromEntries(own),
    keySystemId: keySystemId || null,
    // A GraphQL Int; the server checks the rest of the rule.
    year: year.trim() ? Number(year) : null,
    ...(checked ? { checked } : {}),
    ...(same(images, base.images) ? {} : { images: hashesOf(images) }),
  };
}
