import { Box } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Says something to screen readers without moving the focus. */
export function announce(message: string) {
  text = message;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands in the page from the start, because a live region that arrives with its text is not read. */
export function LiveRegion() {
  const message = useSyncExternalStore(subscribe, () => text);
  return (
    <Box srOnly role="status" aria-live="polite">
      {message}
    </Box>
  );
}
