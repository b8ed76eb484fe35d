import type { CallersSession } from '../accounts/sessions/caller';
import { userExpired } from '../accounts/subscription';
import { todayInUtc } from '../days';
import { AppError } from '../errors';

/**
 * Who may call an operation (docs/rules.md, "Roles and access"):
 * `visitor` anybody · `session` signed in, also restricted or expired · `payer` signed in, also expired ·
 * `member` with a current subscription · `company` a member who is no administrator, for what their company keeps ·
 * `downloader` a member with the download flag, or an administrator · `admin` ·
 * `system` only the server itself, never a session (docs/architecture.md, "How a request travels").
 */
const AUDIENCES = {
  visitor: 'For anybody.',
  session: 'For anybody who is signed in.',
  payer: 'For signed-in users, even if expired.',
  member: 'For members.',
  company: 'For members who are no administrators, within their company.',
  downloader: 'For members with the download flag, and for administrators.',
  admin: 'For administrators.',
  system: 'For the server itself.',
};
export type Access = keyof typeof AUDIENCES;

/** For callers that the compiler does not check. */
export const isAccess = (access: string): access is Access => Object.hasOwn(AUDIENCES, access);

/** What an operation does, and who may call it. */
export const describeOperation = ({ access, description }: { access: Access; description: string }): string =>
  `${description} ${AUDIENCES[access]}`;

/** Throws unless the holder of `session` may call operations of `access`. */
export function authorize(access: Access, session: CallersSession | null): void {
  if (access === 'visitor') return;
  if (!session) throw new AppError('UNAUTHENTICATED', 'Please sign in.');
  if (access === 'session') return;
  refuseRestricted(session);
  if (access === 'payer') return;
  const { user } = session;
  if (access === 'system') throw notAllowed();
  const roleSuffices =
    access === 'company'
      ? !user.isAdmin
      : user.isAdmin || access === 'member' || (access === 'downloader' && user.databaseDownloadAllowed);
  if (!roleSuffices) throw notAllowed();
  if (userExpired(user, todayInUtc())) {
    throw new AppError('PAYMENT_REQUIRED', 'Your subscription has ended. Please extend your account.');
  }
}

/** Throws if the session was opened with a temporary password, which lasts until a new one is chosen. */
export function refuseRestricted({ restricted }: CallersSession): void {
  if (restricted) throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Please choose a new password first.');
}

const notAllowed = () => new AppError('FORBIDDEN', 'You are not allowed to do this.');
