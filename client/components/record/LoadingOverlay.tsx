import { Box } from '@chakra-ui/react';

/** Over a form whose record is being loaded (docs/look.md, "Forms"); the fields beneath reserve the space. */
export const LoadingOverlay = () => (
  <>
    <Box position="absolute" inset={0} zIndex={1} bg="canvas" opacity={0.8} />
    <Box
      role="status"
      position="absolute"
      top={12}
      left="50%"
      transform="translateX(-50%)"
      zIndex={1}
      px={6}
      py={3}
      bg="panel"
      borderWidth="1px"
      borderColor="controlBorder"
      borderRadius="control"
      fontWeight="semibold"
    >
      Loading...
    </Box>
  </>
);
