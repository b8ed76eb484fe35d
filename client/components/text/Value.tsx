import { Skeleton } from '@chakra-ui/react';

/** The value of a field: a dash if empty, a grey block while loading. */
export const Value = ({ children }: { children: string | undefined }) =>
  children === undefined ? (
    <Skeleton as="span" display="inline-block" w="4.5rem" h="1lh" verticalAlign="top" />
  ) : (
    <span>{children || '—'}</span>
  );
