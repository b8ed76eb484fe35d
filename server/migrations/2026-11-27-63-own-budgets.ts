import { Migration } from '@mikro-orm/migrations';

/** A user may have individual sheet budgets, which servers cache with the caller. */
export class OwnBudgets extends Migration {
  override name = '2026-11-27-63-own-budgets';

  override up() {
    this.addSql(`alter table users
      add sheets_per_hour int check (sheets_per_hour between 1 and 100000),
      add sheets_per_day int check (sheets_per_day between 1 and 100000)`);
    this.addSql(`create or replace trigger tell_callers after update of username, full_name, client_id, role_id, enabled,
      account_expired, database_download_allowed, subscription_end_date, sheets_per_hour, sheets_per_day or truncate
      on users for each statement execute function tell_change('callers')`);
  }
}
