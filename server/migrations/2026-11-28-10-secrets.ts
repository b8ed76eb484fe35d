import { Migration } from '@mikro-orm/migrations';

/** Values that all servers of a database share and that never leave it. */
export class Secrets extends Migration {
  override name = '2026-11-28-10-secrets';

  override up() {
    this.addSql('create table secrets (name text primary key, value text not null)');
    // The key of `Model.keyDataHash`.
    this.addSql(`insert into secrets values ('key data digest', gen_random_uuid()::text || gen_random_uuid())`);
  }
}
