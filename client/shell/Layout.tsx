import { Box, chakra, Flex, IconButton } from '@chakra-ui/react';
import { Menu as MenuIcon } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { afterPaint, whenIdle } from '../afterPaint';
import { currentDownloads, subscribeToDownloads } from '../components/download/downloads';
import { lazyScreen } from '../components/lazyScreen';
import { Loading } from '../components/notice/Loading';
import { Notice } from '../components/notice/Notice';
import { PartBoundary } from '../components/notice/PartBoundary';
import { Toasts } from '../components/notice/Toasts';
import { useNarrow } from '../components/useNarrow';
import { type SessionUser, useSession } from '../session';
import { FindBar } from './FindBar';
import { UserMenu } from './menu/UserMenu';
import { SkipLink } from './SkipLink';
import { TopBar } from './TopBar';
import { useProtectedText } from './useProtectedText';

/** Loaded on a phone, when it is opened. */
const SidebarDrawer = lazyScreen(() => import('./menu/SidebarDrawer').then((file) => file.SidebarDrawer));

const DownloadTray = lazyScreen(() => import('../components/download/DownloadTray').then((file) => file.DownloadTray));

interface Props {
  Sidebar: ComponentType<{ user: SessionUser; onNavigate?: (() => void) | undefined }>;
  Jump: ComponentType;
  /** Above the content, where there is no connection. */
  Banner: ComponentType;
  onLogout: () => void;
  children: ReactNode;
}

/** Why the user was led here. A component of its own, so that a navigation does not render the layout again. */
function NoticeOfPlace() {
  const { state } = useLocation();
  return (
    state?.notice && (
      <Box p={4} borderBottomWidth="1px">
        <Notice role="status">{state.notice}</Notice>
      </Box>
    )
  );
}

/** The tray of the downloads, loaded with the first one. */
function Downloads() {
  const hasAny = useSyncExternalStore(subscribeToDownloads, () => currentDownloads().length > 0);
  return (
    hasAny && (
      <PartBoundary part={DownloadTray} failure="The downloads did not load.">
        <DownloadTray />
      </PartBoundary>
    )
  );
}

/** The layout of every signed-in screen: top bar, sidebar (a drawer at 768 px and below), content. */
export function Layout({ Sidebar, Jump, Banner, onLogout, children }: Props) {
  const { user } = useSession();
  const narrow = useNarrow();
  const [drawer, setDrawer] = useState<'open' | 'closed' | 'left'>('closed');
  const [wasOpened, setOpened] = useState(false);
  if (drawer === 'open' && !wasOpened) setOpened(true);
  useEffect(() => (narrow ? whenIdle(() => void SidebarDrawer.preload()) : undefined), [narrow]);
  useProtectedText(user !== null && !user.isAdmin);

  if (!user) return null;
  return (
    <Box minH="100dvh" pt="bar" pb="foot" _print={{ p: 0 }}>
      <SkipLink />
      <TopBar
        menu={
          narrow && (
            <IconButton variant="plain" aria-label="Toggle sidebar" onClick={() => setDrawer('open')}>
              <MenuIcon aria-hidden="true" />
            </IconButton>
          )
        }
        find={!narrow && <Jump />}
        user={<UserMenu user={user} onLogout={onLogout} />}
      />
      <Flex align="flex-start">
        {narrow ? (
          wasOpened && (
            <PartBoundary part={SidebarDrawer} failure="The menu did not load.">
              <SidebarDrawer
                open={drawer === 'open'}
                onOpenChange={(open) => setDrawer(open ? 'open' : 'closed')}
                // After a navigation, the heading takes the focus.
                finalFocusEl={() => (drawer === 'left' ? document.querySelector<HTMLElement>('main h1') : null)}
              >
                {/* Closing recalculates the styles of the whole page, so it waits for the paint. */}
                <Sidebar user={user} onNavigate={() => void afterPaint(() => setDrawer('left'))} />
              </SidebarDrawer>
            </PartBoundary>
          )
        ) : (
          <chakra.aside
            position="sticky"
            top="bar"
            w="sidebar"
            flexShrink={0}
            h="calc(100dvh - {spacing.bar})"
            display="flex"
            flexDirection="column"
            bg="panel"
            borderRightWidth="1px"
            // So that an administrator's menu fits into 800 px.
            css={{ '@media (pointer: fine) and (max-height: 56rem)': { '--mk-sizes-row': '24px' } }}
          >
            <Sidebar user={user} />
          </chakra.aside>
        )}
        <chakra.main id="main" tabIndex={-1} flex={1} minW={0} minH="calc(100dvh - {spacing.bar} - var(--foot))">
          <Banner />
          <NoticeOfPlace />
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </chakra.main>
      </Flex>
      {narrow && (
        <FindBar>
          <Jump />
        </FindBar>
      )}
      <Downloads />
      <Toasts />
    </Box>
  );
}
