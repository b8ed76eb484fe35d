import { Button, chakra } from '@chakra-ui/react';
import {
  ChevronDown,
  CircleQuestionMark,
  HardDriveDownload,
  Keyboard,
  Lock,
  LogOut,
  MessageSquare,
  MonitorSmartphone,
  Search,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { memo, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { whenIdle } from '../../afterPaint';
import { lazyScreen } from '../../components/lazyScreen';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { useStable } from '../../components/useStable';
import { feedbackPaths, paths } from '../../paths';
import { askForNewPassword, hasRole, type SessionUser } from '../../session';
import { useSingleKey } from '../keys/singleKeys';
import type { Entry } from './UserMenuList';

/** Loaded when they are opened. */
const UserMenuList = lazyScreen(() => import('./UserMenuList').then((file) => file.UserMenuList));
const Shortcuts = lazyScreen(() => import('../keys/Shortcuts').then((file) => file.Shortcuts));

/** A phone has room for the icon only; the menu says whose it is. */
const ICON_ONLY = '@media (max-width: 768px)';

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
  const [isAsked, setAsked] = useState(false);
  // Once everything else has loaded, so that it also opens without a connection.
  useEffect(() => whenIdle(() => void UserMenuList.preload()), []);
  const [listsKeys, setListsKeys] = useState(false);
  useSingleKey('?', () => setListsKeys(true));
  const entries: (Entry & { roles: string[] })[] = [
    { label: 'Change Password', Icon: Lock, roles: ['ROLE_ADMIN', 'ROLE_USER'], act: askForNewPassword, isAway: true },
    {
      label: 'Signed-in devices',
      Icon: MonitorSmartphone,
      roles: ['ROLE_ADMIN', 'ROLE_USER'],
      to: paths.sessions,
      isAway: true,
    },
    {
      label: 'Sign-in security',
      Icon: ShieldCheck,
      roles: ['ROLE_ADMIN', 'ROLE_USER'],
      to: paths.security,
      isAway: true,
    },
    { label: 'Kept on this device', Icon: HardDriveDownload, roles: ['ROLE_ADMIN', 'ROLE_USER'], to: paths.offline },
    { label: 'Search', Icon: Search, roles: ['ROLE_ADMIN'], to: paths.search, isAway: true },
    {
      label: 'Feedback',
      Icon: MessageSquare,
      roles: ['ROLE_ADMIN', 'ROLE_USER'],
      to: user.isAdmin ? feedbackPaths.index : feedbackPaths.create,
      isAway: true,
    },
    { label: 'Help', Icon: CircleQuestionMark, roles: ['ROLE_ADMIN', 'ROLE_USER'], to: paths.help },
    { label: 'Keyboard shortcuts', Icon: Keyboard, roles: ['ROLE_ADMIN', 'ROLE_USER'], act: () => setListsKeys(true) },
    { label: 'Logout', Icon: LogOut, roles: ['ROLE_ADMIN', 'ROLE_USER'], act: onLogout },
  ];

  const trigger = (
    <Button
      variant="plain"
      px={3}
      minW={0}
      maxW="22rem"
      aria-haspopup="menu"
      onClick={isAsked ? undefined : () => setAsked(true)}
      onPointerDown={() => void UserMenuList.preload()}
    >
      <UserRound aria-hidden="true" />
      <chakra.span truncate css={{ [ICON_ONLY]: { srOnly: true } }}>
        {user.username}
      </chakra.span>
      <chakra.span css={{ display: 'contents', [ICON_ONLY]: { display: 'none' } }}>
        <ChevronDown aria-hidden="true" />
      </chakra.span>
    </Button>
  );
  return (
    <>
      {isAsked ? (
        <PartBoundary
          part={UserMenuList}
          failure="The menu did not load."
          onDismiss={() => setAsked(false)}
          fallback={trigger}
        >
          <UserMenuList trigger={trigger} entries={entries.filter(({ roles }) => hasRole(user, roles))} onOpen={onOpen}>
            {/* Hidden from screen readers, because the button has the name. */}
            <chakra.div
              aria-hidden="true"
              translate="no"
              overflowWrap="anywhere"
              css={{ display: 'none', [ICON_ONLY]: { display: 'block', px: 4, py: 2, fontWeight: 'semibold' } }}
            >
              {user.username}
            </chakra.div>
          </UserMenuList>
        </PartBoundary>
      ) : (
        trigger
      )}
      <Suspense>{listsKeys && <Shortcuts onClose={() => setListsKeys(false)} />}</Suspense>
    </>
  );
});
