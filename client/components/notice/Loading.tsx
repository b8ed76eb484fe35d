import { Box } from '@chakra-ui/react';
import { BusyBar } from './BusyBar';

/** Shown while a screen's chunk loads: only a thin bar, so that nothing shifts when the screen appears. */
export const Loading = () => (
  <Box minH="60vh" aria-busy="true">
    <BusyBar busy />
  </Box>
);
