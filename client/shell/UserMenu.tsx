import { Button, chakra, Menu } from '@chakra-ui/react';
import {
  Check,
  ChevronDown,
  Keyboard,
  Lock,
  LogOut,
  type LucideIcon,
  MessageSquare,
  MonitorSmartphone,
  Search,
  UserRound,
} from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyScreen } from '../components/lazyScreen';
import { useStable } from '../components/useStable';
import { feedbackPaths, paths } from '../paths';
import { askForNewPassword, hasRole, type SessionUser } from '../session';
import { useSingleKey } from './keys/singleKeys';
import { themeChoices, useThemeChoice } from './themeChoice';

/** Loaded when it is opened. */
const Shortcuts = lazyScreen(() => import('./keys/Shortcuts').then((file) => file.Shortcuts));

/** A phone with the page zoomed to 200 %. */
const NO_ROOM = '@media (max-width: 319px)';

interface Entry {
  label: string;
  Icon: LucideIcon;
  roles: string[];
  /** The path it opens, or the action it runs. */
  to?: string;
  act?: () => void;
}

interface Props {
  user: SessionUser;
  onLogout: () => void;
}

/** The username and its menu (docs/look.md, "Menus"). */
export function UserMenu(props: Props) {
  const navigate = useNavigate();
  const open = useStable(
    (path: string) => void navigate(path, { state: { back: location.pathname === paths.lookup } }),
  );
  return <StillMenu {...props} onOpen={open} />;
}

/** Not rendered again by a navigation, which changes nothing here. */
const StillMenu = memo(function StillMenu({ user, onLogout, onOpen }: Props & { onOpen: (path: string) => void }) {
  const [theme, chooseTheme] = useThemeChoice();
  const [listsKeys, setListsKeys] = useState(false);
  useSingleKey('?', () => setListsKeys(true));
  const entries: Entry[] = [
    { label: 'Change Password', Icon: Lock, roles: ['ROLE_ADMIN', 'ROLE_USER'], act: askForNewPassword },
    { label: 'Signed-in devices', Icon: MonitorSmartphone, roles: ['ROLE_ADMIN', 'ROLE_USER'], to: paths.sessions },
    { label: 'Search', Icon: Search, roles: ['ROLE_ADMIN'], to: paths.search },
    {
      label: 'Feedback',
      Icon: MessageSquare,
      roles: ['ROLE_ADMIN', 'ROLE_USER'],
      to: user.isAdmin ? feedbackPaths.index : feedbackPaths.create,
    },
    { label: 'Keyboard shortcuts', Icon: Keyboard, roles: ['ROLE_ADMIN', 'ROLE_USER'], act: () => setListsKeys(true) },
    { label: 'Logout', Icon: LogOut, roles: ['ROLE_ADMIN', 'ROLE_USER'], act: onLogout },
  ];

  return (
    <>
      <Menu.Root positioning={{ placement: 'bottom-end' }}>
        <Menu.Trigger asChild>
          <Button variant="plain" px={3} minW={0} maxW={{ base: '12.5rem', md: '22rem' }}>
            <UserRound aria-hidden="true" />
            {/* Where there is no room, only the icon is visible. */}
            <chakra.span truncate css={{ [NO_ROOM]: { srOnly: true } }}>
              {user.username}
            </chakra.span>
            <chakra.span css={{ display: 'contents', [NO_ROOM]: { display: 'none' } }}>
              <ChevronDown aria-hidden="true" />
            </chakra.span>
          </Button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content aria-label="User menu">
            <Menu.RadioItemGroup value={theme} onValueChange={({ value }) => chooseTheme(value as typeof theme)}>
              <Menu.ItemGroupLabel>Appearance</Menu.ItemGroupLabel>
              {themeChoices.map((value) => (
                <Menu.RadioItem key={value} value={value} closeOnSelect={false}>
                  <Menu.ItemText textTransform="capitalize">{value}</Menu.ItemText>
                  <Menu.ItemIndicator>
                    <Check aria-hidden="true" />
                  </Menu.ItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
            <Menu.Separator />
            {entries
              .filter(({ roles }) => hasRole(user, roles))
              .map(({ label, Icon, to, act }) => (
                <Menu.Item key={label} value={label} onSelect={() => (to ? onOpen(to) : act?.())}>
                  <Icon aria-hidden="true" />
                  {label}
                </Menu.Item>
              ))}
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      <Suspense>{listsKeys && <Shortcuts onClose={() => setListsKeys(false)} />}</Suspense>
    </>
  );
});
