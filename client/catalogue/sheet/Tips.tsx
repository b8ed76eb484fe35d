import { Skeleton, Stack } from '@chakra-ui/react';

/** Styled by KeyDataSheet. */
export function Tips({ text, field }: { text: string | undefined; field: string }) {
  if (text === undefined) {
    return (
      <Stack gap={2}>
        <Skeleton h="1.25rem" />
        <Skeleton h="1.25rem" w="70%" />
      </Stack>
    );
  }
  return <p data-field={field}>{text || '—'}</p>;
}
