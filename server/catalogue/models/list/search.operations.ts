import { ArgsType, Field, Int, registerEnumType } from 'type-graphql';
import { startOfDay } from '../../../days';
import { invalid } from '../../../errors';
import { described } from '../../../gate/operation';
import { type PlainReader } from '../../../gate/plainReads';
import { Flag, OneOf, Optional, Rule, TextField } from '../../../inputs/fields';
import { anywhere, FilterField, type Page, PageInput, type SortDirection } from '../../../inputs/list';
import { narrow } from '../../../text';
import { CheckedFilter } from '../../checked';
import { DISPUTED_MODELS } from '../../disputes';
import { measureSpellings } from '../../measureForm';
import type { JsonForm } from '../modelCells';
import { countedPage } from '../modelsSent';
import { type Counted, type Fields, prepared, ROWS, type RowForm } from '../readModels';
import { like } from './modelFilter';

export enum SearchSort {
  MAKE = 'make',
  MODEL = 'model',
  YEAR = 'year',
}
registerEnumType(SearchSort, {
  name: 'SearchSort',
  description: 'What found models are sorted by.',
  valuesConfig: {
    MAKE: { description: 'The display name of their makes.' },
    MODEL: { description: 'Their names, in natural order.' },
    YEAR: { description: 'The model year, as a number.' },
  },
});

@ArgsType()
export class SearchInput extends PageInput {
  @Field(() => SearchSort, { description: 'What they are sorted by.' })
  @OneOf(SearchSort, 'Results are sorted by make, model or year.')
  sortBy: SearchSort = SearchSort.MAKE;

  /** How much of the models to read. */
  fields: Fields = 'all';

  @TextField({ label: 'make', description: 'A part of the display name or full name of the make.' })
  make?: string | null;

  @TextField({ label: 'model', description: 'A part of the name of the model.' })
  model?: string | null;

  @Field(() => Int, { nullable: true, description: 'The model year.' })
  @Optional()
  @Rule((value) => (Number.isInteger(value) ? null : 'The year must be a whole number.'))
  year?: number | null;

  @TextField({
    label: 'keyword',
    description: 'A part of the make’s names, the model, any text of its key data, or its source.',
  })
  keyword?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only models with a value that companies dispute, or only the rest.',
  })
  @Optional()
  @Flag('disputed')
  disputed?: boolean | null;

  @FilterField(() => CheckedFilter)
  filter?: CheckedFilter | null;
}

/** Finds the few makes with a matching name first; their models then come from an index. */
const ofMakesNamed = (parameter: string) =>
  `make_id = any(array(
    select id from makes where ${like('display_name', parameter)} or ${like('full_name', parameter)}
  ))`;

/**
 * The conditions of each filter, on the table models. A model has to meet one of them. Those of make, model, year and
 * keyword have their own indexes.
 */
const FILTERS = {
  make: (parameter: string) => [ofMakesNamed(parameter)],
  model: (parameter: string) => [like('name', parameter)],
  year: (parameter: string) => [`year = ${parameter}`],
  keyword: (parameter: string) => [
    `search_text like lower(${parameter}::text collate "und-x-icu")`,
    ofMakesNamed(parameter),
  ],
  checked: (parameter: string) => [`(checked_at is not null) = ${parameter}::boolean`],
  checkedBefore: (parameter: string) => [`checked_at < ${parameter}::timestamptz`],
  source: (parameter: string) => [like('source', parameter)],
  disputed: (parameter: string) => [`(id in (${DISPUTED_MODELS})) = ${parameter}::boolean`],
};
type Filter = keyof typeof FILTERS;
/** The values of a filter: more than one if its text has several spellings, of which any may be met. */
type Wanted = Map<Filter, (string | number)[]>;

const ORDERS = { make: 'k.display_name', model: 'm.name', year: 'm.year' };

/**
 * The search by these filters. Matches are counted and sorted in a second step: given an order and a limit, PostgreSQL
 * would scan the whole table in that order instead.
 */
function search(wanted: Wanted, sortBy: SearchSort, dir: SortDirection, form: RowForm<unknown>): string {
  let last = 0;
  const next = () => `$${++last}`;
  const ways = Array.from(wanted, ([filter, values]) => values.flatMap(() => FILTERS[filter](next()))).reduce(
    (ways, conditions) => ways.flatMap((way) => conditions.map((condition) => `${way} and ${condition}`)),
  );
  const [limit, offset] = [next(), next()];
  const order = `${ORDERS[sortBy]} ${dir}, m.id ${dir}`;
  const page = `select m.id from found m join makes k on k.id = m.make_id
    order by ${order} limit ${limit} offset ${offset}`;
  return `with found as materialized (
      ${ways.map((way) => `select id, make_id, name, year from models where ${way}`).join(' union ')}
    )
    select json_build_object('total', (select count(*) from found), 'rows', (${form.select(page)}))`;
}

async function pageOf<Row>({ read }: PlainReader, input: SearchInput, form: RowForm<Row>): Promise<Page<Row>> {
  const { page, limit, dir, sortBy, year, disputed, filter } = input;
  const wanted: Wanted = new Map();
  const pattern = (text: string) => [anywhere(narrow(text))];
  for (const filter of ['make', 'model'] as const) {
    const text = input[filter];
    if (text) wanted.set(filter, pattern(text));
  }
  if (input.keyword) wanted.set('keyword', measureSpellings(input.keyword).map(anywhere));
  // No model has the year 0; PostgreSQL would refuse a number beyond its integers.
  if (year != null) wanted.set('year', [Math.abs(year) < 10_000 ? year : 0]);
  if (wanted.size === 0) throw invalid({ keyword: ['Please fill in a make, a model, a year or a keyword.'] });
  const { checked, checkedBefore, source } = filter ?? {};
  if (checked != null) wanted.set('checked', [String(checked)]);
  if (checkedBefore) wanted.set('checkedBefore', [startOfDay(checkedBefore).toISOString()]);
  if (source) wanted.set('source', pattern(source));
  if (disputed != null) wanted.set('disputed', [String(disputed)]);
  const filters = Array.from(wanted, ([filter, values]) => (values.length > 1 ? `${filter} ${values.length}` : filter));
  const statement = prepared(`search by ${filters.join(' ')} sorted by ${sortBy} ${dir} with ${form.name}`, () =>
    search(wanted, sortBy, dir, form),
  );
  const found = await read<Counted>(statement, [...[...wanted.values()].flat(), limit, (page - 1) * limit]);
  return { items: form.read(found?.rows), total: found?.total ?? 0 };
}

/** Texts are found anywhere and in any case by the trigram indexes. */
export const searchModels = described(
  'Models by any combination of filters, at least one of make, model, year and keyword.',
  'CATALOGUE',
).read('admin', SearchInput, (ctx, input) => countedPage(ctx, input.fields, pageOf(ctx, input, ROWS[input.fields])));

export class SearchAsJsonInput extends SearchInput {
  /** The shape of the models. */
  json!: JsonForm;
}

/** Each model as a JSON text. */
export const searchModelsAsJson = described(searchModels.description, 'CATALOGUE').read(
  'admin',
  SearchAsJsonInput,
  (ctx, input) => countedPage(ctx, input.fields, pageOf(ctx, input, input.json)),
);
