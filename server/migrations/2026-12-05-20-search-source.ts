import { Migration } from '@mikro-orm/migrations';
import { rebuildSearchText } from './derived';

/** The keyword of the search also finds the source. */
export class SearchSource extends Migration {
  override name = '2026-12-05-20-search-source';

  override up() {
    this.addSql(rebuildSearchText);
  }
}
