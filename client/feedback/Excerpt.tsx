import { chakra } from '@chakra-ui/react';

/** The beginning of a user's text, with a button that shows all of it. */
export const Excerpt = ({ children }: { children: string }) => (
  <chakra.span display="block" lineClamp={2} whiteSpace="pre-line">
    {children}
  </chakra.span>
);
