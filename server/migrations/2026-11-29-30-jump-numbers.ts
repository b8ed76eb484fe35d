import { Migration } from '@mikro-orm/migrations';

const IDENTIFIERS = ['ilco', 'jma', 'jet', 'silca', 'oem', 'transponder', 'hpc', 'itl', 'dsd', 'paka_punch'];
const INDEXED = ['make_id', 'name', 'year', 'code_series', ...IDENTIFIERS];

const camel = (column: string) => column.replace(/_[a-z]/g, (text) => text.charAt(1).toUpperCase());

/** Jump also finds transponders, HPC, ITL, DSD and PAK-A-PUNCH numbers, and typos in two words that were typed as one. */
export class JumpNumbers extends Migration {
  override name = '2026-11-29-30-jump-numbers';

  override up() {
    // Each word, and each beginning of the name that ends where letters and digits meet (gsxr of gsxr1000): as it is, and
    // without one of its letters. A word with a typo has one of these in common with the word that was meant. New are two
    // neighbouring words as one (goldwing).
    this.addSql(`create or replace function jump_typos(words text, name text) returns text[] immutable strict parallel safe
      language plpgsql as $$
      declare
        squashed text := replace(jump_words(name), ' ', '');
        tokens text[] := string_to_array(translate(words, '|', ' '), ' ') || string_to_array(replace(words, ' ', ''), '|');
        token text;
        found text[] := '{}';
        is_digit bool;
        was_digit bool;
        word text;
        before text := '';
      begin
        foreach word in array string_to_array(btrim(translate(words, '|', ' ')), ' ') loop
          tokens := tokens || (before || word);
          before := word;
        end loop;
        for at in 1 .. length(squashed) + 1 loop
          is_digit := at <= length(squashed) and strpos('0123456789', substr(squashed, at, 1)) > 0;
          if at > length(squashed) or is_digit <> was_digit then tokens := tokens || left(squashed, at - 1); end if;
          was_digit := is_digit;
        end loop;
        foreach token in array tokens loop
          continue when length(token) not between 3 and 20;
          found := found || token;
          for at in 1 .. length(token) loop
            found := found || (left(token, at - 1) || substr(token, at + 1));
          end loop;
        end loop;
        return found;
      end $$`);
    // The function of 2026-11-27-92-jump-models, with more identifiers.
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
              cross join lateral (values ${IDENTIFIERS.map((field) => `('${camel(field)}', m.${field})`).join(', ')}) as f (field, value)
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
    // The function of 2026-11-25-02-jump, with more columns.
    const row = (of: string) => `row(${INDEXED.map((column) => `${of}.${column}`).join(', ')})`;
    this.addSql(`create or replace function jump_of_changes() returns trigger language plpgsql as $$
      begin
        perform refresh_jump(array_agg(make_id), array_agg(name)) from (
          select c.make_id, c.name from before b join after a using (id)
          cross join lateral (values (b.make_id, b.name), (a.make_id, a.name)) as c (make_id, name)
          where ${row('b')} is distinct from ${row('a')}
          group by c.make_id, c.name
        ) as c;
        return null;
      end $$`);
    this.addSql('update jump_names set typos = jump_typos(words, name)');
    this.addSql('select refresh_jump(array_agg(make_id), array_agg(name)) from jump_names');
  }
}
