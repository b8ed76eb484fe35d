import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface Props {
  /** Such as what explains the label. */
  beside: ReactNode;
  /** The label. */
  children: ReactNode;
}

/** A label with what stands beside it: not within it, where a press would go to the field. */
export const BesideLabel = ({ beside, children }: Props) =>
  beside ? (
    <Flex align="center" gap={1}>
      {children}
      {beside}
    </Flex>
  ) : (
    children
  );
