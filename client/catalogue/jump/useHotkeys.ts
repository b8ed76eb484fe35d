import { useEffect } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable=true]';
const MODAL = '[role=dialog][aria-modal=true], [role=alertdialog]';

/** Calls `onJump` when somebody presses / outside of fields, or Ctrl/⌘K anywhere; never while a dialog is open. */
export function useHotkeys(onJump: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !(target as Element).closest?.(FIELDS);
      const isK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
      if ((!isSlash && !isK) || document.querySelector(MODAL)) return;
      event.preventDefault();
      onJump();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onJump]);
}
