import { Migration } from '@mikro-orm/migrations';

/** In which unit a user reads measures; null: as recorded. Servers cache it with the caller. */
export class LengthUnit extends Migration {
  override name = '2026-12-03-10-length-unit';

  override up() {
    this.addSql(`alter table users add length_unit text check (length_unit in ('inch', 'mm'))`);
    this.addSql(`create or replace trigger tell_callers after update of username, full_name, client_id, role_id, enabled,
      account_expired, database_download_allowed, subscription_end_date, sheets_per_hour, sheets_per_day, tour_due,
      second_factor, length_unit or truncate
      on users for each statement execute function tell_change('callers')`);
  }
}
