import { Box } from '@chakra-ui/react';

/** A thin bar during a refresh. It appears after 150 ms, so that quick answers do not flicker. */
export function BusyBar({ busy }: { busy: boolean }) {
  return (
    <Box h="2px" overflow="hidden" aria-hidden="true">
      {busy && (
        <Box
          h="full"
          w="25%"
          bg="accent"
          transform="translateX(-100%)"
          animation="progress 1.1s linear 150ms infinite"
        />
      )}
    </Box>
  );
}
