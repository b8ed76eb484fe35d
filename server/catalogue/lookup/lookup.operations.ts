import { IsEnum, IsNotEmpty } from 'class-validator';
import { ArgsType, Field, ID, registerEnumType } from 'type-graphql';
import { notFound } from '../../errors';
import { Rule, wrongText } from '../../inputs/fields';
import { RecordInput, toId } from '../../inputs/record';
import { lookup, NoInput } from '../../operation';
import type { Statement } from '../../outside/postgres/reads';
import type { ModelImage } from '../images/modelImage.entity';
import {
  asImage,
  asMake,
  asModelRow,
  FREE_FIELDS,
  IMAGES_FIELD,
  listOf,
  MAKE_FIELDS,
  type MakeRow,
  MODEL_FIELDS,
  type ModelRow,
} from '../plainRows';

/** What the lookup lists first; each value is the name of a model's field (docs/look.md, "Lookup"). */
export enum LookupMode {
  YEAR = 'year',
  MODEL = 'model',
}
registerEnumType(LookupMode, {
  name: 'LookupMode',
  description: 'What the lookup of a make lists first.',
  valuesConfig: {
    YEAR: { description: 'The years, newest first; under a year its models, in natural order.' },
    MODEL: { description: 'The models, in natural order; under a model its years, newest first.' },
  },
});

@ArgsType()
export class LookupValuesInput {
  @Field(() => ID, { description: 'The make.' })
  @IsNotEmpty({ message: 'The make field is required.' })
  makeId!: string;

  @Field(() => LookupMode, { description: 'Years or models.' })
  @IsEnum(LookupMode, { message: 'The mode must be year or model.' })
  mode!: LookupMode;
}

@ArgsType()
export class LookupModelsInput extends LookupValuesInput {
  @Field(() => String, { description: 'One of the values that lookupValues lists: a year, or a model’s name.' })
  @Rule((value) => wrongText(value, { label: 'value', missing: 'The value field is required.' }))
  value!: string;

  /** Whether the answer has key data: then each model counts as an opened sheet. */
  keyData: boolean = true;
}

const MAKES: Statement = {
  name: 'make options',
  text: listOf(`select ${MAKE_FIELDS} from makes k order by k.display_name, k.id`),
};

/** Every make by its name: the sidebar and the selectors. */
export const makeOptions = lookup('member', NoInput, async ({ read }) =>
  ((await read<MakeRow[]>(MAKES, [])) ?? []).map(asMake),
);

/** Hops through the index from one value to the next, so it costs a step a value, however many models there are. */
const distinct = (column: string, dir: 'asc' | 'desc'): Statement => ({
  name: `lookup values by ${column}`,
  text: `with recursive listed as (
      (select ${column} as value from models where make_id = $1 order by ${column} ${dir} limit 1)
      union all
      select (select ${column} from models where make_id = $1 and ${column} ${dir === 'asc' ? '>' : '<'} value
        order by ${column} ${dir} limit 1)
      from listed where value is not null
    )
    select coalesce((select json_agg(value::text) from listed where value is not null), '[]') from makes where id = $1`,
});

const VALUES = { [LookupMode.YEAR]: distinct('year', 'desc'), [LookupMode.MODEL]: distinct('name', 'asc') };

/** The distinct years (newest first) or model names (natural order) of a make, in one statement. */
export const lookupValues = lookup('member', LookupValuesInput, async ({ read }, { makeId, mode }) => {
  const values = await read<string[]>(VALUES[mode], [toId(makeId)]);
  if (!values) throw notFound('make');
  return values;
});

/** The models of make $1 under the value $2; no row if there is no such make. */
const models = (mode: LookupMode, keyData: boolean): Statement => {
  const [where, order] =
    mode === LookupMode.YEAR ? ['m.year = $2', 'm.name, m.id'] : ['m.name = $2', 'm.year desc, m.id'];
  return {
    name: `lookup models by ${mode}${keyData ? ' with key data' : ''}`,
    text: `select (${listOf(`select ${keyData ? MODEL_FIELDS : FREE_FIELDS} from models m
      where m.make_id = k.id and ${where} order by ${order}`)}) from makes k where k.id = $1`,
  };
};

const MODELS = {
  [LookupMode.YEAR]: { withKeyData: models(LookupMode.YEAR, true), free: models(LookupMode.YEAR, false) },
  [LookupMode.MODEL]: { withKeyData: models(LookupMode.MODEL, true), free: models(LookupMode.MODEL, false) },
};

/** The models of a make under one of its values: of a year by name, of a name newest first. One statement. */
export const lookupModels = lookup(
  'member',
  LookupModelsInput,
  async ({ read }, { makeId, mode, value, keyData }) => {
    const statement = MODELS[mode][keyData ? 'withKeyData' : 'free'];
    const found = await read<ModelRow[]>(statement, [toId(makeId), mode === LookupMode.YEAR ? toYear(value) : value]);
    if (!found) throw notFound('make');
    return found.map(asModelRow);
  },
  // Without key data, the rows do not have this field.
  (found) => found.filter((model) => Object.hasOwn(model, 'spacing')).map(({ id }) => id),
);

/** The year; 0, which no model has, if `value` is not a year. */
const toYear = (value: string) => (/^\d{4}$/.test(value) ? Number(value) : 0);

const IMAGES: Statement = {
  name: 'images of models',
  text: listOf(`select m.id, ${IMAGES_FIELD} from unnest($1::int[]) m (id)`),
};

export class ImagesOfModelsInput {
  modelIds!: readonly number[];
}

/** The pictures of several models, in the order of `modelIds`. */
export const imagesOfModels = lookup('member', ImagesOfModelsInput, async ({ read }, { modelIds }) => {
  const found = (await read<{ id: number; images: ModelImage[] }[]>(IMAGES, [modelIds])) ?? [];
  const byId = new Map(found.map(({ id, images }) => [id, images.map(asImage)]));
  return modelIds.map((id) => byId.get(id) ?? []);
});

const MODEL: Statement = {
  name: 'model',
  text: `select row_to_json(found) from (
    select ${MODEL_FIELDS}, ${IMAGES_FIELD} from models m join makes k on k.id = m.make_id where m.id = $1
  ) found`,
};

/** One model with its make and images. One statement. */
export const model = lookup(
  'member',
  RecordInput,
  async ({ read }, { id }) => {
    const found = await read<ModelRow>(MODEL, [toId(id)]);
    if (!found) throw notFound('model');
    return asModelRow(found);
  },
  ({ id }) => [id],
);
