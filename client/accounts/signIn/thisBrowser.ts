import { useSyncExternalStore } from 'react';

const KEY = 'secondFactor';

function stored() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

const never = () => () => {};

/**
 * Whether somebody has signed in with a code in this browser: then the login page asks for one at once. What is stored names
 * nobody and survives a sign-out. A page that the build rendered does not ask until its script runs.
 */
export const useUsesCode = () => useSyncExternalStore(never, stored, () => false);

export function rememberCode() {
  try {
    localStorage.setItem(KEY, 'code');
  } catch {
    // Storage is blocked: the user has to ask for the field.
  }
}

/** Whether it can use passkeys. Most can, so the page that the build rendered offers them. */
export const useHasPasskeys = () =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in globalThis,
    () => true,
  );
