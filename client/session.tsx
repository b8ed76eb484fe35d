import { useSyncExternalStore } from 'react';

/** The stored data of the signed-in user, for display only; the session itself is the server's cookie. */
export interface SessionUser {
  id: string;
  username: string;
  roles: { id: string; authority: string }[];
  isAdmin: boolean;
}

interface Session {
  user: SessionUser | null;
  /** Whether the server has confirmed the user since this page loaded. */
  confirmed: boolean;
  /** Whether somebody may be signed in although the browser's storage names nobody: the server has to be asked. */
  userUnknown?: boolean;
  /** Why the last session ended, for the login page; null after a logout. */
  notice: string | null;
  /** Whether the next sign-in returns to the last page: after an expiry, not after a logout. */
  keepPlace: boolean;
  /** The username to pay for, if an ended subscription closed the session; otherwise null. */
  unpaid: string | null;
  /**
   * Whether a new password is being chosen: at the user's request, or because the session began with a temporary
   * password, which allows nothing else until it is changed.
   */
  passwordChange: 'asked' | 'required' | null;
  /** Whether the user must set up a second factor, which allows nothing else until then. */
  secondFactorRequired: boolean;
  /** Whether the tour is to be shown: to a new user, or because it was asked for. */
  tour: 'due' | 'asked' | null;
  /** Whether the user may download the catalogue. Not stored for a locksmith: known once the server answers. */
  mayDownload: boolean;
  /** The last day on which the user has access, in UTC; null for administrators, undefined until the server answers. */
  lastDay?: string | null | undefined;
  /** In which unit the user reads measures: null as recorded, undefined until the server answers. */
  lengthUnit?: 'inch' | 'mm' | null | undefined;
}

const KEY = 'user';
/** Stored separately, because the stored user holds only the fields in docs/look.md, "Routes". */
const NEW_PASSWORD = 'passwordChangeRequired';
const SECOND_FACTOR = 'secondFactorRequired';
type Restriction = typeof NEW_PASSWORD | typeof SECOND_FACTOR;
/** Before the names of what the tab or the device keeps for the user, until they sign out or change. */
export const OF_USER = 'ofUser-';
const listeners = new Set<() => void>();
const leaveListeners: (() => void)[] = [];
const rememberedUser = remembered();
let session: Session = {
  user: rememberedUser,
  confirmed: false,
  notice: null,
  keepPlace: true,
  unpaid: null,
  passwordChange: isRestricted(NEW_PASSWORD) ? 'required' : null,
  secondFactorRequired: isRestricted(SECOND_FACTOR),
  tour: null,
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

function isRestricted(to: Restriction) {
  try {
    return localStorage.getItem(to) !== null;
  } catch {
    return false;
  }
}

function rememberRestriction(to: Restriction, restricted: boolean) {
  try {
    if (restricted) localStorage.setItem(to, 'true');
    else localStorage.removeItem(to);
  } catch {
    // After a reload the server reports it again.
  }
}

/** Without a user at the start: another tab may have signed out while this one was away. */
if (!rememberedUser) forgetOfUser();

function forgetOfUser() {
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const name of Object.keys(storage)) if (name.startsWith(OF_USER)) storage.removeItem(name);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

/** Keeps a text in this tab across reloads, until the user signs out or changes; null removes it. */
export function keepInTab(name: string, text: string | null) {
  try {
    if (text === null) sessionStorage.removeItem(OF_USER + name);
    else sessionStorage.setItem(OF_USER + name, text);
  } catch {
    // Without storage, it lasts until the page is left.
  }
}

export function keptInTab(name: string): string | null {
  try {
    return sessionStorage.getItem(OF_USER + name);
  } catch {
    return null;
  }
}

function set(next: Session) {
  const left = session.user?.id;
  session = next;
  for (const listener of listeners) listener();
  if (!left || left === next.user?.id) return;
  forgetOfUser();
  for (const leave of leaveListeners) leave();
}

/** Registers what to forget when the user signs out or changes: nothing of one user may be visible to the next. */
export const onLeave = (leave: () => void) => void leaveListeners.push(leave);

/** Stores the signed-in user that the server returned, after login and after each `me` query. */
export function startSession(signedIn: {
  id: string;
  username: string;
  role: { id: string; authority: string };
  passwordChangeRequired: boolean;
  secondFactorRequired: boolean;
  databaseDownloadAllowed: boolean;
  lastDay: string | null;
  tourDue: boolean;
  lengthUnit: 'INCH' | 'MM' | null;
}) {
  const { id, username, role, passwordChangeRequired, secondFactorRequired } = signedIn;
  const { databaseDownloadAllowed, lastDay, tourDue } = signedIn;
  const roles = [{ id: role.id, authority: role.authority }];
  const user = { id, username, roles, isAdmin: role.authority === 'ROLE_ADMIN' };
  try {
    localStorage.setItem(KEY, JSON.stringify(user));
  } catch {
    // Without storage, the session lasts until the page is closed.
  }
  rememberRestriction(NEW_PASSWORD, passwordChangeRequired);
  rememberRestriction(SECOND_FACTOR, secondFactorRequired);
  const passwordChange = passwordChangeRequired ? 'required' : session.passwordChange === 'asked' ? 'asked' : null;
  const tour = session.tour ?? (tourDue ? 'due' : null);
  const mayDownload = user.isAdmin || databaseDownloadAllowed;
  set({
    user,
    confirmed: true,
    notice: null,
    keepPlace: true,
    unpaid: null,
    passwordChange,
    secondFactorRequired,
    tour,
    mayDownload,
    lastDay,
    lengthUnit: signedIn.lengthUnit && (signedIn.lengthUnit === 'MM' ? 'mm' : 'inch'),
  });
  rememberUnit();
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
    // Storage is blocked, so nothing was stored.
  }
  rememberRestriction(NEW_PASSWORD, false);
  rememberRestriction(SECOND_FACTOR, false);
  if (!session.user && !session.userUnknown && !notice) return;
  set({
    user: null,
    confirmed: false,
    notice,
    keepPlace,
    unpaid,
    passwordChange: null,
    secondFactorRequired: false,
    tour: null,
    mayDownload: false,
  });
}

/** Somebody may have a session, although the storage, which is for display only, names nobody: it may have been emptied. */
export function suspectSession() {
  if (!session.user) session = { ...session, userUnknown: true };
}

/** The subscription is paid, so the user can sign in again. */
export function subscriptionPaid() {
  if (session.unpaid) set({ ...session, notice: null, unpaid: null });
}

/** The server requires a new password first. */
export function requireNewPassword() {
  rememberRestriction(NEW_PASSWORD, true);
  if (session.passwordChange !== 'required') set({ ...session, passwordChange: 'required' });
}

/** The server requires a second factor first, or no longer: it has been set up. */
export function requireSecondFactor(required: boolean) {
  rememberRestriction(SECOND_FACTOR, required);
  if (session.secondFactorRequired !== required) set({ ...session, secondFactorRequired: required });
}

/** Opens the Reset Password dialog, which MemberShell shows. */
export const askForNewPassword = () => set({ ...session, passwordChange: session.passwordChange ?? 'asked' });

/** Closes it, unless it is required. */
export function closePasswordDialog() {
  if (session.passwordChange === 'asked') set({ ...session, passwordChange: null });
}

/** Under this name the unit in which the user reads measures is stored, for all tabs. */
export const UNIT = `${OF_USER}shownUnit`;
/** Follows a stored unit that the server does not have yet. */
export const UNSENT = ' unsent';
/** Dispatched on the window when the stored unit has changed in this tab. */
export const UNIT_CHANGED = 'shownunit';

/** The server's unit takes the place of the stored one, unless that is newer. */
function rememberUnit() {
  try {
    if (session.lengthUnit && !localStorage.getItem(UNIT)?.endsWith(UNSENT))
      localStorage.setItem(UNIT, session.lengthUnit);
  } catch {
    // Storage is blocked: `lengthUnit` is used.
  }
  dispatchEvent(new Event(UNIT_CHANGED));
}

/** Starts the tour, which MemberShell shows. */
export const askForTour = () => set({ ...session, tour: 'asked' });

export const closeTour = () => set({ ...session, tour: null });

// Another tab signed in or out: this one follows.
addEventListener('storage', (event) => {
  if (event.key === NEW_PASSWORD && session.user) {
    set({ ...session, passwordChange: isRestricted(NEW_PASSWORD) ? 'required' : null });
  }
  if (event.key === SECOND_FACTOR && session.user) {
    set({ ...session, secondFactorRequired: isRestricted(SECOND_FACTOR) });
  }
  // Emptied, which is no sign-out: the server says whether the user is still signed in.
  if (event.key === null && session.user) return set({ ...session, confirmed: false });
  if (event.key !== KEY) return;
  const user = remembered();
  if (user?.id !== session.user?.id) {
    const passwordChange = isRestricted(NEW_PASSWORD) ? 'required' : null;
    const secondFactorRequired = isRestricted(SECOND_FACTOR);
    const mayDownload = user?.isAdmin ?? false;
    set({
      user,
      confirmed: false,
      notice: null,
      keepPlace: true,
      unpaid: null,
      passwordChange,
      secondFactorRequired,
      tour: null,
      mayDownload,
    });
  }
});

function subscribeToSession(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentSession = () => session;

export const useSession = () => useSyncExternalStore(subscribeToSession, currentSession, currentSession);

export const hasRole = (user: SessionUser, roles: readonly string[]) =>
  user.roles.some(({ authority }) => roles.includes(authority));
