import { Button, chakra, Text } from '@chakra-ui/react';
import { useState } from 'react';

/** Offers the new version, bottom left. A form with unsaved input asks before the page is reloaded. */
export function NewVersion() {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <chakra.section
      aria-label="New version"
      position="fixed"
      bottom="calc(var(--foot) + 0.75rem)"
      left={3}
      zIndex="overlay"
      maxW="calc(100vw - 1.5rem)"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap={3}
      ps={3}
      py={2}
      pe={2}
      bg="panel"
      borderWidth="1px"
      borderColor="controlBorder"
      borderLeftWidth="4px"
      borderLeftColor="accent"
      borderRadius="control"
      animation="appear 150ms"
      _print={{ display: 'none' }}
    >
      <Text role="status" flex={1}>
        A new version is ready.
      </Text>
      <Button onClick={() => location.reload()}>Reload</Button>
      <Button variant="plain" onClick={() => setShown(false)}>
        Later
      </Button>
    </chakra.section>
  );
}
