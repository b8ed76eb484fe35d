import { hash } from 'node:crypto';
import { IsEnum, IsOptional, ValidateNested } from 'class-validator';
import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import { eachOf, type Page, PageInput, PageOf, SortDirection } from '../../inputs/list';
import { lookup } from '../../operation';
import type { Statement } from '../../outside/postgres/reads';
import { Model } from '../model.entity';
import { fieldsOf, type JsonShape } from '../modelSql';
import { asModelRow, Fields, MODEL_FIELDS, type ModelRow, modelsOf } from '../plainRows';
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
class SortedModelsInput extends PageInput {
  @Field(() => ModelSort, { description: 'What they are sorted by.' })
  @IsEnum(ModelSort, { message: 'Models cannot be sorted by this.' })
  sortBy: ModelSort = ModelSort.NAME;
}

@ArgsType()
export class ModelsInput extends SortedModelsInput {
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
const idsOf = (sortBy: ModelSort, dir: SortDirection) =>
  `select id from models order by ${COLUMNS[sortBy]} ${dir}, id ${dir} limit $1 offset $2`;
/** A statement for each order of the list. */
const inEachOrder = (give: (sortBy: ModelSort, dir: SortDirection) => Statement) =>
  eachOf(ModelSort, (sortBy) => eachOf(SortDirection, (dir) => give(sortBy, dir)));
const PAGES = eachOf(Fields, (fields) =>
  inEachOrder((sortBy, dir) => ({
    name: `models by ${sortBy} ${dir} with ${fields}`,
    text: modelsOf(idsOf(sortBy, dir), MODEL_FIELDS[fields]),
  })),
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
    MODEL_FIELDS[fields],
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
    read<ModelRow[]>(PAGES[fields][sortBy][dir], range),
    count('models', TOTAL, []),
  ]);
  return { items: (items ?? []).map(asModelRow), total };
});

export class ModelsAsJsonInput extends SortedModelsInput {
  /** A model in JSON, with the names of the caller's wire format. */
  json!: JsonShape;
}

const JSON_PAGES = new WeakMap<JsonShape, ReturnType<typeof inEachOrder>>();

function jsonPages(shape: JsonShape) {
  const pages =
    JSON_PAGES.get(shape) ??
    inEachOrder((sortBy, dir) => {
      // As text, which nothing parses.
      const text = `select (${modelsOf(idsOf(sortBy, dir), fieldsOf(shape))})::text`;
      return { name: `models ${hash('md5', text)}`, text };
    });
  JSON_PAGES.set(shape, pages);
  return pages;
}

/**
 * A page of the models as the text of a JSON array. PostgreSQL writes it: reading the rows and writing them again would
 * take a third of the request (docs/performance.md, "Reads").
 */
export const modelsAsJson = lookup('admin', ModelsAsJsonInput, async ({ read, count }, input) => {
  const { page, limit, sortBy, dir, json } = input;
  const [items, total] = await Promise.all([
    read<string>(jsonPages(json)[sortBy][dir], [limit, (page - 1) * limit]),
    count('models', TOTAL, []),
  ]);
  return { items: items ?? '[]', total };
});
