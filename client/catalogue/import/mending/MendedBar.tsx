import { Box, Button, Text } from '@chakra-ui/react';
import { FootBar } from '../../../components/bars/FootBar';
import { Problem } from '../../../components/notice/Problem';
import { counted } from '../../../components/text/counts';
import type { Mending } from './useMending';

interface Props {
  /** The number of rows on the server that were mended since the check. */
  mended: number;
  mending: Mending;
  onCheck: () => void;
}

/** The number of mended rows that are not checked yet, with the check button. At the bottom, so that no field moves. */
export function MendedBar({ mended, mending, onCheck }: Props) {
  if (mended === 0 && !mending.hasDrafts && !mending.problem) return null;
  return (
    <FootBar>
      {mending.problem && (
        <Box w="full">
          <Problem>{mending.problem}</Problem>
        </Box>
      )}
      <Button onClick={onCheck}>Check again</Button>
      <Text flex="1 1 14rem" minW={0} color="muted">
        {mended > 0
          ? `${counted(mended, 'edited row')} ${mended === 1 ? 'is' : 'are'} saved with the import. Check again before you apply it.`
          : 'Your changes are saved with the import.'}
      </Text>
    </FootBar>
  );
}
