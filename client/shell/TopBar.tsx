import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { Menu as MenuIcon } from 'lucide-react';
import type { SessionUser } from '../session';
import { Brand } from './Brand';
import { UserMenu } from './UserMenu';

interface Props {
  user: SessionUser;
  onLogout: () => void;
  onToggleSidebar?: (() => void) | undefined;
}

export const TopBar = ({ user, onLogout, onToggleSidebar }: Props) => (
  <chakra.header position="sticky" top={0} zIndex="bar" bg="panel" borderBottomWidth="1px">
    <Flex h="bar" align="center" gap={{ base: 1, md: 3 }} px={{ base: 1, md: 4 }}>
      {onToggleSidebar && (
        <IconButton variant="plain" aria-label="Toggle sidebar" onClick={onToggleSidebar}>
          <MenuIcon aria-hidden="true" />
        </IconButton>
      )}
      <Brand />
      <chakra.div flex={1} />
      <UserMenu user={user} onLogout={onLogout} />
    </Flex>
  </chakra.header>
);
