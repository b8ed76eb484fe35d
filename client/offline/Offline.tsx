import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { whenIdle } from '../afterPaint';
import { lazyScreen } from '../components/lazyScreen';
import { useSession } from '../session';
import { isNewVersionReady, subscribeToNewVersion } from './versionOffer';

const NewVersion = lazyScreen(() => import('./NewVersion').then((file) => file.NewVersion));

const start = () =>
  void import('./start').then(
    ({ start }) => start(),
    // Without a connection, and without a worker: there is nothing to start.
    () => {},
  );

/** Prepares the device of a signed-in user for work without a connection, once the page has nothing else to do. */
export function Offline() {
  const { user, confirmed, passwordChange, secondFactorRequired } = useSession();
  const userId = passwordChange === 'required' || secondFactorRequired ? undefined : user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the server has confirmed the user, for the last day
  useEffect(() => (userId ? whenIdle(start) : undefined), [userId, confirmed]);
  const isReady = useSyncExternalStore(subscribeToNewVersion, isNewVersionReady, isNewVersionReady);
  return <Suspense>{isReady && <NewVersion />}</Suspense>;
}
