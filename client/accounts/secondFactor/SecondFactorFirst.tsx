import { Button, chakra } from '@chakra-ui/react';
import { LogOut } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Loading } from '../../components/notice/Loading';
import { Toasts } from '../../components/notice/Toasts';
import { SkipLink } from '../../shell/SkipLink';
import { TopBar } from '../../shell/TopBar';

/** The layout while a second factor must be set up: without the menus, whose requests would be refused. */
export const SecondFactorFirst = ({ onLogout, children }: { onLogout: () => void; children: ReactNode }) => (
  <chakra.div minH="100dvh" pt="bar" _print={{ p: 0 }}>
    <SkipLink />
    <TopBar
      user={
        <Button variant="plain" onClick={onLogout}>
          <LogOut aria-hidden="true" />
          Logout
        </Button>
      }
    />
    <chakra.main id="main" tabIndex={-1}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </chakra.main>
    <Toasts />
  </chakra.div>
);
