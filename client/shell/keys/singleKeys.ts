import { useEffect, useSyncExternalStore } from 'react';
import { useStable } from '../../components/useStable';

const KEY = 'singleKeys';
const CHANGED = 'singlekeys';
/** Where a character is text, and what must be closed first. */
const TYPED = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=menu]';
const MODAL = '[role=dialog][aria-modal=true], [role=alertdialog]';

function isOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

function turn(on: boolean) {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage may be blocked; then they stay on.
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void) {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}

/** Whether single keys act, which is kept in the browser, and how to turn that on or off (WCAG 2.1.4). */
export const useSingleKeys = () => [useSyncExternalStore(subscribe, isOn), turn] as const;

/** Calls `act` when somebody presses this key alone, outside of fields, menus and dialogs. */
export function useSingleKey(wanted: string, act: () => void) {
  const newest = useStable(act);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event;
      if (key.toLowerCase() !== wanted || ctrlKey || metaKey || altKey || repeat || defaultPrevented || !isOn()) return;
      if ((target as Element).closest?.(TYPED) || document.querySelector(MODAL)) return;
      event.preventDefault();
      newest();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [wanted, newest]);
}
