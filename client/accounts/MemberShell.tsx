import { useApolloClient } from '@apollo/client/react';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { lazyScreen } from '../components/lazyScreen';
import { PartBoundary } from '../components/notice/PartBoundary';
import { PageHeading } from '../components/PageHeading';
import { GraphQL } from '../graphql/GraphQL';
import { LogoutDocument, SkipTourDocument } from '../graphql/generated/accounts';
import { isCutOff, loadStore } from '../offline/keptAnswers';
import { Offline } from '../offline/Offline';
import { rememberSignOut } from '../offline/unsentSignOut';
import { useOfflineWork } from '../offline/useOfflineWork';
import { paths } from '../paths';
import { closeTour, endSession, useSession } from '../session';
import { Layout } from '../shell/Layout';
import { useConfirmedSession } from './sessions/useConfirmedSession';

const ResetPassword = lazyScreen(() => import('./signIn/ResetPassword').then((file) => file.ResetPassword));

const SecondFactorFirst = lazyScreen(() =>
  import('./secondFactor/SecondFactorFirst').then((file) => file.SecondFactorFirst),
);

const SignOutWarning = lazyScreen(() => import('../offline/shown/SignOutWarning').then((file) => file.SignOutWarning));

/** Shown behind the dialog while a new password is required: without a screen, no request is sent and refused. */
const Closed = () => (
  <main>
    <PageHeading p={4}>Reset Password</PageHeading>
  </main>
);

/** How long a sign-out waits for the server, in milliseconds. */
const PATIENCE_MS = 3_000;

type TourPart = ReturnType<typeof lazyScreen<{ onEnd: () => void }>>;

/** To a new user it is shown in the lookup: whoever opens another page first has something else to do. */
function DueTour({ Tour }: { Tour: TourPart }) {
  const { tour } = useSession();
  const { pathname } = useLocation();
  const { mutate } = useApolloClient();
  if (!tour || (tour === 'due' && pathname !== paths.lookup)) return null;
  const end = () => {
    closeTour();
    // If that fails, the tour shows once more.
    mutate({ mutation: SkipTourDocument }).catch(console.error);
  };
  return (
    <PartBoundary part={Tour} failure="The tour did not load." onDismiss={closeTour}>
      <Tour onEnd={end} />
    </PartBoundary>
  );
}

interface Props extends Pick<ComponentProps<typeof Layout>, 'Sidebar' | 'Jump' | 'Banner'> {
  Tour: TourPart;
  children?: ReactNode;
}

function Shell({ Sidebar, Jump, Banner, Tour, children }: Props) {
  useConfirmedSession();
  useOfflineWork();
  const { passwordChange, secondFactorRequired } = useSession();
  const { mutate } = useApolloClient();

  // Log out locally even if the call fails or takes long: the user may be leaving the machine.
  const leave = () => {
    const sent = mutate({ mutation: LogoutDocument }).catch((error) => {
      console.error(error);
      if (isCutOff(error)) rememberSignOut();
    });
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    void Promise.race([sent, late]).then(() => endSession({ keepPlace: false }));
  };
  // What waits to be sent would be lost.
  const [waiting, setWaiting] = useState(0);
  const askToLeave = async () => {
    const writes = await loadStore().then(
      ({ queuedWrites }) => queuedWrites(),
      () => [],
    );
    if (writes.length === 0) return leave();
    await SignOutWarning.preload();
    setWaiting(writes.length);
  };

  const page = children ?? <Outlet />;
  const shell = () => {
    if (passwordChange === 'required') return <Closed />;
    if (secondFactorRequired)
      return (
        <Suspense>
          <SecondFactorFirst onLogout={() => void askToLeave()}>{page}</SecondFactorFirst>
        </Suspense>
      );
    return (
      <>
        <Layout Sidebar={Sidebar} Jump={Jump} Banner={Banner} onLogout={() => void askToLeave()}>
          {page}
        </Layout>
        <DueTour Tour={Tour} />
      </>
    );
  };
  return (
    <>
      {shell()}
      <Offline />
      <Suspense>{passwordChange && <ResetPassword onLogout={() => void askToLeave()} />}</Suspense>
      <Suspense>
        {waiting > 0 && <SignOutWarning waiting={waiting} onStay={() => setWaiting(0)} onLeave={leave} />}
      </Suspense>
    </>
  );
}

/** Wraps every page that needs a sign-in: the GraphQL client, the session check and the layout. */
export const MemberShell = (props: Props) => (
  <GraphQL>
    <Shell {...props} />
  </GraphQL>
);
