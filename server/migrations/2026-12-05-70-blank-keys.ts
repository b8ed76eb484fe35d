import { Migration } from '@mikro-orm/migrations';
import { BLANKS } from '../catalogue/keyData';

/** The index of Jump has the keys of the blanks in each cell, so a blank is found by equality. */
export class BlankKeys extends Migration {
  override name = '2026-12-05-70-blank-keys';

  override up() {
    // Each text that catalogue/blanks/blanksIn.ts may take for a name: it splits a cell in the same places, and decides which
    // of the texts are names. Shorter keys are never looked for.
    this.addSql(String.raw`create function blank_keys(given text) returns text[] immutable strict parallel safe
      language sql as $$
        select coalesce(array_agg(distinct key), '{}') from (
          select replace(jump_words(name), ' ', '') as key
          from regexp_split_to_table(given, '\s*[,;\n]\s*|\s+\|\s+') as cell
          cross join lateral (
            select regexp_split_to_table(cell, '\s+/\s+') union all
            select regexp_split_to_table(cell, '\s+[-–—]\s+|\s*=\s*|\s+/\s+')
          ) as names (name)
        ) as keys where length(key) >= 3
      $$`);
    const blanks = BLANKS.map(({ name }) => `'${name}'`).join(', ');
    this.addSql(`alter table jump_identifiers add blank_keys text[] collate "C" generated always as
      (case when field in (${blanks}) then blank_keys(value) end) stored`);
    this.addSql('create index jump_identifiers_blanks on jump_identifiers using gin (blank_keys)');
  }
}
