import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import type { Spent } from '../../context';
import { Rule, wrongText } from '../../inputs/fields';
import { eachOf } from '../../inputs/list';
import { lookup, type Read } from '../../operation';
import type { Parameter, Statement } from '../../outside/postgres/reads';
import { KEY_DATA_TEXTS, KeyDataField } from '../keyData';
import { Model } from '../model.entity';
import { Fields, MODEL_JSON, type ModelRow, modelAsJson } from '../plainRows';
import { asCodes, asIdentifiers, asMistyped, asNames, partFound, readings, wordsOf } from './asked';

@ArgsType()
export class JumpInput {
  @Field(() => String, {
    description: 'Words of a make and name, a nickname, a year, a key code, or a blank or part number; in any order.',
  })
  @Rule((value) => wrongText(value, { label: 'text' }))
  text!: string;

  @Field(() => Int, { description: 'The most hits, 1 to 100.' })
  @IsInt({ message: 'The limit must be a whole number.' })
  @Min(1, { message: 'The limit must be from 1 to 100.' })
  @Max(100, { message: 'The limit must be from 1 to 100.' })
  limit: number = 8;

  /** How much of the models to read. With key data, each counts as an opened sheet. */
  fields: Fields = 'names';
}

@ObjectType({ description: 'What Jump has found: the models of one make and name.' })
export class JumpHit {
  @Field(() => String, { description: 'The model name that they share.' })
  name!: string;

  @Field(() => [Int], { description: 'The years, newest first; of an identifier, the years that have it.' })
  years!: number[];

  @Field(() => Model, { description: 'The sheet to open: of the year that was typed, else of the newest of `years`.' })
  model!: ModelRow;

  @Field(() => KeyDataField, { nullable: true, description: 'The identifier that matched; null if the name did.' })
  field!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'That identifier if it was typed whole, else the part of it that was typed; of a code series, the code that was typed. Null if the name matched.',
  })
  value!: string | null;
}

/** Blanks and part numbers. If several match, the first in this order is named as the reason. The migration indexes them. */
const IDENTIFIERS = KEY_DATA_TEXTS.filter(({ group }) => group === 'blanks');

/** One row for each matching name: that of its best reading. */
const bestOf = (matches: string) => `select distinct on (id) * from (${matches}) as each order by id, tier, year desc`;

/** The year that a row of the index opens, and its model. `year` is the one that was typed, or null. */
const leadsTo = (row: string, year: string) => `coalesce(${year}, ${row}.years[1]) as year,
  coalesce(${row}.model_ids[array_position(${row}.years, ${year})], ${row}.model_ids[1]) as model_id`;

/**
 * The names that match a reading, whose parameters (`asNames`) begin at `$at`: with whole words (tier 0), with all words
 * joined (1), or with each word anywhere (2).
 */
const named = (at: number) => `select n.id, n.make_id, n.name, n.years, ${leadsTo('n', 'w.year')},
    null as field, null as value, null as asked, case
      when n.words like w.whole or n.words like all (w."eachWhole") then 0 when n.text like w.joined then 1 else 2
    end as tier
  from (
    select $${at}::int as year, $${at + 1}::text as "like", $${at + 2}::text[] as each, $${at + 3}::text[] as "eachWhole",
      $${at + 4}::text as joined, $${at + 5}::text as whole
  ) as w join jump_names n on n.text like w."like"
  where n.text like all (w.each) and case when w.year is null then n.years <> '{}' else w.year = any(n.years) end`;

/** The names that match every word exactly or with one typo; the tier is the number of words with a typo. */
const MISTYPED =
  bestOf(`select n.id, n.make_id, n.name, n.years, ${leadsTo('n', 'w.year')}, null as field, null as value, null as asked,
      count(*) filter (where n.text not like w."like") as tier
    from jsonb_to_recordset($2::jsonb) as w (reading int, year int, words int, at int, "like" text, variants text[])
    join jump_names n on n.text like w."like" or n.typos && w.variants
    where case when w.year is null then n.years <> '{}' else w.year = any(n.years) end
    group by n.id, w.reading, w.year, w.words having count(*) = w.words`);

const FIELD_ORDER = `array[${[...IDENTIFIERS.map(({ name }) => `'${name}'`), "'codeSeries'"].join(', ')}]`;

/**
 * The names with identifiers and code series that match: whole (tier 0) or in part (1). Without `offset 0`, PostgreSQL would
 * read every series and name, because it expects a hundred codes instead of a few.
 */
const IDENTIFIED = `select distinct on (n.id) n.make_id, n.name, i.years, ${leadsTo('i', 'i.year')},
    i.field, i.value, i.asked, case when i.whole then 0 else 1 end as tier
  from (
    select i.name_id, i.years, i.model_ids, i.field, i.value, i.words ~ c.whole as whole, c.year, c.others,
      c.text as asked
    from jsonb_to_recordset($2::jsonb) as c (text text, others text[], year int, "like" text, whole text)
    join jump_identifiers i on i.text like c."like"
    union all
    select s.name_id, s.years, s.model_ids, 'codeSeries', s.value, true, c.year, c.others, c.text
    from jsonb_to_recordset($3::jsonb)
      as c (text text, others text[], year int, prefix text, suffix text, number bigint, digits int)
    cross join lateral (
      select * from jump_series s where s.prefix = c.prefix and s.suffix = c.suffix
        and s.first <= c.number and s.last >= c.number and c.digits between s.shortest and s.longest
      offset 0
    ) as s
  ) as i cross join lateral (select * from jump_names n where n.id = i.name_id offset 0) as n
  where (i.year is null or i.year = any(i.years)) and n.text like all (i.others)
  order by n.id, i.whole desc, array_position(${FIELD_ORDER}, i.field), year desc`;

/** The name, year and make of a model are in its hit `h`, so the table of the models is not read for them. */
const NAMED_MODEL = '(select h.model_id as id, h.make_id, h.name, h.year)';

/** A hit as the statements return it; `MODEL_JSON` reads its model. */
type Found = [
  name: string,
  years: number[],
  field: string | null,
  value: string | null,
  /** The word, or words joined, that the value matches. */
  asked: string,
  model: unknown,
];

/** The $1 best matches with their models. */
const hits = (name: string, matches: string) =>
  eachOf(
    Fields,
    (fields): Statement => ({
      name: `jump to ${name} with ${fields}`,
      text: `select coalesce(json_agg(json_build_array(h.name, h.years, h.field, h.value, h.asked,
          ${modelAsJson(fields, 'h.model_id', fields === 'names' ? NAMED_MODEL : 'models')}
        )), '[]')
        from (
          select * from (${matches}) as found order by tier, year desc, years[1] desc, name, make_id limit $1
        ) as h`,
    }),
  );

const BY_NAME = hits('names', named(2));
const BY_NAME_OR_YEAR = hits('names or a year', bestOf(`${named(2)} union all ${named(8)}`));
const BY_IDENTIFIER = hits('identifiers', IDENTIFIED);
const PAST_TYPOS = hits('mistyped names', MISTYPED);

/**
 * Names first, then identifiers of other names. Typos are allowed only if nothing matches as typed. If the caller's budget is
 * spent, identifiers that they have not seen are as if they did not exist.
 */
async function find(
  read: Read,
  words: string[],
  limit: number,
  fields: Fields,
  isSpent: () => Promise<Spent | undefined>,
): Promise<JumpHit[]> {
  const meant = readings(words, new Date().getUTCFullYear());
  const ask = async (statement: Statement, ...values: Parameter[]) => {
    const found = (await read<Found[]>(statement, [limit, ...values])) ?? [];
    return found.map(([name, years, field, value, asked, model]) => ({
      name,
      years,
      field,
      value: value && partFound(value, asked),
      model: MODEL_JSON[fields].read(model),
    }));
  };
  const askWith = (statement: Statement, ...lists: object[][]) =>
    lists.some(({ length }) => length > 0) ? ask(statement, ...lists.map((list) => JSON.stringify(list))) : [];
  const byName = await ask((meant.length > 1 ? BY_NAME_OR_YEAR : BY_NAME)[fields], ...meant.flatMap(asNames));
  if (byName.length === limit) return byName;
  const spent = await isSpent();
  const known = new Set(byName.map(titleOf));
  const identified = await askWith(BY_IDENTIFIER[fields], meant.flatMap(asIdentifiers), meant.flatMap(asCodes));
  const others = identified.filter((hit) => !known.has(titleOf(hit)) && (spent?.hasSeen(matchOf(hit)) ?? true));
  const found = [...byName, ...others].slice(0, limit);
  if (found.length > 0) return found;
  return spent ? spent.refuse() : askWith(PAST_TYPOS[fields], asMistyped(meant));
}

const titleOf = ({ name, model }: JumpHit) => `${model.make.id} ${name}`;

/** Identifies what a hit tells about an identifier. */
const matchOf = (hit: JumpHit) => [titleOf(hit), hit.field, hit.value].join('\n');

/** Finds models by name, year, nickname, key code, blank or part number (docs/rules.md, "Jump"). */
export const jump = lookup(
  'member',
  JumpInput,
  async (ctx, input) => {
    const words = wordsOf(input.text);
    if (words.length === 0) return [];
    // A hit has a make, which a line lacks.
    const fields = input.fields === 'line' ? 'names' : input.fields;
    const found = await find(ctx.read, words, input.limit, fields, () => ctx.spentMatches(ctx.user));
    const matches = found.filter(({ field }) => field);
    if (matches.length > 0) await ctx.showMatches(ctx.user, matches.map(matchOf));
    ctx.noteSearch(ctx.user, words.join(' '), found.length > 0);
    return found;
  },
  // Without key data, the rows do not have this field.
  (hits) => hits.filter(({ model }) => Object.hasOwn(model, 'spacing')).map(({ model }) => model.id),
);
