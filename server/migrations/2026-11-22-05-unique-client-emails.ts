import { Migration } from '@mikro-orm/migrations';

/** Clients are found by their email in the same form as users by their username, whatever the database's locale. */
export class UniqueClientEmails extends Migration {
  override name = '2026-11-22-unique-client-emails';

  override up() {
    this.addSql('drop index clients_primary_email');
    this.addSql(
      `create unique index clients_primary_email on clients (lower(normalize(primary_email, NFKC) collate "und-x-icu"))`,
    );
  }
}
