import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface Props {
  form: ReactNode;
  children: ReactNode;
}

/** A form, and beside it (below it where there is no room) what is seen and done besides the fields. */
export const BesideForm = ({ form, children }: Props) => (
  <Box
    display="grid"
    alignItems="start"
    css={{ '@media (min-width: 1200px)': { gridTemplateColumns: 'minmax(0, 41rem) minmax(20rem, 30rem)' } }}
  >
    {form}
    <Box px={{ base: 4, md: 6 }} pt={6} pb={10} minW={0}>
      {children}
    </Box>
  </Box>
);
