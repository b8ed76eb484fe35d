import { Migration } from '@mikro-orm/migrations';

/** Models have a source, and say who has checked them. */
export class CheckedModels extends Migration {
  override name = '2026-12-01-40-checked-models';

  override up() {
    this.addSql(`alter table models add source varchar(255) not null default '',
      add checked_by varchar(255) not null default '', add checked_at timestamptz`);
    this.addSql('create index models_check on models (checked_at)');
  }
}
