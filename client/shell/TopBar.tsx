import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { Menu as MenuIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { SessionUser } from '../session';
import { Brand } from './Brand';
import { UserMenu } from './UserMenu';

interface Props {
  user: SessionUser;
  onLogout: () => void;
  onToggleSidebar?: (() => void) | undefined;
  /** Finds a sheet from any screen. */
  Jump: ComponentType;
}

export const TopBar = ({ user, onLogout, onToggleSidebar, Jump }: Props) => (
  // Fixed, not sticky: typing into a sticky field scrolls the page to where the field would be without it.
  <chakra.header position="fixed" top={0} insetX={0} zIndex="bar" h="bar" bg="panel" borderBottomWidth="1px">
    <Flex h="full" align="center" gap={{ base: 1, md: 3 }} px={{ base: 1, md: 4 }}>
      {onToggleSidebar && (
        <IconButton variant="plain" aria-label="Toggle sidebar" onClick={onToggleSidebar}>
          <MenuIcon aria-hidden="true" />
        </IconButton>
      )}
      <Brand full />
      <chakra.div flex={1} />
      <Jump />
      <chakra.div flex={{ base: 0, md: 1 }} />
      <UserMenu user={user} onLogout={onLogout} />
    </Flex>
  </chakra.header>
);
