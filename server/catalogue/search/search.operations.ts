import type { EntityManager } from '@mikro-orm/postgresql';
import { IsEnum, IsOptional } from 'class-validator';
import { ArgsType, Field, Int, registerEnumType } from 'type-graphql';
import { invalid } from '../../errors';
import { Rule, TextField } from '../../inputs/fields';
import { anywhere, PageInput } from '../../inputs/list';
import { query } from '../../operation';
import { Model } from '../model.entity';

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
    MODEL: { description: 'Their names.' },
    YEAR: { description: 'Their years.' },
  },
});

@ArgsType()
export class SearchInput extends PageInput {
  @Field(() => SearchSort, { description: 'What they are sorted by.' })
  @IsEnum(SearchSort, { message: 'Results are sorted by make, model or year.' })
  sortBy: SearchSort = SearchSort.MAKE;

  @TextField({ label: 'make', description: 'A part of the display name or full name of the make.' })
  make?: string | null;

  @TextField({ label: 'model', description: 'A part of the name of the model.' })
  model?: string | null;

  @Field(() => Int, { nullable: true, description: 'The model year.' })
  @IsOptional()
  @Rule((value) => (Number.isInteger(value) ? null : 'The year must be a whole number.'))
  year?: number | null;

  @TextField({ label: 'keyword', description: 'A part of the make’s names, the model or any text of its key data.' })
  keyword?: string | null;
}

/** Ignores case in every alphabet. Must match the expressions of the indexes. */
const like = (column: string) => `lower(${column} collate "und-x-icu") like lower(?::text collate "und-x-icu")`;

/** Finds the few matching makes first: from their ids PostgreSQL can estimate the number of models. */
async function makesNamed(em: EntityManager, text: string): Promise<number[]> {
  const name = anywhere(text);
  const rows = await em.execute<{ id: number }[]>(
    `select id from makes where ${like('display_name')} or ${like('full_name')}`,
    [name, name],
  );
  return rows.map(({ id }) => id);
}

type Condition = [sql: string, params: unknown[]];

async function conditionsOf(em: EntityManager, { make, model, year, keyword }: SearchInput): Promise<Condition[]> {
  const conditions: Condition[] = [];
  if (make?.trim()) conditions.push(['make_id = any(?::int[])', [arrayOf(await makesNamed(em, make))]]);
  if (model?.trim()) conditions.push([like('name::text'), [anywhere(model)]]);
  if (year != null) conditions.push(['year = ?', [year]]);
  if (keyword?.trim()) {
    const named = await makesNamed(em, keyword);
    const inTexts: Condition = ['search_text like lower(?::text collate "und-x-icu")', [anywhere(keyword)]];
    const ofMakes: Condition = ['make_id = any(?::int[])', [arrayOf(named)]];
    conditions.push(named.length ? [`(${inTexts[0]} or ${ofMakes[0]})`, [...inTexts[1], ...ofMakes[1]]] : inTexts);
  }
  return conditions;
}

const arrayOf = (ids: number[]) => `{${ids.join(',')}}`;
const ORDERS = { make: 'display_name', model: 'name', year: 'year' };

/**
 * The database search: any combination of its filters, at least one. Texts are found anywhere and in any case by the
 * trigram indexes. Matches are counted and sorted in a second step: given an order and a limit, PostgreSQL would scan
 * the whole table in that order instead.
 */
export const searchModels = query('admin', SearchInput, async ({ em }, input) => {
  const conditions = await conditionsOf(em, input);
  if (conditions.length === 0) {
    throw invalid({ keyword: ['Please fill in a make, a model, a year or a keyword.'] });
  }
  const { page, limit, dir, sortBy } = input;
  const [found] = await em.execute<{ total: number; ids: number[] }[]>(
    `with found as materialized (
       select id, make_id, name, year from models where ${conditions.map(([sql]) => sql).join(' and ')}
     )
     select (select count(*)::int from found) as total, array(
       select found.id from found join makes on makes.id = make_id
       order by ${ORDERS[sortBy]} ${dir}, found.id ${dir} limit ? offset ?
     ) as ids`,
    [...conditions.flatMap(([, params]) => params), limit, (page - 1) * limit],
  );
  const { total, ids } = found ?? { total: 0, ids: [] };
  const models = await em.find(Model, { id: { $in: ids } }, { populate: ['make'], strategy: 'joined' });
  const byId = new Map(models.map((model) => [model.id, model]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), total };
});
