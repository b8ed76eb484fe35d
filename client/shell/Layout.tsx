import { Box, chakra, Flex } from '@chakra-ui/react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { afterPaint } from '../afterPaint';
import { DownloadTray } from '../components/download/DownloadTray';
import { Loading } from '../components/notice/Loading';
import { Notice } from '../components/notice/Notice';
import { Toasts } from '../components/notice/Toasts';
import { useNarrow } from '../components/useNarrow';
import { type SessionUser, useSession } from '../session';
import { SidebarDrawer } from './menu/SidebarDrawer';
import { SkipLink } from './SkipLink';
import { TopBar } from './TopBar';
import { useProtectedText } from './useProtectedText';

interface Props {
  Sidebar: ComponentType<{ user: SessionUser; onNavigate?: (() => void) | undefined }>;
  Jump: ComponentType;
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

/** The layout of every signed-in screen: top bar, sidebar (a drawer at 768 px and below), content. */
export function Layout({ Sidebar, Jump, onLogout, children }: Props) {
  const { user } = useSession();
  const narrow = useNarrow();
  const [drawer, setDrawer] = useState<'open' | 'closed' | 'left'>('closed');
  useProtectedText(user !== null && !user.isAdmin);

  if (!user) return null;
  return (
    <Box minH="100dvh" pt="bar" _print={{ pt: 0 }}>
      <SkipLink />
      <TopBar
        user={user}
        Jump={Jump}
        onLogout={onLogout}
        onToggleSidebar={narrow ? () => setDrawer('open') : undefined}
      />
      <Flex align="flex-start">
        {narrow ? (
          <SidebarDrawer
            open={drawer === 'open'}
            onOpenChange={(open) => setDrawer(open ? 'open' : 'closed')}
            // After a navigation, the heading takes the focus.
            finalFocusEl={() => (drawer === 'left' ? document.querySelector<HTMLElement>('main h1') : null)}
          >
            {/* Closing recalculates the styles of the whole page, so it waits for the paint. */}
            <Sidebar user={user} onNavigate={() => void afterPaint(() => setDrawer('left'))} />
          </SidebarDrawer>
        ) : (
          <chakra.aside
            position="sticky"
            top="bar"
            w="sidebar"
            flexShrink={0}
            h="calc(100dvh - 3.5rem)"
            display="flex"
            flexDirection="column"
            bg="panel"
            borderRightWidth="1px"
            // So that an administrator's menu fits into 800 px.
            css={{ '@media (pointer: fine) and (max-height: 56rem)': { '--mk-sizes-row': '32px' } }}
          >
            <Sidebar user={user} />
          </chakra.aside>
        )}
        <chakra.main id="main" tabIndex={-1} flex={1} minW={0} minH="calc(100dvh - 3.5rem)">
          <NoticeOfPlace />
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </chakra.main>
      </Flex>
      <DownloadTray />
      <Toasts />
    </Box>
  );
}
