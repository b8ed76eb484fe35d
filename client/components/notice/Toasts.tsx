import { Box, Flex, IconButton, Text } from '@chakra-ui/react';
import { CircleCheck, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismiss, subscribeToToasts, type Toast } from './toast';

/** docs/look.md, "Messages". */
const AUTO_CLOSE_MS = 5000;

function Line({ toast: { id, message }, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [held, id]);
  return (
    <Flex
      align="center"
      gap={2.5}
      ps={3}
      bg="panel"
      borderWidth="1px"
      borderColor="controlBorder"
      borderLeftWidth="4px"
      borderLeftColor="success"
      borderRadius="control"
      animation="appear 150ms"
      pointerEvents="auto"
    >
      <Box color="success" flexShrink={0}>
        <CircleCheck size={20} aria-hidden="true" />
      </Box>
      <Text flex={1}>{message}</Text>
      <IconButton variant="plain" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <X aria-hidden="true" />
      </IconButton>
    </Flex>
  );
}

/** Top right, for 5 seconds; paused while hovered or focused. In the page from the start, as a live region must be. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const [held, setHeld] = useState(false);
  const none = toasts.length === 0;
  // If the last toast closes under the pointer, no event says that the pointer has left.
  useEffect(() => {
    if (none) setHeld(false);
  }, [none]);
  return (
    <Box
      role="status"
      aria-live="polite"
      position="fixed"
      top="calc(3.5rem + 0.75rem)"
      right={3}
      zIndex="overlay"
      w="min(24rem, calc(100vw - 1.5rem))"
      display="grid"
      gap={2}
      pointerEvents="none"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <Line key={toast.id} toast={toast} held={held} />
      ))}
    </Box>
  );
}
