import { Migration } from '@mikro-orm/migrations';

/** What a drawing of the key needs in addition to spacing and depth. The fields are choices and not searched (derived.ts). */
export class KeyFacts extends Migration {
  override name = '2026-11-25-01-key-facts';

  override up() {
    for (const column of ['unit', 'datum', 'sides', 'macs', 'code_direction']) {
      this.addSql(`alter table models add ${column} varchar(20) not null default ''`);
    }
  }
}
