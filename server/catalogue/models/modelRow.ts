import { sqlKey, textKey } from '../../text';
import { UNCHECKED } from '../checked';
import { type ImageSize, imageUrl } from '../images/imageUrls';
import type { ModelImage } from '../images/modelImage.entity';
import { eachText, emptyLists, KEY_LABEL, systemValues } from '../keyData';
import type { MakeLine } from '../makes/makeRow';
import type { KeySystem } from '../systems/keySystem.entity';
import type { Model } from './model.entity';

/**
 * A model, as everything except the schema handles it: a plain object (readModels.ts reads it, writeModels.ts writes it).
 * What a read leaves out is absent (`Fields`).
 */
export type ModelRow = Omit<Model, 'make' | 'keySystem'> & {
  make: MakeLine;
  /** Null if the model has values of its own. */
  keySystem: SystemLine | null;
  /** In their order. */
  images?: ImageRow[];
  keyDataHash?: string;
};

/** A key system as the rows of its models have it. */
type SystemLine = Pick<
  KeySystem,
  'id' | 'name' | 'source' | 'checkedBy' | 'checkedAt' | 'version' | 'createdAt' | 'updatedAt'
>;

/** A picture of a model. */
export type ImageRow = Omit<ModelImage, 'model'> & {
  /** Where visitors may read it. */
  kind?: 'sample';
};

/** A new model, before it has a make, a name and a year. */
export const newModel = () =>
  ({
    ...eachText(() => ''),
    ...emptyLists(),
    sample: false,
    source: '',
    ...UNCHECKED,
    keySystem: null,
    images: [],
  }) as Partial<ModelRow> as ModelRow;

/** The model with the key system and its values; without one it keeps the values as its own. */
export const inSystem = (model: ModelRow, system: KeySystem | null): ModelRow =>
  system ? { ...model, ...systemValues(system), keySystem: system } : { ...model, keySystem: null };

/** For example `Honda CBR600RR 2007`. */
export const titleOf = ({ make, name, year }: ModelRow) => `${make.displayName} ${name} ${year}`;

/** The path of a picture. */
export const pictureUrl = ({ kind, hash }: ImageRow, size: ImageSize) => imageUrl(kind ?? 'models', hash, size);

/** In SQL: whether the model `models m` is of the same bike (make, year, and name but for its case) as `row`. */
export const isSameModel = (row: string): string =>
  `m.make_id = ${row}.make_id and m.year = ${row}.year::int and ${sqlKey('m.name')} = ${sqlKey(`${row}.name`)}`;

/** In SQL: whether `models m` is another key of its bike than one with this label: both are labelled, and differently. */
export const isAnotherKey = (label: string): string =>
  `(m.${KEY_LABEL} <> '' and ${label} <> '' and ${sqlKey(`m.${KEY_LABEL}`)} <> ${sqlKey(label)})`;

/** Models with the same key are of the same bike: of one make, name and year. `make` is its name or its id. */
export const modelKey = (make: string | number | null, name: string, year: string | number): string =>
  [make, name, year].map((part) => textKey(String(part))).join('\n');
