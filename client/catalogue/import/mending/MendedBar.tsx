import { Button, Flex, Stack, Text } from '@chakra-ui/react';
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
    <Stack position="sticky" bottom="foot" zIndex={2} mt={4} py={3} gap={3} bg="canvas" borderTopWidth="1px">
      {mending.problem && <Problem>{mending.problem}</Problem>}
      <Flex gap={3} wrap="wrap" align="center">
        <Button onClick={onCheck}>Check again</Button>
        <Text flex="1 1 14rem" minW={0} color="muted">
          {mended > 0
            ? `${counted(mended, 'edited row')} ${mended === 1 ? 'is' : 'are'} saved with the import. Check again before you apply it.`
            : 'Your changes are saved with the import.'}
        </Text>
      </Flex>
    </Stack>
  );
}
