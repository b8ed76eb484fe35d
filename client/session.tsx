import { useSyncExternalStore } from 'react';

/** What this browser remembers of the signed-in user, for display only; the session itself is the server's cookie. */
export interface SessionUser {
  id: string;
  username: string;
  roles: { id: string; authority: string }[];
  isAdmin: boolean;
}

interface Session {
  user: SessionUser | null;
  /** Whether the server has said so since this page was loaded. */
  confirmed: boolean;
  /** Why the last session ended, for the login page; null after a logout. */
  notice: string | null;
  /** Whether signing in again leads back to where one was: after an expiry, not after a logout. */
  keepPlace: boolean;
  /** Whose subscription ended the session: the username to pay for; null where it ended otherwise. */
  unpaid: string | null;
  /**
   * Whether a new password is being chosen: because the user asked to, or because the session began with a temporary
   * password and nothing else is possible before.
   */
  passwordChange: 'asked' | 'required' | null;
  /** Whether the catalogue may be downloaded. Of a locksmith it is not remembered: known once the server has said so. */
  mayDownload: boolean;
}

const KEY = 'user';
/** Apart from the user, which holds what docs/look.md, "Routes" names and no more. */
const RESTRICTED = 'passwordChangeRequired';
const listeners = new Set<() => void>();
const rememberedUser = remembered();
let session: Session = {
  user: rememberedUser,
  confirmed: false,
  notice: null,
  keepPlace: true,
  unpaid: null,
  passwordChange: isRestricted() ? 'required' : null,
  mayDownload: rememberedUser?.isAdmin ?? false,
};

function remembered(): SessionUser | null {
  try {
    const user = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof user?.id === 'string' && Array.isArray(user.roles) ? user : null;
  } catch {
    return null;
  }
}

function isRestricted() {
  try {
    return localStorage.getItem(RESTRICTED) !== null;
  } catch {
    return false;
  }
}

function rememberRestriction(restricted: boolean) {
  try {
    if (restricted) localStorage.setItem(RESTRICTED, 'true');
    else localStorage.removeItem(RESTRICTED);
  } catch {
    // The server says so again after a reload.
  }
}

function set(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** The server's word about who is signed in: after login, and whenever `me` is asked. */
export function startSession(signedIn: {
  id: string;
  username: string;
  role: { id: string; authority: string };
  passwordChangeRequired: boolean;
  databaseDownloadAllowed: boolean;
}) {
  const { id, username, role, passwordChangeRequired, databaseDownloadAllowed } = signedIn;
  const roles = [{ id: role.id, authority: role.authority }];
  const user = { id, username, roles, isAdmin: role.authority === 'ROLE_ADMIN' };
  try {
    localStorage.setItem(KEY, JSON.stringify(user));
  } catch {
    // Without storage the session lasts as long as the page.
  }
  rememberRestriction(passwordChangeRequired);
  const passwordChange = passwordChangeRequired ? 'required' : session.passwordChange === 'asked' ? 'asked' : null;
  const mayDownload = user.isAdmin || databaseDownloadAllowed;
  set({ user, confirmed: true, notice: null, keepPlace: true, unpaid: null, passwordChange, mayDownload });
}

/** On logout, on any 401 (docs/look.md, "Routes") and when the subscription has ended. */
export function endSession({
  keepPlace,
  notice = null,
  unpaid = null,
}: Pick<Session, 'keepPlace'> & Partial<Pick<Session, 'notice' | 'unpaid'>>) {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored then.
  }
  rememberRestriction(false);
  if (!session.user && !notice) return;
  set({ user: null, confirmed: false, notice, keepPlace, unpaid, passwordChange: null, mayDownload: false });
}

/** The year is paid: nothing keeps them from signing in. */
export function subscriptionPaid() {
  if (session.unpaid) set({ ...session, notice: null, unpaid: null });
}

/** The server answered that a new password must be chosen first. */
export function requireNewPassword() {
  rememberRestriction(true);
  if (session.passwordChange !== 'required') set({ ...session, passwordChange: 'required' });
}

/** Opens the Reset Password dialog, which MemberShell shows. */
export const askForNewPassword = () => set({ ...session, passwordChange: session.passwordChange ?? 'asked' });

/** Closes it, unless it is required. */
export function closePasswordDialog() {
  if (session.passwordChange === 'asked') set({ ...session, passwordChange: null });
}

// Another tab signed in or out: this one follows.
addEventListener('storage', (event) => {
  if (event.key === RESTRICTED && session.user) {
    set({ ...session, passwordChange: isRestricted() ? 'required' : null });
  }
  if (event.key !== KEY && event.key !== null) return;
  const user = remembered();
  if (user?.id !== session.user?.id) {
    const passwordChange = isRestricted() ? 'required' : null;
    const mayDownload = user?.isAdmin ?? false;
    set({ user, confirmed: false, notice: null, keepPlace: true, unpaid: null, passwordChange, mayDownload });
  }
});

export function subscribeToSession(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentSession = () => session;

export const useSession = () => useSyncExternalStore(subscribeToSession, currentSession);

export const hasRole = (user: SessionUser, roles: readonly string[]) =>
  user.roles.some(({ authority }) => roles.includes(authority));
