import { notFound } from '../../errors';
import { described, scoped } from '../../gate/operation';
import { eachOf } from '../../inputs/list';
import { RecordInput, toId } from '../../inputs/record';
import { listOf } from '../../outside/postgres/jsonRows';
import type { Statement } from '../../outside/postgres/reads';
import { fromJson } from '../makes/makeRow';
import { type ImageRow, isSameModel, type ModelRow } from './modelRow';
import { Fields, IMAGES_FIELD, KEY_DATA_HASH, MODEL, MODEL_FIELDS, MODEL_JSON, opened } from './readModels';

export const model = described('One model with its key data.', 'LOOKUP').read(
  'member',
  RecordInput,
  async ({ read }, { id }) => {
    const found = await read<ModelRow>(MODEL, [toId(id)]);
    if (!found) throw notFound('model');
    return fromJson<ModelRow>(found);
  },
  ({ id }) => [id],
);

const IMAGES: Statement = {
  name: 'images of models',
  text: listOf(`select m.id, ${IMAGES_FIELD} from unnest($1::int[]) m (id)`),
};

export class ImagesOfModelsInput {
  modelIds!: readonly number[];
}

/** The pictures of several models, in the order of `modelIds`. */
export const imagesOfModels = scoped('ANY').read(
  'member',
  ImagesOfModelsInput,
  async ({ read }, { modelIds }) => {
    const found = (await read<{ id: number; images: ImageRow[] }[]>(IMAGES, [modelIds])) ?? [];
    const byId = new Map(found.map(({ id, images }) => [id, images]));
    return modelIds.map((id) => ({ id, images: byId.get(id) ?? [] }));
  },
  (found) => found.filter(({ images }) => images.length > 0).map(({ id }) => id),
);

export class ModelsByIdInput {
  ids!: readonly number[];
  /** How much of the models to read. With key data, each counts as an opened sheet. */
  fields: Fields = 'all';
}

const MODELS_BY_ID = eachOf(
  Fields,
  (fields): Statement => ({
    name: `models by id with ${fields}`,
    text: listOf(
      `select ${MODEL_FIELDS[fields]} from models m join makes k on k.id = m.make_id where m.id = any($1::int[])`,
    ),
  }),
);

/** Models in the order of `ids`; null for one that is gone. */
export const modelsById = scoped('ANY').read(
  'member',
  ModelsByIdInput,
  async ({ read }, { ids, fields }) => {
    const found = ((await read<ModelRow[]>(MODELS_BY_ID[fields], [ids])) ?? []).map((row) => fromJson<ModelRow>(row));
    const byId = new Map(found.map((model) => [model.id, model]));
    return ids.map((id) => byId.get(id) ?? null);
  },
  (found) => opened(found.filter((model) => model !== null)),
);

const HASHES: Statement = {
  name: 'key data hashes',
  text: listOf(`select m.id, ${KEY_DATA_HASH} as hash from models m where m.id = any($1::int[])`),
};

export class KeyDataHashesInput {
  modelIds!: readonly number[];
}

/** The digests of the key data of several models, in the order of `modelIds`; empty for a model that is gone. */
export const keyDataHashes = scoped('ANY').read('member', KeyDataHashesInput, async ({ read }, { modelIds }) => {
  const found = (await read<{ id: number; hash: string }[]>(HASHES, [modelIds])) ?? [];
  const byId = new Map(found.map(({ id, hash }) => [id, hash]));
  return modelIds.map((id) => byId.get(id) ?? '');
});

export class OtherKeysInput {
  modelIds!: readonly number[];
  /** How much of the models to read. With key data, each counts as an opened sheet. */
  fields: Fields = 'all';
}

const OTHER_KEYS = eachOf(
  Fields,
  (fields): Statement => ({
    name: `other keys with ${fields}`,
    text: listOf(
      `select own.id as "of", ${MODEL_JSON[fields].sql} as key
       from models own join models m on ${isSameModel('own')} and m.id <> own.id join makes k on k.id = m.make_id
       where own.id = any($1::int[]) order by m.id`,
    ),
  }),
);

/** The other keys of each model's bike, oldest first, in the order of `modelIds`. */
export const otherKeys = described(
  'The bike’s other keys: the other models of the same make, name and year, oldest first. Their key data opens their sheets, except what tells the keys apart.',
  'LOOKUP',
).read(
  'member',
  OtherKeysInput,
  async ({ read }, { modelIds, fields }) => {
    const found = (await read<{ of: number; key: unknown }[]>(OTHER_KEYS[fields], [modelIds])) ?? [];
    const byModel = Map.groupBy(found, (row) => row.of);
    return modelIds.map((id) => (byModel.get(id) ?? []).map(({ key }) => MODEL_JSON[fields].read(key)));
  },
  (found) => opened(found.flat()),
);
