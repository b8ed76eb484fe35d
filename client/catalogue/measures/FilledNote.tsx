import { Button, Flex, Text } from '@chakra-ui/react';

interface Props {
  /** Shown until something is filled. */
  help?: string | undefined;
  note: string;
  undo: (() => void) | undefined;
}

/** What a paste has filled. With a help text it has its height from the start, so that nothing moves. */
export const FilledNote = ({ help, note, undo }: Props) => (
  <Flex minH={help || note ? 'control' : undefined} align="center" gap={2} fontSize="xs">
    {!note && help && <Text color="muted">{help}</Text>}
    <Text role="status" overflowWrap="anywhere" minW={0}>
      {note}
    </Text>
    {undo && (
      <Button type="button" variant="plain" px={2} onClick={undo}>
        Undo
      </Button>
    )}
  </Flex>
);
