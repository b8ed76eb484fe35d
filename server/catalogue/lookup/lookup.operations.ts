import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { notFound } from '../../errors';
import { command, described, NoInput } from '../../gate/operation';
import { OneOf, Required, Rule, wrongText } from '../../inputs/fields';
import { eachOf } from '../../inputs/list';
import { toId } from '../../inputs/record';
import { listOf } from '../../outside/postgres/jsonRows';
import type { Statement } from '../../outside/postgres/reads';
import { fromJson } from '../makes/makeRow';
import type { ModelRow } from '../models/modelRow';
import { Fields, KEY_DATA_HASH, MODEL_FIELDS, opened } from '../models/readModels';

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
  @Field(() => ID, { description: 'The id of the make, of `makeOptions`.' })
  @Required('make')
  makeId!: string;

  @Field(() => LookupMode, { description: 'Years or models.' })
  @OneOf(LookupMode, 'The mode must be year or model.')
  mode!: LookupMode;
}

@ArgsType()
export class LookupModelsInput extends LookupValuesInput {
  @Field(() => String, { description: 'One of the values that lookupValues lists: a year, or a model’s name.' })
  @Rule((value) => wrongText(value, { label: 'value', missing: 'The value field is required.' }))
  value!: string;

  /** How much of the models to read. With key data, each counts as an opened sheet. */
  fields: Fields = 'all';
}

@ArgsType()
export class LookupLinesInput {
  @Field(() => ID, { description: 'The id of the make, of `makeOptions`.' })
  @Required('make')
  makeId!: string;
}

@ObjectType({ description: 'A model as the lookup lists it, without key data.' })
export class LookupLine {
  @Field(() => ID, { description: 'The model’s id.' })
  id!: number;

  @Field(() => String, { description: 'The model’s name.' })
  name!: string;

  @Field(() => Int, { description: 'The model’s year.' })
  year!: number;
}

/** The years are counted by triggers, so their cost does not grow with the models. Each make has few names. */
const VALUES: Record<LookupMode, Statement> = {
  [LookupMode.YEAR]: {
    name: 'lookup years',
    text: `select array_to_json(array(
      select year::text from model_years where make_id = $1 group by year having sum(models) > 0 order by year desc
    )) from makes where id = $1`,
  },
  [LookupMode.MODEL]: {
    name: 'lookup names',
    text: `select array_to_json(array(select distinct name from models where make_id = $1 order by name))
      from makes where id = $1`,
  },
};

export const lookupValues = described(
  'The distinct years (newest first) or model names (natural order) of a make.',
  'LOOKUP',
).read('member', LookupValuesInput, async ({ read }, { makeId, mode }) => {
  const values = await read<string[]>(VALUES[mode], [toId(makeId)]);
  if (!values) throw notFound('make');
  return values;
});

/**
 * Replaces the rows that have been added for a year of a make by their sum. Rows that are added meanwhile stay. Returns the
 * number of rows replaced.
 */
export const compactModelYears = command('system', NoInput, async ({ em }) => {
  const [row] = await em.execute<{ n: number }[]>(
    `with added as (
       delete from model_years where (make_id, year) in (
         select make_id, year from model_years group by make_id, year having count(*) > 1 or sum(models) = 0
       ) returning *
     ), summed as (
       insert into model_years
         select make_id, year, sum(models) from added group by make_id, year having sum(models) <> 0 order by make_id, year
     )
     select count(*)::int as n from added`,
  );
  return row?.n ?? 0;
});

/** The models of make $1 under the value $2; no row if there is no such make. */
const models = (mode: LookupMode, fields: Fields): Statement => {
  const [where, order] =
    mode === LookupMode.YEAR ? ['m.year = $2', 'm.name, m.id'] : ['m.name = $2', 'm.year desc, m.id'];
  return {
    name: `lookup models by ${mode} with ${fields}`,
    text: `select (${listOf(`select ${MODEL_FIELDS[fields]} from models m
      where m.make_id = k.id and ${where} order by ${order}`)}) from makes k where k.id = $1`,
  };
};

const MODELS = eachOf(LookupMode, (mode) => eachOf(Fields, (fields) => models(mode, fields)));

export const lookupModels = described('The models of a make under one value of lookupValues.', 'LOOKUP').read(
  'member',
  LookupModelsInput,
  async ({ read }, { makeId, mode, value, fields }) => {
    const found = await read<ModelRow[]>(MODELS[mode][fields], [
      toId(makeId),
      mode === LookupMode.YEAR ? toYear(value) : value,
    ]);
    if (!found) throw notFound('make');
    return found.map((row) => fromJson<ModelRow>(row));
  },
  opened,
);

@ArgsType()
export class ModelYearsInput {
  @Field(() => ID, { description: 'The id of the make, of `makeOptions`.' })
  @Required('make')
  makeId!: string;

  @Field(() => String, { description: 'The model’s name, as lookupValues lists it.' })
  @Rule((value) => wrongText(value, { label: 'name', missing: 'The name field is required.' }))
  name!: string;

  /** How much of the models to read. With key data, each counts as an opened sheet. */
  fields: Fields = 'all';
}

const YEARS = eachOf(
  Fields,
  (fields): Statement => ({
    name: `model years with ${fields}`,
    text: `select (${listOf(`select ${MODEL_FIELDS[fields]}, ${KEY_DATA_HASH} as "keyDataHash" from models m
      where m.make_id = k.id and m.name = $2 order by m.year desc, m.id`)}) from makes k where k.id = $1`,
  }),
);

/** Each has the digest of its key data. */
export const modelYears = described(
  'The models of a make that have this name: its years, newest first.',
  'LOOKUP',
).read(
  'member',
  ModelYearsInput,
  async ({ read }, { makeId, name, fields }) => {
    const found = await read<ModelRow[]>(YEARS[fields], [toId(makeId), name]);
    if (!found) throw notFound('make');
    return found.map((row) => fromJson<ModelRow>(row));
  },
  opened,
);

const LINES: Statement = {
  name: 'lookup lines',
  text: `select (${listOf(`select m.id, m.name, m.year from models m where m.make_id = k.id
    order by m.year desc, m.name, m.id`)}) from makes k where k.id = $1`,
};

export const lookupLines = described(
  'All models of a make, newest first, in natural order within a year; for filtering the lookup while the user types.',
  'LOOKUP',
).read('member', LookupLinesInput, async ({ read }, { makeId }) => {
  const lines = await read<LookupLine[]>(LINES, [toId(makeId)]);
  if (!lines) throw notFound('make');
  return lines;
});

/** The year; 0, which no model has, if `value` is not a year. */
const toYear = (value: string) => (/^\d{4}$/.test(value) ? Number(value) : 0);
