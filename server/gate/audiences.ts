import type { Caller, CallersSession, CallersToken } from '../accounts/sessions/caller';
import { userExpired } from '../accounts/subscription';
import type { TokenScope } from '../accounts/tokenScope';
import type { Context } from '../context';
import { todayInUtc } from '../days';
import { AppError } from '../errors';

/**
 * Who may call an operation (docs/rules.md, "Roles and access"):
 * `visitor` anybody · `session` signed in, also restricted or expired · `own` signed in, also expired or without a required
 * second factor, for what secures the account · `payer` signed in, also expired ·
 * `member` with a current subscription · `personal` a member, for what they keep themselves · `company` a member who is no
 * administrator, for what their company keeps ·
 * `downloader` a member with the download flag, or an administrator · `admin` ·
 * `system` only the server itself, never a session (docs/architecture.md, "How a request travels").
 */
const AUDIENCES = {
  visitor: 'For anybody.',
  session: 'For anybody who is signed in.',
  own: 'For signed-in users, even if expired or without a required second factor.',
  payer: 'For signed-in users, even if expired.',
  member: 'For members.',
  personal: 'For members, each their own.',
  company: 'For members who are no administrators, within their company.',
  downloader: 'For members with the download flag, and for administrators.',
  admin: 'For administrators.',
  system: 'For the server itself.',
};
export type Access = keyof typeof AUDIENCES;

/** For callers that the compiler does not check. */
export const isAccess = (access: string): access is Access => Object.hasOwn(AUDIENCES, access);

/**
 * The scope that an API token needs for an operation, besides the rights of its user. `ANY` is for what answers of several scopes
 * contain: relations of records, pictures. An operation without a scope is closed to tokens.
 */
export type Scope = keyof typeof TokenScope | 'ANY';

interface Called {
  access: Access;
  scope?: Scope | undefined;
}

/** Whether it is about what a user or their company keeps, which others learn only if the user lets them. */
const isKept = (access: Access) => access === 'personal' || access === 'company';

/** What an operation does, who may call it, and with which scope of an API token. */
export const describeOperation = ({ access, scope, description }: Called & { description: string }): string =>
  `${description} ${AUDIENCES[access]}${scope ? ` API tokens: ${scope === 'ANY' ? 'any scope' : scope}${isKept(access) ? ', once their users have confirmed them' : ''}.` : ''}`;

type Rules = Pick<Context, 'secondFactor'>;

/** Throws unless the holder of `session` may call the operation. */
export function authorize({ access, scope }: Called, session: CallersSession | null, rules: Rules): void {
  if (session?.user.apiToken) requireScope(scope, session.user.apiToken);
  if (access === 'visitor') return;
  if (!session) throw new AppError('UNAUTHENTICATED', 'Please sign in.');
  if (access === 'session') return;
  refuseRestricted(session);
  if (access === 'own') return;
  refuseWithoutFactor(session, rules);
  if (access === 'payer') return;
  const { user } = session;
  if (access === 'system') throw notAllowed();
  const roleSuffices =
    access === 'company'
      ? !user.isAdmin
      : user.isAdmin ||
        access === 'member' ||
        access === 'personal' ||
        (access === 'downloader' && user.databaseDownloadAllowed);
  if (!roleSuffices) throw notAllowed();
  // Administrators make their own tokens.
  if (isKept(access) && user.apiToken && !user.isAdmin && !user.apiToken.confirmed) throw notConfirmed();
  if (userExpired(user, todayInUtc())) {
    throw new AppError('PAYMENT_REQUIRED', 'Your subscription has ended. Please extend your account.');
  }
}

/** Throws if the session was opened with a temporary password, which lasts until a new one is chosen. */
export function refuseRestricted({ restricted }: CallersSession): void {
  if (restricted) throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Please choose a new password first.');
}

/** Throws if the user needs a second factor and has none (docs/rules.md, "Second factor"). */
export function refuseWithoutFactor({ user }: CallersSession, rules: Rules): void {
  if (lacksFactor(user, rules)) throw new AppError('SECOND_FACTOR_REQUIRED', 'Please set up a second factor first.');
}

export const lacksFactor = (user: Pick<Caller, 'isAdmin' | 'secondFactor'>, { secondFactor }: Rules): boolean =>
  secondFactor.forAdmins && user.isAdmin && !user.secondFactor;

/** Throws FORBIDDEN unless the token is open for an operation of this scope. */
function requireScope(scope: Scope | undefined, { scopes }: CallersToken): void {
  if (scope === 'ANY' || (scope && scopes.includes(scope))) return;
  const needs = scope ? `This API token does not have the scope ${scope}.` : 'This is not open to API tokens.';
  throw new AppError('FORBIDDEN', needs);
}

const notConfirmed = () =>
  new AppError(
    'FORBIDDEN',
    'The user of this API token has not confirmed it for what they and their company keep: they can at “Sign-in security”.',
  );

const notAllowed = () => new AppError('FORBIDDEN', 'You are not allowed to do this.');
