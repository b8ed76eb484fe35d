import { Migration } from '@mikro-orm/migrations';

/** Whatever says who did something also says with which API token (docs/rules.md, "API tokens"). */
export class NameTokens extends Migration {
  override name = '2026-12-05-50-name-tokens';

  override up() {
    for (const table of ['log_entries', 'log_counts', 'model_changes', 'key_system_changes', 'imports'])
      this.addSql(`alter table ${table} add token varchar(100)`);
  }
}
