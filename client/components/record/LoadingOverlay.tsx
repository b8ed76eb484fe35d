import { Box } from '@chakra-ui/react';

/** Over the hidden fields of a form whose record is being loaded (docs/look.md, "Forms"). */
export const LoadingOverlay = () => (
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
    visibility="visible"
  >
    Loading...
  </Box>
);
