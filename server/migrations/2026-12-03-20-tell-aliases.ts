import { Migration } from '@mikro-orm/migrations';

/** Servers keep the makes with their nicknames, for Jump. */
export class TellAliases extends Migration {
  override name = '2026-12-03-20-tell-aliases';

  override up() {
    this.addSql(`create trigger tell_catalogue after insert or update or delete or truncate on aliases
      for each statement execute function tell_change('catalogue')`);
  }
}
