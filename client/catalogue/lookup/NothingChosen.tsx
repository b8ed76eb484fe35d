import { Box, Stack, Text } from '@chakra-ui/react';
import { CutProfile } from '../../components/CutProfile';
import type { LookupMode } from '../../paths';
import { RecentSheets } from '../recents/RecentSheets';

interface Props {
  mode: LookupMode;
  /** Whether to list the user's recent sheets. */
  hasRecents: boolean;
}

/** Beside the list while no model is chosen. */
export const NothingChosen = ({ mode, hasRecents }: Props) => (
  <Stack gap={4} px={8} py={8} maxW="measure" position="sticky" top="bar" maxH="calc(100dvh - 3.5rem)" overflowY="auto">
    <CutProfile maxW="18rem" />
    <Text color="muted">
      {mode === 'year' ? 'Open a year, then choose a model.' : 'Open a model, then choose a year.'} Its key data shows
      here.
    </Text>
    {hasRecents && (
      <Box mt={2}>
        <RecentSheets />
      </Box>
    )}
  </Stack>
);
