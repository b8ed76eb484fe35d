import { Skeleton } from '@chakra-ui/react';

/** Grey rows at the height of the list's rows during the first load. */
export const SkeletonRows = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, row) => `row ${row}`).map((key) => (
    <Skeleton key={key} h="calc(var(--row) - 1rem)" mx={4} my={2} />
  ));
