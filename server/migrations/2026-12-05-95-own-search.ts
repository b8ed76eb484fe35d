import { Migration } from '@mikro-orm/migrations';
import { searchKey } from '../text';

/**
 * What a company keeps has its search keys stored. An index of trigrams finds no words of one or two letters, and makes PostgreSQL
 * compute the keys of all texts that may match: a search over 50 MB took minutes.
 */
export class OwnSearch extends Migration {
  override name = '2026-12-05-95-own-search';

  override up() {
    for (const [table, column] of [
      ['own_values', 'value'],
      ['company_notes', 'text'],
    ] as const) {
      this.addSql(`drop index ${table}_search`);
      this.addSql(`alter table ${table} add search_text text generated always as (${searchKey(column)}) stored`);
    }
  }
}
