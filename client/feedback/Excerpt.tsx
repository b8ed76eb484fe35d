import { chakra } from '@chakra-ui/react';

/** The beginning of what somebody wrote; all of it is a press away. */
export const Excerpt = ({ children }: { children: string }) => (
  <chakra.span display="block" lineClamp={2} whiteSpace="pre-line">
    {children}
  </chakra.span>
);
