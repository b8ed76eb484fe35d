import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Brand } from './Brand';

interface Props {
  /** The button of the drawer. */
  menu?: ReactNode;
  /** Finds a sheet from any screen. On a phone it is in the bar at the bottom. */
  find?: ReactNode;
  user: ReactNode;
}

export const TopBar = ({ menu, find, user }: Props) => (
  // Fixed, not sticky: typing into a sticky field scrolls the page to where the field would be without it.
  <chakra.header position="fixed" top={0} insetX={0} zIndex="bar" h="bar" bg="panel" borderBottomWidth="1px">
    <Flex
      h="full"
      align="center"
      gap={{ base: 1, md: 3 }}
      px={{ base: 1, md: 4 }}
      // Room for large letters.
      css={{ '@media (max-width: 359px)': { '& > a svg': { display: 'none' } } }}
    >
      {menu}
      <Brand />
      <chakra.div flex={1} />
      {find}
      {find && <chakra.div flex={1} />}
      {user}
    </Flex>
  </chakra.header>
);
