import { Migration } from '@mikro-orm/migrations';

const BLANKS = ['ilco', 'jma', 'jet', 'silca', 'oem'];
const TABLES = ['jump_names', 'jump_identifiers', 'jump_series'];

/** The index of Jump also has the model that each year opens, so a search does not look it up in the models. */
export class JumpModels extends Migration {
  override name = '2026-11-27-92-jump-models';

  override up() {
    // Next to `years`: for each year, the first model that has the name, or the identifier or series.
    for (const table of TABLES) this.addSql(`alter table ${table} add model_ids int[] not null default '{}'`);
    this.addSql(`create function jump_models(make int, given text) returns int[] language sql stable as $$
      select array(select min(m.id) from models m where m.make_id = make and m.name = given
        group by m.year order by m.year desc)
    $$`);
    // The function of 2026-11-25-02-jump, with the models.
    this.addSql(`create or replace function refresh_jump(makes int[], names text[]) returns void language plpgsql as $$
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
              cross join lateral (values ${BLANKS.map((field) => `('${field}', m.${field})`).join(', ')}) as f (field, value)
              where m.make_id = n.make_id and m.name = n.name and value ~ '[[:alnum:]]' group by field, value, m.year
            ) as y group by field, value
          ) as i;

        delete from jump_series where name_id = any(changed);
        insert into jump_series (name_id, value, years, model_ids, prefix, suffix, first, last, shortest, longest)
          select n.id, s.*, r.* from unnest(changed) as c (id) join jump_names n using (id) cross join lateral (
            select value, array_agg(year order by year desc), array_agg(id order by year desc) from (
              select m.code_series as value, m.year, min(m.id) as id from models m
              where m.make_id = n.make_id and m.name = n.name and m.code_series <> '' group by m.code_series, m.year
            ) as y group by value
          ) as s cross join lateral code_ranges(s.value) as r;
      end $$`);
    this.addSql('select refresh_jump(array_agg(make_id), array_agg(name)) from jump_names');
  }
}
