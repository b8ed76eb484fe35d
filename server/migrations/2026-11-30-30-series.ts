import { Migration } from '@mikro-orm/migrations';
import { rebuildJump } from './derived';

/**
 * Code series are read by the server's grammar (catalogue/series), which keeps what it has read here. The index keeps its
 * series until their texts have been read.
 *
 * contract 0.1.0: only functions of the database called code_ranges, and these are replaced
 */
export class Series extends Migration {
  override name = '2026-11-30-30-series';

  override up() {
    // `series` is null if the text cannot be read, for the reason given.
    this.addSql(`create table jump_readings (
      value varchar(255) primary key,
      grammar int not null,
      series jsonb,
      reason text
    )`);
    // `grammar` is null until the text has been read. The lowest and highest digit are those of a direct code.
    this.addSql(`alter table jump_series add grammar int, add lowest int, add highest int,
      add is_whole boolean not null default false`);
    this.addSql('create index jump_series_grammar on jump_series (grammar)');
    this.addSql(rebuildJump);
    this.addSql('drop function code_ranges');
  }
}
