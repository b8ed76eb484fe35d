import { Migration } from '@mikro-orm/migrations';

/** Imports have a version, so that nobody applies rows that somebody else has mended or checked meanwhile. */
export class ImportVersions extends Migration {
  override name = '2026-11-27-82-import-versions';

  override up() {
    this.addSql('alter table imports add version int not null default 1');
  }
}
