const KEY = 'unsentSignOut';

/** The user has signed out, but the server does not know: it must still end the session. */
export function rememberSignOut() {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // The session then ends by its own time.
  }
}

/** Somebody has signed in since, in a session of their own. */
export function forgetSignOut() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

function isStored() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function send() {
  if (!isStored()) return;
  // Any answer of the server will do: the session may have ended by itself. Without Apollo, which visitors do not load.
  fetch('/api/logout', { method: 'POST' }).then(
    ({ status }) => status < 500 && forgetSignOut(),
    () => {},
  );
}

/** Ends the session of a sign-out without a connection, now or as soon as there is one. Returns whether there is such a session. */
export function sendUnsentSignOut(): boolean {
  addEventListener('online', send);
  send();
  return isStored();
}
