import type { Statement } from '../../outside/postgres/reads';
import type { ApiToken } from '../apiTokens/apiToken.entity';
import type { Client } from '../clients/client.entity';
import type { TokenScope } from '../tokenScope';
import { Role } from '../users/role.entity';
import type { User } from '../users/user.entity';
import type { Session } from './session.entity';

/** The API token with which a program acts for its user. */
export interface CallersToken
  extends Pick<ApiToken, 'id' | 'name' | 'registeredOnly' | 'sheetsPerHour' | 'sheetsPerDay'> {
  scopes: (keyof typeof TokenScope)[];
  /** Whether its user has confirmed it for what their company keeps. */
  confirmed: boolean;
}

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
    | 'lengthUnit'
    | 'secondFactor'
    | 'accountExpired'
    | 'subscriptionEndDate'
    | 'role'
  > {
  client: Pick<Client, 'id' | 'name' | 'accountExpired' | 'subscriptionEndDate'>;
  /** Absent for somebody who has signed in. */
  apiToken?: CallersToken;
}

/** The session of a request. That of a request with an API token is made from the token, and has no row in `sessions`. */
export interface CallersSession
  extends Pick<Session, 'id' | 'tokenHash' | 'restricted' | 'remember' | 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  user: Caller;
}

/** What a caller is, of the user `u` with the role `r`. */
const USER = `(select row_to_json(u) from (
        select u.id, u.username, u.full_name as "fullName", u.account_expired as "accountExpired",
          u.database_download_allowed as "databaseDownloadAllowed",
          u.sheets_per_hour as "sheetsPerHour", u.sheets_per_day as "sheetsPerDay", u.tour_due as "tourDue", u.length_unit as "lengthUnit",
          u.second_factor as "secondFactor",
          u.subscription_end_date as "subscriptionEndDate", row_to_json(r) as role,
          (select row_to_json(c) from (
            select id, name, account_expired as "accountExpired", subscription_end_date as "subscriptionEndDate"
            from clients where id = u.client_id
          ) c) as client
      ) u) as user`;

/**
 * A session of an enabled user, by the hash of its token. The triggers of migrations 2026-11-24-01, 2026-12-03-10 and
 * 2026-12-05-51 list the columns whose changes make servers read it again; expiry is checked on each use.
 */
export const CALLER: Statement = {
  name: 'caller',
  text: `select row_to_json(found) from (
    select s.id, s.token_hash as "tokenHash", s.restricted, s.remember, s.created_at as "createdAt",
      s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt",
      ${USER}
    from sessions s join users u on u.id = s.user_id join roles r on r.id = u.role_id
    where s.token_hash = $1 and u.enabled
  ) found`,
};

/** The same of an API token that is not revoked. */
export const TOKEN_CALLER: Statement = {
  name: 'token caller',
  text: `select row_to_json(found) from (
    select 'token ' || t.id as id, t.token_hash as "tokenHash", false as restricted, false as remember,
      t.created_at as "createdAt", t.expires_at as "expiresAt", coalesce(t.last_used_at, t.created_at - interval '1 day') as "lastUsedAt",
      (select row_to_json(a) from (
        select t.id, t.name, t.scopes, t.registered_only as "registeredOnly",
          t.sheets_per_hour as "sheetsPerHour", t.sheets_per_day as "sheetsPerDay", t.confirmed_at is not null as confirmed
      ) a) as "apiToken",
      ${USER}
    from api_tokens t join users u on u.id = t.user_id join roles r on r.id = u.role_id
    where t.token_hash = $1 and t.revoked_at is null and u.enabled
  ) found`,
};

type Times = 'createdAt' | 'expiresAt' | 'lastUsedAt';
export type CallerRow = Omit<CallersSession, Times | 'user'> &
  Record<Times, string> & { user: Omit<Caller, 'isAdmin'>; apiToken?: CallersToken };

export const asCaller = ({
  createdAt,
  expiresAt,
  lastUsedAt,
  user,
  apiToken,
  ...session
}: CallerRow): CallersSession => ({
  ...session,
  createdAt: new Date(createdAt),
  expiresAt: new Date(expiresAt),
  lastUsedAt: new Date(lastUsedAt),
  user: { ...user, isAdmin: user.role.id === Role.ADMIN, ...(apiToken && { apiToken }) },
});
