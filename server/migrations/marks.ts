/**
 * SQL that creates the index of what models lack, over all key data. For migrations that add a field. Its expression is
 * that of catalogue/models/modelMarks.ts.
 */
export const rebuildMarks = `do $$
declare
  texts text := (
    select string_agg(format('case when %1$I = '''' then %1$L end', column_name), ', ' order by column_name collate "C")
    from information_schema.columns
    where table_schema = current_schema and table_name = 'models' and is_generated = 'NEVER'
      and data_type in ('character varying', 'text') and column_name <> 'name');
begin
  drop index if exists models_marks;
  execute 'create index models_marks on models using gin ((array_remove(array[' || texts || ',
    case when ilco = '''' and jma = '''' and jet = '''' and silca = '''' and oem = '''' then ''blank'' end,
    case when '''' = all (spacing) then ''spacing'' end,
    case when '''' = all (depth_values) then ''depth'' end,
    case when sample then ''sample'' end,
    case when not sample then ''checked'' end], null)))';
end $$`;
