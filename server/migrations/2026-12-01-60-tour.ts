import { Migration } from '@mikro-orm/migrations';

/** Who is still to be shown the tour: users who are added from now on. Servers cache it with the caller. */
export class Tour extends Migration {
  override name = '2026-12-01-60-tour';

  override up() {
    this.addSql('alter table users add tour_due boolean not null default false');
    this.addSql(`create or replace trigger tell_callers after update of username, full_name, client_id, role_id, enabled,
      account_expired, database_download_allowed, subscription_end_date, sheets_per_hour, sheets_per_day, tour_due or truncate
      on users for each statement execute function tell_change('callers')`);
  }
}
