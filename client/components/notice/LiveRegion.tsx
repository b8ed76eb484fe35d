import { Box } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Announces a text to screen readers without moving the focus. */
export function announce(message: string) {
  text = message;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => text;

/** Is in the page from the start: screen readers do not read a live region that is added together with its text. */
export function LiveRegion() {
  const message = useSyncExternalStore(subscribe, current, current);
  return (
    <Box srOnly role="status" aria-live="polite">
      {message}
    </Box>
  );
}
