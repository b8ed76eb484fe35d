import { Box } from '@chakra-ui/react';
import { BusyBar } from './BusyBar';

/** While a screen's program arrives: nothing but a thin bar, so that nothing has to move away. */
export const Loading = () => (
  <Box minH="60vh" aria-busy="true">
    <BusyBar busy />
  </Box>
);
