import { hash } from 'node:crypto';
import { IsEnum, IsOptional, ValidateNested } from 'class-validator';
import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import { eachOf, type Page, PageInput, PageOf, SortDirection } from '../../inputs/list';
import { lookup } from '../../operation';
import type { Statement } from '../../outside/postgres/reads';
import { Model } from '../model.entity';
import { asModelRow, Fields, type ModelRow, modelsOf } from '../plainRows';
import { type Matching, ModelFilter, matching } from './modelFilter';

export enum ModelSort {
  NAME = 'name',
  YEAR = 'year',
  CREATED_AT = 'createdAt',
}
registerEnumType(ModelSort, {
  name: 'ModelSort',
  description: 'What models are sorted by.',
  valuesConfig: {
    NAME: { description: 'Their names, in natural order.' },
    YEAR: { description: 'Their years.' },
    CREATED_AT: { description: 'When they were created.' },
  },
});

@ArgsType()
export class ModelsInput extends PageInput {
  @Field(() => ModelSort, { description: 'What they are sorted by.' })
  @IsEnum(ModelSort, { message: 'Models cannot be sorted by this.' })
  sortBy: ModelSort = ModelSort.NAME;

  @Field(() => ModelFilter, { nullable: true, description: 'Which of them; all without it.' })
  @IsOptional()
  @ValidateNested()
  filter?: ModelFilter | null;

  /** How much of the models to read. */
  fields: Fields = 'all';
}

@ObjectType({ description: 'A page of models.' })
export class ModelPage extends PageOf(Model, 'models') {}

const COLUMNS = { [ModelSort.NAME]: 'name', [ModelSort.YEAR]: 'year', [ModelSort.CREATED_AT]: 'created_at' };

/** Finds the ids of a page in the index first, so that a deep page fetches only its own rows. */
const page = (sortBy: ModelSort, dir: SortDirection, fields: Fields): Statement => ({
  name: `models by ${sortBy} ${dir} with ${fields}`,
  text: modelsOf(`select id from models order by ${COLUMNS[sortBy]} ${dir}, id ${dir} limit $1 offset $2`, fields),
});
const PAGES = eachOf(ModelSort, (sortBy) =>
  eachOf(SortDirection, (dir) => eachOf(Fields, (fields) => page(sortBy, dir, fields))),
);
const TOTAL: Statement = { name: 'number of models', text: 'select to_json(count(*)) from models' };

/**
 * As above, for the matching models. They are found first, then counted and sorted: given an order and a limit, PostgreSQL
 * would scan the whole table in that order instead.
 */
function matchingPage(
  { condition, values }: Matching,
  sortBy: ModelSort,
  dir: SortDirection,
  fields: Fields,
): Statement {
  let place = 0;
  const where = condition.replaceAll('?', () => `$${++place}`);
  const [limit, offset] = [values.length + 1, values.length + 2];
  const column = COLUMNS[sortBy];
  const rows = modelsOf(
    `select id from found order by ${column} ${dir}, id ${dir} limit $${limit} offset $${offset}`,
    fields,
  );
  const text = `with found as materialized (select id, ${column} from models where ${where})
    select json_build_object('total', (select count(*) from found), 'items', (${rows}))`;
  return { name: `models ${hash('md5', text)}`, text };
}

/** A page of the models, with their makes. */
export const models = lookup('admin', ModelsInput, async ({ read, count }, input) => {
  const { page, limit, sortBy, dir, fields, filter } = input;
  const range = [limit, (page - 1) * limit];
  const asked = matching(filter);
  if (asked) {
    const found = await read<Page<ModelRow>>(matchingPage(asked, sortBy, dir, fields), [...asked.values, ...range]);
    return { items: found?.items.map(asModelRow) ?? [], total: found?.total ?? 0 };
  }
  const [items, total] = await Promise.all([
    read<ModelRow[]>(PAGES[sortBy][dir][fields], range),
    count('models', TOTAL, []),
  ]);
  return { items: (items ?? []).map(asModelRow), total };
});
