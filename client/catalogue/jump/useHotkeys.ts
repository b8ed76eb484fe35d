import { useEffect } from 'react';
import { useStable } from '../../components/useStable';
import { useSingleKey } from '../../shell/keys/singleKeys';

const MODAL = '[role=dialog][aria-modal=true], [role=alertdialog]';

/** Calls `onJump` on / outside of fields and on Ctrl/⌘K anywhere, unless a dialog is open. */
export function useHotkeys(onJump: () => void) {
  const jump = useStable(onJump);
  useSingleKey('/', jump);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const isK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
      if (!isK || document.querySelector(MODAL)) return;
      event.preventDefault();
      jump();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [jump]);
}
