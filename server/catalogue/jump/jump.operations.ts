import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { Rule, wrongText } from '../../inputs/fields';
import { eachOf } from '../../inputs/list';
import { lookup, type Read } from '../../operation';
import type { Statement } from '../../outside/postgres/reads';
import { KEY_DATA_TEXTS, KeyDataField } from '../keyData';
import { Model } from '../model.entity';
import { asModelRow, Fields, MODEL_FIELDS, type ModelRow } from '../plainRows';
import { asCodes, asIdentifiers, asMistyped, asNames, readings, wordsOf } from './asked';

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
  @Field(() => String, { description: 'Their name.' })
  name!: string;

  @Field(() => [Int], { description: 'The years, newest first; of an identifier, the years that have it.' })
  years!: number[];

  @Field(() => Model, { description: 'The sheet to open: of the year that was typed, else of the newest of `years`.' })
  model!: ModelRow;

  @Field(() => KeyDataField, { nullable: true, description: 'The identifier that matched; null if the name did.' })
  field!: string | null;

  @Field(() => String, { nullable: true, description: 'The text of that identifier; null if the name matched.' })
  value!: string | null;
}

/** Blanks and part numbers. If several match, the first in this order is named as the reason. The migration indexes them. */
const IDENTIFIERS = KEY_DATA_TEXTS.filter(({ group }) => group === 'blanks');

/** The names that match: with whole words (tier 0), with all words joined (1), or with each word anywhere (2). */
const NAMED = `select distinct on (n.id) n.make_id, n.name, n.years, coalesce(w.year, n.years[1]) as year,
    null as field, null as value, case
      when n.words like w.whole or n.words like all (w."eachWhole") then 0 when n.text like w.joined then 1 else 2
    end as tier
  from jsonb_to_recordset($2::jsonb)
    as w (year int, "like" text, each text[], "eachWhole" text[], joined text, whole text)
  join jump_names n on n.text like w."like"
  where n.text like all (w.each) and case when w.year is null then n.years <> '{}' else w.year = any(n.years) end
  order by n.id, tier, year desc`;

/** The names that match every word exactly or with one typo; the tier is the number of words with a typo. */
const MISTYPED = `select distinct on (id) make_id, name, years, coalesce(year, years[1]) as year,
    null as field, null as value, count(*) filter (where has_typo) as tier
  from (
    select n.id, n.make_id, n.name, n.years, w.reading, w.year, w.words, n.text not like w."like" as has_typo
    from jsonb_to_recordset($2::jsonb) as w (reading int, year int, words int, at int, "like" text, variants text[])
    join jump_names n on n.text like w."like" or n.typos && w.variants
    where case when w.year is null then n.years <> '{}' else w.year = any(n.years) end
  ) as word
  group by id, make_id, name, years, reading, year, words having count(*) = words
  order by id, tier, year desc`;

const FIELD_ORDER = `array[${[...IDENTIFIERS.map(({ name }) => `'${name}'`), "'codeSeries'"].join(', ')}]`;

/**
 * The names with identifiers and code series that match: whole (tier 0) or in part (1). Without `offset 0`, PostgreSQL would
 * read every series and name, because it expects a hundred codes instead of a few.
 */
const IDENTIFIED = `select distinct on (n.id) n.make_id, n.name, i.years, coalesce(i.year, i.years[1]) as year,
    i.field, i.value, case when i.whole then 0 else 1 end as tier
  from (
    select i.name_id, i.years, i.field, i.value, i.words ~ c.whole as whole, c.year, c.others
    from jsonb_to_recordset($2::jsonb) as c (others text[], year int, "like" text, whole text)
    join jump_identifiers i on i.text like c."like"
    union all
    select s.name_id, s.years, 'codeSeries', s.value, true, c.year, c.others
    from jsonb_to_recordset($3::jsonb) as c (others text[], year int, prefix text, suffix text, number bigint, digits int)
    cross join lateral (
      select * from jump_series s where s.prefix = c.prefix and s.suffix = c.suffix
        and s.first <= c.number and s.last >= c.number and c.digits between s.shortest and s.longest
      offset 0
    ) as s
  ) as i cross join lateral (select * from jump_names n where n.id = i.name_id offset 0) as n
  where (i.year is null or i.year = any(i.years)) and n.text like all (i.others)
  order by n.id, i.whole desc, array_position(${FIELD_ORDER}, i.field), year desc`;

const VALUE = `case h.field ${IDENTIFIERS.map(({ name, column }) => `when '${name}' then m.${column}`).join(' ')}
  else m.code_series end`;

/**
 * The $1 best matches with their models; `year` is the one to open. A hit needs its make, so at least the names of its
 * model are read.
 */
const hits = (name: string, matches: string) =>
  eachOf(
    Fields,
    (fields): Statement => ({
      name: `jump to ${name} with ${fields}`,
      text: `select coalesce(json_agg(json_build_object(
          'name', h.name, 'years', h.years, 'field', h.field, 'value', h.value, 'model', row_to_json(sheet)
        ) order by h.place), '[]')
        from (
          select best.*, row_number() over () as place from (
            select * from (${matches}) as found order by tier, year desc, years[1] desc, name, make_id limit $1
          ) as best
        ) as h
        cross join lateral (
          select ${MODEL_FIELDS[fields === 'line' ? 'names' : fields]} from models m join makes k on k.id = m.make_id
          where m.make_id = h.make_id and m.name = h.name and m.year = h.year and (h.field is null or ${VALUE} = h.value)
          order by m.id limit 1
        ) as sheet`,
    }),
  );

const BY_NAME = hits('names', NAMED);
const BY_IDENTIFIER = hits('identifiers', IDENTIFIED);
const PAST_TYPOS = hits('mistyped names', MISTYPED);

/** Names first, then identifiers of other names. Typos are allowed only if nothing matches as typed. */
async function find(read: Read, words: string[], { limit, fields }: JumpInput): Promise<JumpHit[]> {
  const meant = readings(words, new Date().getUTCFullYear());
  const ask = async (statement: Statement, ...asked: object[][]) =>
    asked.every(({ length }) => length === 0)
      ? []
      : ((await read<JumpHit[]>(statement, [limit, ...asked.map((rows) => JSON.stringify(rows))])) ?? []);
  const named = await ask(BY_NAME[fields], meant.map(asNames));
  if (named.length === limit) return named;
  const known = new Set(named.map(titleOf));
  const identified = await ask(BY_IDENTIFIER[fields], meant.flatMap(asIdentifiers), meant.flatMap(asCodes));
  const found = [...named, ...identified.filter((hit) => !known.has(titleOf(hit)))].slice(0, limit);
  return found.length > 0 ? found : ask(PAST_TYPOS[fields], asMistyped(meant));
}

const titleOf = ({ name, model }: JumpHit) => `${model.make.id} ${name}`;

/** Finds models by name, year, nickname, key code, blank or part number (docs/rules.md, "Jump"). */
export const jump = lookup(
  'member',
  JumpInput,
  async (ctx, input) => {
    const words = wordsOf(input.text);
    if (words.length === 0) return [];
    const found = await find(ctx.read, words, input);
    ctx.noteSearch(ctx.user, words.join(' '), found.length > 0);
    return found.map((hit) => ({ ...hit, model: asModelRow(hit.model) }));
  },
  // Without key data, the rows do not have this field.
  (hits) => hits.filter(({ model }) => Object.hasOwn(model, 'spacing')).map(({ model }) => model.id),
);
