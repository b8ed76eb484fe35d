import { Migration } from '@mikro-orm/migrations';

/**
 * Triggers that say which topics a statement has changed (server/outside/postgres/databaseChanges.ts), as a notice to the
 * connection that wrote. A change of callers is also told to all servers, within the transaction.
 */
export class TellChanges extends Migration {
  override name = '2026-11-24-01-tell-changes';

  override up() {
    // INFO is always sent, whatever client_min_messages is, and not logged.
    this.addSql(`create function tell_change() returns trigger language plpgsql as $$
      begin
        raise info 'motokey changed %', tg_argv[0];
        if tg_argv[0] = 'callers' then perform pg_notify('motokey_changes', '* callers'); end if;
        return null;
      end $$`);
    // Signing in deletes expired sessions, of which there are mostly none.
    this.addSql(`create function tell_gone() returns trigger language plpgsql as $$
      begin
        if exists (select from gone) then
          raise info 'motokey changed callers';
          perform pg_notify('motokey_changes', '* callers');
        end if;
        return null;
      end $$`);

    // What a caller is, without what a sign-in or sign-out writes (last_login_at …).
    const callers = [
      [
        'users',
        'update of username, full_name, client_id, role_id, enabled, account_expired, database_download_allowed, subscription_end_date or truncate',
      ],
      ['clients', 'update of name, account_expired, subscription_end_date or truncate'],
      ['roles', 'update or truncate'],
      ['sessions', 'update of user_id, restricted, remember, created_at, expires_at or truncate'],
    ] as const;
    for (const [table, events] of callers) this.tell('callers', table, events);
    // Deleting a user deletes the sessions with it.
    this.addSql(`create trigger tell_gone after delete on sessions referencing old table as gone
      for each statement execute function tell_gone()`);

    for (const table of ['makes', 'models']) {
      this.tell('catalogue', table, 'update');
      this.tell('catalogue totals', table, 'insert or delete or truncate');
    }
    this.tell('catalogue', 'model_images', 'insert or update or delete or truncate');
  }

  private tell(topics: string, table: string, events: string) {
    this.addSql(`create trigger tell_${topics.replace(' ', '_')} after ${events} on ${table}
      for each statement execute function tell_change('${topics}')`);
  }
}
