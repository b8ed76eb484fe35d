import { Migration } from '@mikro-orm/migrations';

/** The access audit reads openings by time, newest first. */
export class AccessAudit extends Migration {
  override name = '2026-11-27-62-access-audit';

  override up() {
    this.addSql('create index sheet_openings_opened on sheet_openings (opened_at, user_id)');
    // The new index also finds old rows.
    this.addSql('drop index sheet_openings_time');
  }
}
