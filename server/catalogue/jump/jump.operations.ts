import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { Rule, wrongText } from '../../inputs/fields';
import { eachOf } from '../../inputs/list';
import { lookup, type Read } from '../../operation';
import type { Statement } from '../../outside/postgres/reads';
import { KEY_DATA_TEXTS, KeyDataField } from '../keyData';
import { Make } from '../make.entity';
import { Model } from '../model.entity';
import { asMake, asModelRow, Fields, MAKE_FIELDS, type MakeRow, MODEL_FIELDS, type ModelRow } from '../plainRows';
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
  @Field(() => Make, { description: 'Their make.' })
  make!: MakeRow;

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

/** Sorts matches, best first. `found` selects the id and years of a name, the year to open, and the tier (0 is best). */
const best = (found: string, limit: string, more: string[] = []) =>
  `select n.make_id, n.name, found.years, found.year, found.tier, ${more.map((column) => `${column}, `).join('')}
      row_number() over () as place
    from (
      select found.* from (${found}) as found join jump_names n using (id)
      order by found.tier, found.year desc, found.years[1] desc, n.name, n.make_id limit ${limit}
    ) as found join jump_names n using (id)`;

/** The names that match: with whole words (tier 0), with all words joined (1), or with each word anywhere (2). */
const NAMED = `select distinct on (n.id) n.id, n.years, coalesce(w.year, n.years[1]) as year, case
      when n.words like w.whole or n.words like all (w."eachWhole") then 0 when n.text like w.joined then 1 else 2
    end as tier
  from jsonb_to_recordset($1::jsonb)
    as w (year int, "like" text, each text[], "eachWhole" text[], joined text, whole text)
  join jump_names n on n.text like w."like"
  where n.text like all (w.each) and case when w.year is null then n.years <> '{}' else w.year = any(n.years) end
  order by n.id, tier, year desc`;

/** The names that match every word exactly or with one typo; the tier is the number of words with a typo. */
const MISTYPED = `select distinct on (id) id, years, coalesce(year, years[1]) as year, count(*) filter (where has_typo) as tier
  from (
    select n.id, n.years, w.reading, w.year, w.words, n.text not like w."like" as has_typo
    from jsonb_to_recordset($1::jsonb) as w (reading int, year int, words int, at int, "like" text, variants text[])
    join jump_names n on n.text like w."like" or n.typos && w.variants
    where case when w.year is null then n.years <> '{}' else w.year = any(n.years) end
  ) as word
  group by id, years, reading, year, words having count(*) = words
  order by id, tier, year desc`;

/**
 * The identifiers and code series that match: whole (tier 0) or in part (1). Without `offset 0`, PostgreSQL would read every
 * series, because it expects a hundred codes instead of a few.
 */
const IDENTIFIED = `select i.name_id as id, i.years, i.field, i.value, i.words ~ c.whole as whole, c.year, c.others
    from jsonb_to_recordset($2::jsonb) as c (others text[], year int, "like" text, whole text)
    join jump_identifiers i on i.text like c."like"
  union all
  select s.name_id, s.years, 'codeSeries', s.value, true, c.year, c.others
    from jsonb_to_recordset($3::jsonb) as c (others text[], year int, prefix text, suffix text, number bigint, digits int)
    cross join lateral (
      select * from jump_series s where s.prefix = c.prefix and s.suffix = c.suffix
        and s.first <= c.number and s.last >= c.number and c.digits between s.shortest and s.longest
      offset 0
    ) as s`;

const FIELD_ORDER = `array[${[...IDENTIFIERS.map(({ name }) => `'${name}'`), "'codeSeries'"].join(', ')}]`;

/** The best of these matches for each name. */
const OF_NAMES = `select distinct on (i.id) i.id, i.years, coalesce(i.year, i.years[1]) as year, i.field, i.value,
    case when i.whole then 0 else 1 end as tier
  from (${IDENTIFIED}) as i
  where (i.year is null or i.year = any(i.years))
    and (i.others = '{}' or (select n.text like all (i.others) from jump_names n where n.id = i.id))
  order by i.id, i.whole desc, array_position(${FIELD_ORDER}, i.field), year desc`;

const VALUE = `case h.field ${IDENTIFIERS.map(({ name, column }) => `when '${name}' then m.${column}`).join(' ')}
  else m.code_series end`;

/** The rows of `hits` (make_id, name, years, year, field, value and place) as JSON, with their models. */
const hitsOf = (fields: Fields) => `select coalesce(json_agg(json_build_object(
    'make', (select row_to_json(found) from (select ${MAKE_FIELDS}) as found), 'name', h.name, 'years', h.years,
    'field', h.field, 'value', h.value, 'model', sheet.model
  ) order by h.place), '[]')
  from hits h join makes k on k.id = h.make_id
  cross join lateral (
    select (select row_to_json(found) from (select ${MODEL_FIELDS[fields]}) as found) as model from models m
    where m.make_id = h.make_id and m.name = h.name and m.year = h.year and (h.field is null or ${VALUE} = h.value)
    order by m.id limit 1
  ) as sheet`;

const COLUMNS = 'make_id, name, years, year';

/** Names first, then identifiers of other names. */
const FIND = eachOf(
  Fields,
  (fields): Statement => ({
    name: `jump with ${fields}`,
    text: `with named as materialized (${best(NAMED, '$4')}), hits as (
      select ${COLUMNS}, null as field, null as value, place from named
      union all (
        select ${COLUMNS}, field, value, $4 + place
        from (${best(OF_NAMES, '$4 + $4', ['field', 'value'])}) as identified
        where (select count(*) from named) < $4
          and not exists (select from named n where n.make_id = identified.make_id and n.name = identified.name)
        order by place limit greatest(0, $4 - (select count(*) from named))
      )
    ) ${hitsOf(fields)}`,
  }),
);

/** Names with typos allowed. */
const FIND_MISTYPED = eachOf(
  Fields,
  (fields): Statement => ({
    name: `jump past typos with ${fields}`,
    text: `with hits as (
      select ${COLUMNS}, null as field, null as value, place from (${best(MISTYPED, '$2')}) as found
    ) ${hitsOf(fields)}`,
  }),
);

/** A hit as the database returns it: dates are texts, and computed fields are missing. */
interface Row extends Omit<JumpHit, 'make' | 'model'> {
  make: object;
  model: object;
}

const asHit = ({ make, model, ...rest }: Row): JumpHit => ({ ...rest, make: asMake(make), model: asModelRow(model) });

/** The hits for `words`. Typos are allowed only if nothing matches as typed. */
async function find(read: Read, words: string[], { limit, fields }: JumpInput): Promise<Row[]> {
  const meant = readings(words, new Date().getUTCFullYear());
  const found = await read<Row[]>(FIND[fields], [
    JSON.stringify(meant.map(asNames)),
    JSON.stringify(meant.flatMap(asIdentifiers)),
    JSON.stringify(meant.flatMap(asCodes)),
    limit,
  ]);
  if (found?.length) return found;
  const mistyped = asMistyped(meant);
  if (mistyped.length === 0) return [];
  return (await read<Row[]>(FIND_MISTYPED[fields], [JSON.stringify(mistyped), limit])) ?? [];
}

/** Finds models by name, year, nickname, key code, blank or part number (docs/rules.md, "Jump"). */
export const jump = lookup(
  'member',
  JumpInput,
  async (ctx, input) => {
    const words = wordsOf(input.text);
    if (words.length === 0) return [];
    const found = await find(ctx.read, words, input);
    ctx.noteSearch(ctx.user, words.join(' '), found.length > 0);
    return found.map(asHit);
  },
  // Without key data, the rows do not have this field.
  (hits) => hits.filter(({ model }) => Object.hasOwn(model, 'spacing')).map(({ model }) => model.id),
);
