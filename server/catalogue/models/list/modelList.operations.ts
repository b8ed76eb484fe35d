import { hash } from 'node:crypto';
import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import { described } from '../../../gate/operation';
import { type PlainReader } from '../../../gate/plainReads';
import { OneOf } from '../../../inputs/fields';
import { FilterField, type Page, PageInput, PageOf, SortDirection } from '../../../inputs/list';
import type { Statement } from '../../../outside/postgres/reads';
import { Model } from '../model.entity';
import type { JsonForm } from '../modelCells';
import { countedPage } from '../modelsSent';
import { type Counted, type Fields, prepared, ROWS, type RowForm } from '../readModels';
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
    YEAR: { description: 'The model year, as a number.' },
    CREATED_AT: { description: 'When they were created.' },
  },
});

@ArgsType()
export class ModelsInput extends PageInput {
  @Field(() => ModelSort, { description: 'What they are sorted by.' })
  @OneOf(ModelSort, 'Models cannot be sorted by this.')
  sortBy: ModelSort = ModelSort.NAME;

  @FilterField(() => ModelFilter)
  filter?: ModelFilter | null;

  /** How much of the models to read. */
  fields: Fields = 'all';
}

@ObjectType({ description: 'Some of the models, and how many there are.' })
export class ModelPage extends PageOf(Model, 'models') {}

const COLUMNS = { [ModelSort.NAME]: 'name', [ModelSort.YEAR]: 'year', [ModelSort.CREATED_AT]: 'created_at' };

/** A page of all models. Finds its ids in the index first, so that a deep page fetches only its own rows. */
const page = (sortBy: ModelSort, dir: SortDirection, form: RowForm<unknown>) =>
  prepared(`models by ${sortBy} ${dir} with ${form.name}`, () =>
    form.select(`select id from models order by ${COLUMNS[sortBy]} ${dir}, id ${dir} limit $1 offset $2`),
  );
const TOTAL: Statement = { name: 'number of models', text: 'select to_json(count(*)) from models' };

/**
 * As above, of the matching models. They are found first, then counted and sorted: given an order and a limit, PostgreSQL
 * would scan the whole table in that order instead.
 */
function matchingPage(
  { condition, values }: Matching,
  sortBy: ModelSort,
  dir: SortDirection,
  form: RowForm<unknown>,
): Statement {
  let place = 0;
  const where = condition.replaceAll('?', () => `$${++place}`);
  const [limit, offset] = [values.length + 1, values.length + 2];
  const column = COLUMNS[sortBy];
  const rows = form.select(
    `select id from found order by ${column} ${dir}, id ${dir} limit $${limit} offset $${offset}`,
  );
  const text = `with found as materialized (select id, ${column} from models where ${where})
    select json_build_object('total', (select count(*) from found), 'rows', (${rows}))`;
  return { name: `models ${hash('md5', text)}`, text };
}

async function pageOf<Row>({ read, count }: PlainReader, input: ModelsInput, form: RowForm<Row>): Promise<Page<Row>> {
  const { page: number, limit, sortBy, dir, filter } = input;
  const range = [limit, (number - 1) * limit];
  const asked = matching(filter);
  if (asked) {
    const found = await read<Counted>(matchingPage(asked, sortBy, dir, form), [...asked.values, ...range]);
    return { items: form.read(found?.rows), total: found?.total ?? 0 };
  }
  const [rows, total] = await Promise.all([read(page(sortBy, dir, form), range), count('models', TOTAL, [])]);
  return { items: form.read(rows), total };
}

export const models = described('A page of the models, of all makes or as filtered.', 'CATALOGUE').read(
  'admin',
  ModelsInput,
  (ctx, input) => countedPage(ctx, input.fields, pageOf(ctx, input, ROWS[input.fields])),
);

export class ModelsAsJsonInput extends ModelsInput {
  /** The shape of the models. */
  json!: JsonForm;
}

/** Each model as a JSON text. */
export const modelsAsJson = described(models.description, 'CATALOGUE').read('admin', ModelsAsJsonInput, (ctx, input) =>
  countedPage(ctx, input.fields, pageOf(ctx, input, input.json)),
);
