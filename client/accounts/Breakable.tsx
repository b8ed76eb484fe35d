import { chakra } from '@chakra-ui/react';

/** A name or an address that may break anywhere, so that a long one does not make its column wider than the window. */
export const Breakable = ({ children }: { children: string }) => (
  <chakra.span overflowWrap="anywhere">{children}</chakra.span>
);
