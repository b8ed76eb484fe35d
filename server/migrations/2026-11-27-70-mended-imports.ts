import { Migration } from '@mikro-orm/migrations';

/** Rows of an import can be mended: `original` keeps the cells of the file, `mended` marks rows that need another check. */
export class MendedImports extends Migration {
  override name = '2026-11-27-70-mended-imports';

  override up() {
    this.addSql(`alter table imports add mended int not null default 0, add near jsonb not null default '[]'`);
    this.addSql('alter table import_rows add original text[], add mended boolean not null default false');
  }
}
