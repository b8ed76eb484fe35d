/**
 * SQL that rebuilds the search text of models from the name and all key data. For migrations that add a field. It
 * writes the whole table. Short columns hold one of a few choices (unit, datum): a search for "tip" would find every model.
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
      and data_type in ('character varying', 'text', 'ARRAY') and coalesce(character_maximum_length, 255) > 20);
begin
  alter table models drop column search_text;
  execute format('alter table models add search_text text collate "und-x-icu" generated always as
    (lower((%s) collate "und-x-icu")) stored', texts);
  create index models_search on models using gin (search_text gin_trgm_ops);
end $$`;
