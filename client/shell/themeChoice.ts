import { useSyncExternalStore } from 'react';

export const themeChoices = ['system', 'light', 'dark'] as const;
type ThemeChoice = (typeof themeChoices)[number];

const KEY = 'theme';

function stored(): ThemeChoice {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === 'light' || choice === 'dark' ? choice : 'system';
  } catch {
    return 'system';
  }
}

/** public/early.js listens for `themechoice` and sets the class on <html>; only it resolves "system". */
function choose(choice: ThemeChoice) {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage may be blocked; then the system setting still applies.
  }
  dispatchEvent(new Event('themechoice'));
}

function subscribe(listener: () => void) {
  addEventListener('themechoice', listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener('themechoice', listener);
    removeEventListener('storage', listener);
  };
}

/** A page that the build rendered shows "system" until the script runs. */
const rendered = () => 'system' as const;

export const useThemeChoice = () => [useSyncExternalStore(subscribe, stored, rendered), choose] as const;
