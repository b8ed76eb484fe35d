import { Migration } from '@mikro-orm/migrations';

/**
 * An import says what of the file was read, how empty cells and open years are read, and what its check has found. A row of
 * a sheet can be several rows of the import, one for each of its years; only the first, part 0, has the cells.
 */
export class SheetChoices extends Migration {
  override name = '2026-11-28-20-sheet-choices';

  override up() {
    this.addSql(`alter table imports add reading jsonb, add check_warnings jsonb not null default '[]',
      add fill_down jsonb not null default '[]', add open_until int`);
    this.addSql('alter table import_rows add part smallint not null default 0, add dates int[]');
    this.addSql('alter table import_rows drop constraint import_rows_pkey, add primary key (import_id, number, part)');
  }
}
