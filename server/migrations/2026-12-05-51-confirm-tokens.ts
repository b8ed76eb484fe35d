import { Migration } from '@mikro-orm/migrations';

/**
 * A user knows of every token in their name, and confirms those that read what their company keeps (docs/decisions/0057).
 * Tokens go on working for everything else, except those that administrators have made for other administrators: they end.
 * `tellOfTokens` mails users about the tokens that they have.
 */
export class ConfirmTokens extends Migration {
  override name = '2026-12-05-51-confirm-tokens';

  override up() {
    this.addSql('alter table api_tokens add confirmed_at timestamptz, add told_at timestamptz');
    this.addSql('update api_tokens set told_at = now() where revoked_at is not null or expires_at < now()');
    this.addSql(`create or replace trigger tell_callers after update of token_hash, name, user_id, scopes, registered_only,
      sheets_per_hour, sheets_per_day, created_at, expires_at, revoked_at, confirmed_at or truncate
      on api_tokens for each statement execute function tell_change('callers')`);
    // An administrator's token whose secret another one has seen: at the creation, or at a rotation that the log has.
    this.addSql(`update api_tokens t set revoked_at = now() from users u
      where u.id = t.user_id and u.role_id = 1 and t.revoked_at is null and (lower(t.created_by) <> lower(u.username) or exists (
        select from log_entries l where l.kind = 'API_TOKEN_ROTATED' and l.subject_id = u.id and l.user_id is distinct from u.id
          and strpos(l.details, '“' || t.name || '”') > 0))`);
    this.addSql(
      `update api_tokens set expires_at = now() + interval '366 days' where expires_at > now() + interval '366 days'`,
    );
  }
}
