import { IsEnum, IsNotEmpty } from 'class-validator';
import { ArgsType, Field, ID, registerEnumType } from 'type-graphql';
import { noSuch, notFound } from '../../errors';
import { Rule, wrongText } from '../../inputs/fields';
import { RecordInput, toId } from '../../inputs/record';
import { NoInput, query } from '../../operation';
import { Make } from '../make.entity';
import { Model } from '../model.entity';

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

/** Every make by its name: the sidebar and the selectors. */
export const makeOptions = query('member', NoInput, ({ em }) =>
  em.findAll(Make, { orderBy: { displayName: 'asc', id: 'asc' } }),
);

/** The distinct years (newest first) or model names (natural order) of a make, in one statement. */
export const lookupValues = query('member', LookupValuesInput, async ({ em }, { makeId, mode }) => {
  const distinct = {
    [LookupMode.YEAR]:
      'select distinct year::text as value, year from models where make_id = makes.id order by year desc',
    [LookupMode.MODEL]: 'select distinct name as value, name from models where make_id = makes.id order by name',
  }[mode];
  const [make] = await em.execute<{ values: string[] }[]>(
    `select array(select value from (${distinct}) as listed) as values from makes where id = ?`,
    [toId(makeId)],
  );
  if (!make) throw notFound('make');
  return make.values;
});

/** The models of a make under one of its values: of a year by name, of a name newest first. One statement. */
export const lookupModels = query('member', LookupModelsInput, async (ctx, { makeId, mode, value, keyData }) => {
  const { em, user } = ctx;
  const make = await em.findOneOrFail(Make, toId(makeId), {
    populate: ['models'],
    populateWhere: { models: mode === LookupMode.YEAR ? { year: toYear(value) } : { name: value } },
    populateOrderBy: { models: mode === LookupMode.YEAR ? { name: 'asc', id: 'asc' } : { year: 'desc', id: 'asc' } },
    strategy: 'joined',
    ...noSuch('make'),
  });
  const found = make.models.getItems();
  if (keyData) {
    await ctx.openSheets(
      user,
      found.map(({ id }) => id),
    );
  }
  return found;
});

/** The year; 0, which no model has, if `value` is not a year. */
const toYear = (value: string) => (/^\d{4}$/.test(value) ? Number(value) : 0);

/** One model with its make and images. One statement. */
export const model = query('member', RecordInput, async (ctx, { id }) => {
  const found = await ctx.em.findOneOrFail(Model, toId(id), {
    populate: ['make', 'images'],
    strategy: 'joined',
    ...noSuch('model'),
  });
  await ctx.openSheets(ctx.user, [found.id]);
  return found;
});
