import { Stack, Text } from '@chakra-ui/react';
import { CutProfile } from '../../components/CutProfile';
import type { LookupMode } from '../../paths';

export const NothingChosen = ({ mode }: { mode: LookupMode }) => (
  <Stack position="sticky" top="bar" gap={4} px={8} py={16} maxW="measure" color="muted">
    <CutProfile maxW="18rem" />
    <Text>
      {mode === 'year' ? 'Open a year, then choose a model.' : 'Open a model, then choose a year.'} Its key data shows
      here.
    </Text>
  </Stack>
);
