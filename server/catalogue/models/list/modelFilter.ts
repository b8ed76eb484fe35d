import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import { startOfDay } from '../../../days';
import { Flag, OneOf, Optional, Rule, TextField, wrongDay } from '../../../inputs/fields';
import { anywhere } from '../../../inputs/list';
import { isId } from '../../../inputs/record';
import type { Parameter } from '../../../outside/postgres/reads';
import { narrow, searchKey } from '../../../text';
import { CheckedFilter } from '../../checked';
import { DISPUTED_MODELS } from '../../disputes';
import { BLANKS, KEY_DATA_TEXTS } from '../../keyData';
import { hasMarks, lacksSomething } from './modelMarks';

/** Ignores case in every alphabet, and width if the pattern is narrow. Must match the expressions of the indexes. */
export const like = (column: string, parameter: string) =>
  `${searchKey(column)} like lower(${parameter}::text collate "und-x-icu")`;

const list = (words: string[]) => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** What a model may lack. */
const ModelPart = {
  ANY: 'any',
  BLANK: 'blank',
  ...Object.fromEntries(KEY_DATA_TEXTS.map(({ graphName, column }) => [graphName, column])),
  SPACING: 'spacing',
  DEPTH: 'depth',
  PICTURE: 'picture',
};
registerEnumType(ModelPart, {
  name: 'ModelPart',
  description: 'What a model may lack.',
  valuesConfig: {
    ANY: { description: 'Any of blank, code series, spacing and depth.' },
    BLANK: { description: `Any key blank: of ${list(BLANKS.map(({ label }) => label))}.` },
    ...Object.fromEntries(KEY_DATA_TEXTS.map(({ graphName, description }) => [graphName, { description }])),
    SPACING: { description: 'Any spacing.' },
    DEPTH: { description: 'Any depth.' },
    PICTURE: { description: 'Any image.' },
  },
});

const wrongFilterYear = (value: unknown) =>
  Number.isInteger(value) && Math.abs(Number(value)) < 10_000 ? null : 'The year must be a whole number.';

@InputType({ description: 'The models that meet all of these conditions; without any condition, all models.' })
export class ModelFilter extends CheckedFilter {
  @Field(() => ID, { nullable: true, description: 'Only models of this make.' })
  @Optional()
  @Rule((value) => (isId(value) ? null : 'There is no such make.'))
  makeId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only models with this key system.' })
  @Optional()
  @Rule((value) => (isId(value) ? null : 'There is no such key system.'))
  keySystemId?: string | null;

  @TextField({ label: 'name', description: 'A part of the model’s name, in upper or lower case.' })
  name?: string | null;

  @TextField({
    label: 'search',
    description: 'Words, of which each is in the name of the model or of its make, or is the year, in any order.',
  })
  search?: string | null;

  @Field(() => Int, { nullable: true, description: 'Only models of this year or later.' })
  @Optional()
  @Rule(wrongFilterYear)
  yearFrom?: number | null;

  @Field(() => Int, { nullable: true, description: 'Only models of this year or earlier.' })
  @Optional()
  @Rule(wrongFilterYear)
  yearTo?: number | null;

  @Field(() => ModelPart, { nullable: true, description: 'Only models that lack this.' })
  @Optional()
  @OneOf(ModelPart, 'Models cannot be filtered by this.')
  missing?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only sample data that nobody has checked, or only the rest.' })
  @Optional()
  @Flag('sample')
  sample?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only models with a value that companies dispute, or only the rest.',
  })
  @Optional()
  @Flag('disputed')
  disputed?: boolean | null;

  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description: 'Only models last changed on this day (UTC) or later.',
  })
  @Optional()
  @Rule((value) => wrongDay(value, 'changed from'))
  changedFrom?: string | null;

  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description: 'Only models last changed on this day (UTC) or earlier.',
  })
  @Optional()
  @Rule((value) => wrongDay(value, 'changed to'))
  changedTo?: string | null;
}

/** A condition on the table models. */
export interface Matching {
  /** With `?` in place of each value. */
  condition: string;
  values: Parameter[];
}

/** Ranges always have both ends: PostgreSQL plans without knowing the values, and expects few rows for a closed range. */
const between = (column: string, type: string, ends: [Parameter, Parameter]): Matching => ({
  condition: `${column} >= ?::${type} and ${column} < ?::${type}`,
  values: ends,
});

/** Whether a column has the text anywhere. */
const containing = (column: string, text: string): Matching => ({
  condition: like(column, '?'),
  values: [anywhere(narrow(text))],
});

/** The most words of a search: each is a condition of its own. The others do not count. */
const MOST_WORDS = 10;

/** One form for every word, so that a search is one of few prepared statements. */
const wordAnywhere = (word: string): Matching => {
  const name = containing('name', word);
  const make = containing('display_name', word);
  const year = /^\d{4}$/.test(narrow(word)) ? Number(narrow(word)) : null;
  return {
    condition: `(${name.condition} or year = ?::int
      or make_id = any (array(select id from makes where ${make.condition})))`,
    values: [...name.values, year, ...make.values],
  };
};

/** The conditions about source and check. */
function checkMatching({ checked, checkedBefore, source }: CheckedFilter): Matching[] {
  return [
    ...(checked == null ? [] : [{ condition: `checked_at is ${checked ? 'not null' : 'null'}`, values: [] }]),
    ...(checkedBefore
      ? [{ condition: 'checked_at < ?::timestamptz', values: [startOfDay(checkedBefore).toISOString()] }]
      : []),
    ...(source ? [containing('source', source)] : []),
  ];
}

const EARLIEST = '-infinity';
const LATEST = 'infinity';

/** The condition of `filter`; undefined if it is empty. */
export function matching(filter: ModelFilter | null | undefined): Matching | undefined {
  if (!filter) return undefined;
  const { makeId, keySystemId, name, search, yearFrom, yearTo, missing, sample, changedFrom, changedTo } = filter;
  const { disputed } = filter;
  const parts: Matching[] = [...checkMatching(filter)];
  if (makeId != null) parts.push({ condition: 'make_id = ?', values: [Number(makeId)] });
  if (keySystemId != null) parts.push({ condition: 'key_system_id = ?', values: [Number(keySystemId)] });
  if (name) parts.push(containing('name', name));
  if (search) parts.push(...search.split(/\s+/).slice(0, MOST_WORDS).map(wordAnywhere));
  if (yearFrom != null || yearTo != null) parts.push(between('year', 'int', [yearFrom ?? 0, (yearTo ?? 10_000) + 1]));
  if (changedFrom || changedTo)
    parts.push(
      between('updated_at', 'timestamptz', [
        changedFrom ? startOfDay(changedFrom).toISOString() : EARLIEST,
        changedTo ? startOfDay(changedTo, 1).toISOString() : LATEST,
      ]),
    );
  if (disputed != null) parts.push({ condition: `id ${disputed ? '' : 'not '}in (${DISPUTED_MODELS})`, values: [] });
  const marks = [
    ...(missing && missing !== ModelPart.ANY && missing !== ModelPart.PICTURE ? [missing] : []),
    ...(sample == null ? [] : [sample ? 'sample' : 'checked']),
  ];
  if (marks.length > 0) parts.push({ condition: hasMarks(marks), values: [] });
  if (missing === ModelPart.ANY) parts.push({ condition: lacksSomething, values: [] });
  if (missing === ModelPart.PICTURE)
    parts.push({ condition: 'not exists (select from model_images i where i.model_id = models.id)', values: [] });
  if (parts.length === 0) return undefined;
  return {
    condition: parts.map(({ condition }) => condition).join(' and '),
    values: parts.flatMap(({ values }) => values),
  };
}

/** The ids of the matching models, in ascending order; undefined if `filter` is empty. */
export async function idsMatching(em: EntityManager, filter: ModelFilter): Promise<number[] | undefined> {
  const asked = matching(filter);
  if (!asked) return undefined;
  const { condition, values } = asked;
  const rows = await em.execute<{ id: number }[]>(`select id from models where ${condition} order by id`, values);
  return rows.map(({ id }) => id);
}
