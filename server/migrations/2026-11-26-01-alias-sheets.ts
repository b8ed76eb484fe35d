import { Migration } from '@mikro-orm/migrations';

/** Aliases that are written together, from a sheet, refresh the index of each make once instead of once for each alias. */
export class AliasSheets extends Migration {
  override name = '2026-11-26-01-alias-sheets';

  override up() {
    this.addSql(`create function jump_of_aliases() returns trigger language plpgsql as $$
      begin
        perform refresh_jump(array_agg(make_id), array_agg(name)) from jump_names
          where make_id in (select make_id from added);
        return null;
      end $$`);
    this.addSql(`create trigger jump_aliases after insert on aliases referencing new table as added
      for each statement execute function jump_of_aliases()`);
    this.addSql(`create or replace trigger jump_alias after update or delete on aliases
      for each row execute function jump_of_make('make_id')`);
  }
}
