import { IsEnum } from 'class-validator';
import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import { eachOf, PageInput, PageOf, SortDirection } from '../inputs/list';
import { lookup } from '../operation';
import type { Statement } from '../outside/postgres/reads';
import { Model } from './model.entity';
import { asModelRow, Fields, type ModelRow, modelsOf } from './plainRows';

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

  /** How much of the models to read. */
  fields: Fields = 'all';
}

@ObjectType({ description: 'A page of models.' })
export class ModelPage extends PageOf(Model, 'models') {}

const COLUMNS = { [ModelSort.NAME]: 'name', [ModelSort.YEAR]: 'year', [ModelSort.CREATED_AT]: 'created_at' };

/** Finds the ids of a page in the index first: a deep page then fetches its own rows only. */
const page = (sortBy: ModelSort, dir: SortDirection, fields: Fields): Statement => ({
  name: `models by ${sortBy} ${dir} with ${fields}`,
  text: modelsOf(`select id from models order by ${COLUMNS[sortBy]} ${dir}, id ${dir} limit $1 offset $2`, fields),
});
const PAGES = eachOf(ModelSort, (sortBy) =>
  eachOf(SortDirection, (dir) => eachOf(Fields, (fields) => page(sortBy, dir, fields))),
);
const TOTAL: Statement = { name: 'number of models', text: 'select to_json(count(*)) from models' };

/** A page of all models, with their makes. */
export const models = lookup('admin', ModelsInput, async ({ read, count }, { page, limit, sortBy, dir, fields }) => {
  const [items, total] = await Promise.all([
    read<ModelRow[]>(PAGES[sortBy][dir][fields], [limit, (page - 1) * limit]),
    count('models', TOTAL, []),
  ]);
  return { items: (items ?? []).map(asModelRow), total };
});
