import { Skeleton, Stack, Text } from '@chakra-ui/react';

export function Tips({ text }: { text: string | undefined }) {
  if (text === undefined) {
    return (
      <Stack gap={2}>
        <Skeleton h="1.25rem" />
        <Skeleton h="1.25rem" w="70%" />
      </Stack>
    );
  }
  return (
    <Text maxW="measure" fontSize="md" whiteSpace="pre-wrap">
      {text || '—'}
    </Text>
  );
}
