import { Migration } from '@mikro-orm/migrations';

/** What a measure's name is in changes, verdicts, proposals and own values. */
const IS_MEASURE = `~ '^(width|spacing[0-9]+|depth[0-9]+(OneX|TwoX))$'`;

/**
 * Gives stored measures their form (docs/rules.md, "Measures"). Nothing is told of it: a measure in another form is the same
 * measure. Histories stay as they are; they are compared by value.
 */
export class Measures extends Migration {
  override name = '2026-12-04-20-measures';

  override up() {
    // server/catalogue/measureForm.ts has the reasons for each step, and must do the same.
    this.addSql(`create function measure_form(given text, unit text) returns text immutable strict parallel safe
      language plpgsql as $$
      declare
        line text := one_line(given);
        parts text[] := regexp_match(normalize(line, NFKC), '^([0-9]*)(?:[.,]([0-9]*))?$');
        whole text := ltrim(coalesce(parts[1], ''), '0');
        places text := rtrim(coalesce(parts[2], ''), '0');
        size numeric := coalesce(nullif(whole, ''), '0')::numeric;
        form text := case when unit in ('inch', 'mm') then unit when size < 2 then 'inch' else 'mm' end;
      begin
        if coalesce(parts[1], '') = '' and coalesce(parts[2], '') = '' then return line; end if;
        if size < (case form when 'inch' then 10 else 60 end) then
          places := rpad(places, greatest(length(places), case form when 'inch' then 3 else 2 end), '0');
        end if;
        return case when whole <> '' then whole when form = 'mm' then '0' else '' end
          || case when places <> '' then '.' || places else '' end;
      end $$`);
    this.addSql(`create function measure_forms(given text[], unit text) returns text[] immutable strict parallel safe
      language sql as $$ select array(select measure_form(text, unit) from unnest(given) with ordinality as t (text, at) order by at) $$`);
    // Of a list of changes or proposals, in the model's unit, or in the one that a change gives it.
    this.addSql(`create function measure_changes(given jsonb, names text[], unit text) returns jsonb immutable strict parallel safe
      language sql as $$
        select coalesce(jsonb_agg(case when one->>'field' ${IS_MEASURE} then one || (
            select coalesce(jsonb_object_agg(name, measure_form(one->>name, coalesce(
              (select other->>'after' from jsonb_array_elements(given) other where other->>'field' = 'unit'), unit))), '{}')
            from unnest(names) as name where one->>name is not null
          ) else one end order by at), '[]') from jsonb_array_elements(given) with ordinality as e (one, at) $$`);

    for (const table of ['key_systems', 'models'])
      this.withoutTriggers(
        table,
        `update ${table} set spacing = measure_forms(spacing::text[], unit), depth_values = measure_forms(depth_values::text[], unit),
           width = measure_form(width, unit)
         where (spacing::text[], depth_values::text[], width) is distinct from
           (measure_forms(spacing::text[], unit), measure_forms(depth_values::text[], unit), measure_form(width, unit))`,
      );
    // If a company has said something of both spellings, the last one counts.
    this.withoutTriggers(
      'verdicts',
      `update verdicts v set value = measure_form(v.value, n.unit), found = measure_form(v.found, n.unit)
       from (select v.id, coalesce(m.unit, '') as unit from verdicts v left join models m on m.id = v.model_id) n
       where n.id = v.id and v.field ${IS_MEASURE} and not exists (
         select from verdicts o where (o.model_id, o.field, o.client_id) = (v.model_id, v.field, v.client_id) and o.id <> v.id
           and measure_form(o.value, n.unit) = measure_form(v.value, n.unit) and (o.said_at, o.id) > (v.said_at, v.id))`,
    );
    this.withoutTriggers(
      'corrections',
      `update corrections c set proposals = measure_changes(c.proposals, '{reported,proposed}', n.unit)
       from (select c.id, coalesce(m.unit, '') as unit from corrections c left join models m on m.id = c.target_id) n
       where n.id = c.id and c.state = 'open' and c.proposals <> measure_changes(c.proposals, '{reported,proposed}', n.unit)`,
    );
    this.addSql(`update own_values v set value = measure_form(v.value, n.unit)
       from (select s.id, coalesce(u.value, m.unit, '') as unit from own_sheets s left join models m on m.id = s.model_id
         left join own_values u on u.sheet_id = s.id and u.field = 'unit') n
       where n.id = v.sheet_id and v.field ${IS_MEASURE} and v.value <> measure_form(v.value, n.unit)`);
    // What waits to be applied, and deleted models that can be restored.
    this.addSql(`update import_rows r set changes = measure_changes(r.changes, '{after}', coalesce(m.unit, ''))
       from import_rows w join imports i on i.id = w.import_id and i.state = 'checked' left join models m on m.id = w.model_id
       where (w.import_id, w.number, w.part) = (r.import_id, r.number, r.part)
         and r.changes <> measure_changes(r.changes, '{after}', coalesce(m.unit, ''))`);
    this.addSql(`update imports set key_system = jsonb_set(key_system, '{changes}',
         measure_changes(key_system->'changes', '{after}', coalesce((select unit from key_systems s where s.id = (key_system->>'id')::int), '')))
       where state = 'checked' and key_system->'changes' is not null`);
    const kept = (name: string) =>
      `to_jsonb(measure_forms(array(select jsonb_array_elements_text(kept->'model'->'${name}')), coalesce(kept->'model'->>'unit', '')))`;
    this.addSql(`update import_rows set kept = jsonb_set(kept, '{model}', kept->'model' || jsonb_build_object(
         'spacing', ${kept('spacing')}, 'depth_values', ${kept('depth_values')},
         'width', measure_form(coalesce(kept->'model'->>'width', ''), coalesce(kept->'model'->>'unit', ''))))
       where kept->'model'->'spacing' is not null`);
  }

  /** The triggers tell of changes, and this is none. */
  private withoutTriggers(table: string, sql: string) {
    this.addSql(`alter table ${table} disable trigger user`);
    this.addSql(sql);
    this.addSql(`alter table ${table} enable trigger user`);
  }
}
