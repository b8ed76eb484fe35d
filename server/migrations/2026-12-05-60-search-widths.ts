import { Migration } from '@mikro-orm/migrations';
import { createSearchKey, rebuildSearchText } from './derived';

/** Names that are stored in full-width letters are found by their usual spelling. */
export class SearchWidths extends Migration {
  override name = '2026-12-05-60-search-widths';

  override up() {
    this.addSql(createSearchKey);
    this.addSql(rebuildSearchText);
    for (const [table, column] of [
      ['models', 'name'],
      ['users', 'username'],
      ['users', 'full_name'],
      ['clients', 'name'],
      ['clients', 'primary_email'],
    ]) {
      this.addSql(`drop index ${table}_${column}_search`);
      this.addSql(`create index ${table}_${column}_search on ${table}
        using gin (search_key(${column}::text collate "und-x-icu") gin_trgm_ops)`);
    }
  }
}
