import { BLANKS, KEY_DATA_TEXTS } from '../catalogue/keyData';

/*
 * SQL that derives from the definition of key data. A migration that adds a field runs `rebuildAll`. Each statement leaves
 * out fields whose columns do not exist yet, because it also runs in migrations that are older than the field.
 */

/** The fields that exist, as rows of a relation `d (column_name, name, at)`. */
const existing = (texts: typeof KEY_DATA_TEXTS) => `(
    values ${texts.map(({ column, name }, at) => `('${column}', '${name}', ${at})`).join(', ')}
  ) as d (column_name, name, at) join information_schema.columns using (column_name)
  where table_schema = current_schema and table_name = 'models'`;

/** The signs that `narrow` in server/text.ts replaces, and their usual forms. */
const WIDE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0xff01 + at)).join('');
const NARROW = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('');

/** By what searches and lists find a text: whatever its case and width. */
export const createSearchKey = `create or replace function search_key(given text) returns text immutable strict parallel safe
  language sql as $body$ select lower(translate(given, '${WIDE}', '${NARROW.replaceAll("'", "''")}') collate "und-x-icu") $body$`;

/**
 * Rebuilds the search text of models from the name, all key data and the source. It writes the whole table. Short columns hold one of
 * a few choices (unit, datum): a search for "tip" would find every model.
 */
export const rebuildSearchText = `do $$
declare
  texts text := (
    select string_agg(
      case data_type when 'ARRAY' then format('join_texts(%I)', column_name)
        else format('%I::text collate "und-x-icu"', column_name) end,
      ' || chr(10) || ' order by ordinal_position)
    from information_schema.columns
    where table_schema = current_schema and table_name = 'models' and is_generated = 'NEVER'
      and data_type in ('character varying', 'text', 'ARRAY') and coalesce(character_maximum_length, 255) > 30
      and column_name <> 'checked_by');
begin
  alter table models drop column search_text;
  execute format('alter table models add search_text text collate "und-x-icu" generated always as
    (search_key(%s)) stored', texts);
  create index models_search on models using gin (search_text gin_trgm_ops);
end $$`;

/** Creates the index of what models lack. Its expression is that of catalogue/models/list/modelMarks.ts. */
export const rebuildMarks = `do $$
declare
  texts text := (
    select string_agg(format('case when %1$I = '''' then %1$L end', column_name), ', ' order by column_name collate "C")
    from information_schema.columns
    where table_schema = current_schema and table_name = 'models' and is_generated = 'NEVER'
      and data_type in ('character varying', 'text') and column_name not in ('name', 'source', 'checked_by'));
  blanks text := (
    select string_agg(format('%I = ''''', column_name), ' and ' order by at)
    from ${existing(BLANKS)});
begin
  drop index if exists models_marks;
  execute 'create index models_marks on models using gin ((array_remove(array[' || texts || ',
    case when ' || blanks || ' then ''blank'' end,
    case when '''' = all (spacing) then ''spacing'' end,
    case when '''' = all (depth_values) then ''depth'' end,
    case when sample then ''sample'' end,
    case when not sample then ''checked'' end], null)))';
end $$`;

/**
 * Writes the series of changed names. What a text means is in `jump_readings`; until it has been read, what the index knows
 * of it stays.
 */
const JUMP_SERIES = `
        with known as (
          delete from jump_series where name_id = any(changed) returning *
        )
        insert into jump_series (name_id, value, years, model_ids, grammar,
            prefix, suffix, first, last, shortest, longest, lowest, highest, is_whole)
          select n.id, s.*, t.grammar, r.prefix, r.suffix, r.first, r.last, r.shortest, r.longest, r.lowest, r.highest,
            coalesce(r.is_whole, false)
          from unnest(changed) as c (id) join jump_names n using (id) cross join lateral (
            select value, array_agg(year order by year desc), array_agg(id order by year desc) from (
              select m.code_series as value, m.year, min(m.id) as id from models m
              where m.make_id = n.make_id and m.name = n.name and m.code_series <> '' group by m.code_series, m.year
            ) as y group by value
          ) as s left join jump_readings t using (value) left join lateral (
            select * from jsonb_to_recordset(t.series) as r (prefix text, suffix text, first bigint, last bigint,
              shortest int, longest int, lowest int, highest int, is_whole boolean)
            union all
            select prefix, suffix, first, last, shortest, longest, lowest, highest, is_whole from known k
              where t.value is null and k.name_id = n.id and k.value = s.value
          ) as r on true;`;

/** The function that writes Jump's index of some names of models, and the trigger's that calls it for changed models. */
const JUMP_FUNCTIONS = [
  `create or replace function refresh_jump(makes int[], names text[]) returns void language plpgsql as $body$
      declare
        changed int[];
      begin
        insert into jump_names (make_id, name, words, text, typos, years, model_ids)
          select g.make_id, g.name, r.words, replace(r.words, ' ', ''), jump_typos(r.words, g.name), r.years,
            jump_models(g.make_id, g.name)
          from unnest(makes, names) as g (make_id, name) cross join lateral jump_row(g.make_id, g.name) as r
          -- Without its make, the statement is about to fail by the foreign key of models.
          where r.words is not null
            and not exists (select from jump_names n where n.make_id = g.make_id and n.name = g.name)
          order by g.make_id, g.name on conflict do nothing;
        -- Whoever changes a model of the same name waits here, and then reads what the other has written.
        changed := array(
          select n.id from unnest(makes, names) as g (make_id, name)
          join jump_names n on n.make_id = g.make_id and n.name = g.name order by n.id for no key update of n
        );
        update jump_names n set words = r.words, text = replace(r.words, ' ', ''), years = r.years, model_ids = m.ids,
            typos = case when n.words = r.words then n.typos else jump_typos(r.words, n.name) end
          from unnest(changed) as c (id) join jump_names o using (id) cross join lateral jump_row(o.make_id, o.name) as r
            cross join lateral jump_models(o.make_id, o.name) as m (ids)
          where n.id = c.id and r.words is not null
            and (n.words, n.years, n.model_ids) is distinct from (r.words, r.years, m.ids);

        delete from jump_identifiers where name_id = any(changed);
        insert into jump_identifiers (name_id, field, value, words, text, years, model_ids)
          select n.id, i.field, i.value, jump_words(i.value), replace(jump_words(i.value), ' ', ''), i.years, i.ids
          from unnest(changed) as c (id) join jump_names n using (id) cross join lateral (
            select field, value, array_agg(year order by year desc) as years, array_agg(id order by year desc) as ids from (
              select field, value, m.year, min(m.id) as id from models m
              cross join lateral (values {identifiers}) as f (field, value)
              where m.make_id = n.make_id and m.name = n.name and value ~ '[[:alnum:]]' group by field, value, m.year
            ) as y group by field, value
          ) as i;

{series}
      end $body$`,
  // Most saves change nothing that is indexed.
  `create or replace function jump_of_changes() returns trigger language plpgsql as $body$
      begin
        perform refresh_jump(array_agg(make_id), array_agg(name)) from (
          select c.make_id, c.name from before b join after a using (id)
          cross join lateral (values (b.make_id, b.name), (a.make_id, a.name)) as c (make_id, name)
          where row({before}) is distinct from row({after})
          group by c.make_id, c.name
        ) as c;
        return null;
      end $body$`,
];

/** Makes Jump find models by all identifiers of the definition, and fills its index again. */
export const rebuildJump = `do $$
declare
  identifiers text[];
  indexed text[];
begin
  select array_agg(format('(%L, m.%I)', name, column_name) order by at),
      array['make_id', 'name', 'year', 'code_series'] || array_agg(quote_ident(column_name) order by at)
    into identifiers, indexed
    from ${existing(KEY_DATA_TEXTS.filter(({ jump }) => jump))};
${JUMP_FUNCTIONS.map(
  (text) => `  execute replace(replace(replace(replace($function$${text} $function$,
    '{identifiers}', array_to_string(identifiers, ', ')),
    '{series}', case when to_regclass('jump_readings') is null then '' else $series$${JUMP_SERIES}$series$ end),
    '{before}', 'b.' || array_to_string(indexed, ', b.')),
    '{after}', 'a.' || array_to_string(indexed, ', a.'));`,
).join('\n')}
  perform refresh_jump(array_agg(make_id), array_agg(name)) from jump_names;
end $$`;

/** Everything that derives from the definition, for a migration that adds a field. */
export const rebuildAll = [createSearchKey, rebuildSearchText, rebuildMarks, rebuildJump];
