import { Migration } from '@mikro-orm/migrations';

/** Indexes for the filters of users, clients, payments and the log that match few rows. */
export class FilterLists extends Migration {
  override name = '2026-11-27-71-filter-lists';

  override up() {
    this.addSql('create index users_role on users (role_id)');
    this.addSql('create index users_disabled on users (created_at desc, id desc) where not enabled');
    for (const table of ['users', 'clients'])
      this.addSql(`create index ${table}_expired on ${table} (subscription_end_date, id) where account_expired`);
    // For searching by the beginning of a username (usernameKey).
    this.addSql(`create index payments_username_key on payments
      ((lower(normalize(username, NFKC) collate "und-x-icu")) text_pattern_ops, created_at desc, id desc)`);
    this.addSql('create index payments_disputed on payments (created_at desc, id desc) where disputed');
    this.addSql('create index payments_refunded on payments (created_at desc, id desc) where refunded_cents > 0');
    this.addSql(`create index log_entries_subject on log_entries (subject_type, subject_id, created_at desc, id desc)
      where subject_type is not null`);
  }
}
