import type { Statement } from '../../outside/postgres/reads';
import type { Client } from '../clients/client.entity';
import { Role } from '../users/role.entity';
import type { User } from '../users/user.entity';
import type { Session } from './session.entity';

/** A signed-in user, as far as operations need to know. Plain data: it may be shared by many requests. */
export interface Caller
  extends Pick<
    User,
    | 'id'
    | 'username'
    | 'fullName'
    | 'isAdmin'
    | 'databaseDownloadAllowed'
    | 'sheetsPerHour'
    | 'sheetsPerDay'
    | 'tourDue'
    | 'accountExpired'
    | 'subscriptionEndDate'
    | 'role'
  > {
  client: Pick<Client, 'id' | 'name' | 'accountExpired' | 'subscriptionEndDate'>;
}

/** The session of a request. */
export interface CallersSession
  extends Pick<Session, 'id' | 'tokenHash' | 'restricted' | 'remember' | 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  user: Caller;
}

/**
 * A session of an enabled user, by the hash of its token. The triggers of migrations 2026-11-24-01 and 2026-12-01-60 list
 * the columns whose changes make servers read it again; expiry is checked on each use.
 */
export const CALLER: Statement = {
  name: 'caller',
  text: `select row_to_json(found) from (
    select s.id, s.token_hash as "tokenHash", s.restricted, s.remember, s.created_at as "createdAt",
      s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt",
      (select row_to_json(u) from (
        select u.id, u.username, u.full_name as "fullName", u.account_expired as "accountExpired",
          u.database_download_allowed as "databaseDownloadAllowed",
          u.sheets_per_hour as "sheetsPerHour", u.sheets_per_day as "sheetsPerDay", u.tour_due as "tourDue",
          u.subscription_end_date as "subscriptionEndDate", row_to_json(r) as role,
          (select row_to_json(c) from (
            select id, name, account_expired as "accountExpired", subscription_end_date as "subscriptionEndDate"
            from clients where id = u.client_id
          ) c) as client
      ) u) as user
    from sessions s join users u on u.id = s.user_id join roles r on r.id = u.role_id
    where s.token_hash = $1 and u.enabled
  ) found`,
};

type Times = 'createdAt' | 'expiresAt' | 'lastUsedAt';
export type CallerRow = Omit<CallersSession, Times | 'user'> &
  Record<Times, string> & { user: Omit<Caller, 'isAdmin'> };

export const asCaller = ({ createdAt, expiresAt, lastUsedAt, user, ...session }: CallerRow): CallersSession => ({
  ...session,
  createdAt: new Date(createdAt),
  expiresAt: new Date(expiresAt),
  lastUsedAt: new Date(lastUsedAt),
  user: { ...user, isAdmin: user.role.id === Role.ADMIN },
});
