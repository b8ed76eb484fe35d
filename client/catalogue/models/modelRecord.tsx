import { hashesOf, imageErrors, type PickedImage, stored } from '../../components/images/pickedImage';
import { type FieldInfo, type ReadRecord, type RecordKind, same } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import type { DepthRowInput, ModelInput, ModelRecordFragment } from '../../graphql/generated/backOffice';
import { modelPaths } from '../../paths';
import { MakeName } from '../makes/MakeName';
import { showImages } from '../showImages';

/** Spec section 2, the model form's groups of texts, in its order. */
export const blanks = [
  ['ilco', 'ILCO'],
  ['jma', 'JMA'],
  ['jet', 'JET'],
  ['silca', 'SILCA'],
  ['oem', 'OEM'],
  ['codeSeries', 'Code Series'],
  ['transponder', 'Transponder'],
  ['accuReader', 'Accu Reader'],
  ['lishi', 'LISHI'],
] as const;
export const wafers = [
  ['ignition', 'Ignition'],
  ['gasCap', 'Gas Cap'],
  ['seatAux', 'Seat/Aux'],
] as const;
export const cutting = [
  ['hpc', 'HPC'],
  ['itl', 'ITL'],
  ['dsd', 'DSD'],
  ['pakaPunch', 'PAK-A-PUNCH'],
] as const;
export const tips = [
  ['tips', 'TIPS'],
  ['tips2', 'TIPS 2'],
] as const;
const texts = [...blanks, ...wafers, ...cutting, ...tips];
type TextName = (typeof texts)[number][0];

export type ModelValues = Record<TextName, string> & {
  makeId: string;
  name: string;
  /** As it was typed. */
  year: string;
  spacing: string[];
  depth: DepthRowInput[];
  /** Somebody compared the sample data with a key: the mark goes when this is saved. */
  checked: boolean;
  images: PickedImage[];
};

export const SPACINGS = 12;
export const DEPTHS = 8;

const showSpacing = (values: string[]) => values.map((value) => value || '—').join('  ');
const showDepth = (rows: DepthRowInput[]) =>
  rows.map(({ oneX, twoX }, index) => `${index + 1}: ${oneX || '—'} / ${twoX || '—'}`).join('\n');

const textFields = (pairs: readonly (readonly [TextName, string])[]): FieldInfo<ModelValues>[] =>
  pairs.map(([name, label]) => ({ name, label }));

export const modelKind: RecordKind<ModelValues> = {
  title: 'Model',
  paths: modelPaths,
  fields: [
    { name: 'makeId', label: 'Make', show: (id: string) => <MakeName id={id} /> },
    { name: 'name', label: 'Model' },
    { name: 'year', label: 'Year' },
    ...textFields([...blanks, ...wafers, ...cutting]),
    { name: 'spacing', label: 'Spacing', show: showSpacing },
    { name: 'depth', label: 'Depth', show: showDepth },
    ...textFields(tips),
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

const noTexts = Object.fromEntries(texts.map(([name]) => [name, ''])) as Record<TextName, string>;

export const noModel = (makeId: string): ModelValues => ({
  ...noTexts,
  makeId,
  name: '',
  year: '',
  spacing: Array.from({ length: SPACINGS }, () => ''),
  depth: Array.from({ length: DEPTHS }, () => ({ oneX: '', twoX: '' })),
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
      ...(Object.fromEntries(texts.map(([name]) => [name, model[name]])) as Record<TextName, string>),
      name: model.name,
      year: String(model.year),
      spacing: empty.spacing.map((_, index) => model.spacing[index] ?? ''),
      depth: empty.depth.map((_, index) => ({
        oneX: model.depth[index]?.oneX ?? '',
        twoX: model.depth[index]?.twoX ?? '',
      })),
      images: model.images.map(stored),
    },
  };
}

/** The year as the graph's Int; the rest of its rule is the server's. */
function yearOf(text: string): number | null {
  const year = text.trim();
  if (!year) return null;
  if (!/^\d{1,9}$/.test(year)) throw new InvalidInput({ year: ['The year must be a whole number.'] });
  return Number(year);
}

/** Pictures that were not touched are left out: they stay as they are, or come along with a copy. */
export function modelInput({ checked, images, year, ...rest }: ModelValues, base: ModelValues): ModelInput {
  const errors = imageErrors(images);
  if (errors.length) throw new InvalidInput({ images: errors });
  return {
    ...rest,
    year: yearOf(year),
    ...(checked ? { sample: false } : {}),
    ...(same(images, base.images) ? {} : { images: hashesOf(images) }),
  };
}
