import { useApolloClient } from '@apollo/client/react';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { lazyScreen } from '../components/lazyScreen';
import { PartBoundary } from '../components/notice/PartBoundary';
import { PageHeading } from '../components/PageHeading';
import { GraphQL } from '../graphql/GraphQL';
import { LogoutDocument, SkipTourDocument } from '../graphql/generated/accounts';
import { paths } from '../paths';
import { closeTour, endSession, useSession } from '../session';
import { Layout } from '../shell/Layout';
import { useConfirmedSession } from './sessions/useConfirmedSession';

const ResetPassword = lazyScreen(() => import('./signIn/ResetPassword').then((file) => file.ResetPassword));

/** Shown behind the dialog while a new password is required: without a screen, no request is sent and refused. */
const Closed = () => (
  <main>
    <PageHeading p={4}>Reset Password</PageHeading>
  </main>
);

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

interface Props extends Pick<ComponentProps<typeof Layout>, 'Sidebar' | 'Jump'> {
  Tour: TourPart;
  children?: ReactNode;
}

function Shell({ Sidebar, Jump, Tour, children }: Props) {
  useConfirmedSession();
  const { passwordChange } = useSession();
  const { mutate } = useApolloClient();

  // Log out locally even if the call fails: the user may be leaving the machine.
  const leave = () =>
    void mutate({ mutation: LogoutDocument })
      .catch(console.error)
      .finally(() => endSession({ keepPlace: false }));

  return (
    <>
      {passwordChange === 'required' ? (
        <Closed />
      ) : (
        <>
          <Layout Sidebar={Sidebar} Jump={Jump} onLogout={leave}>
            {children ?? <Outlet />}
          </Layout>
          <DueTour Tour={Tour} />
        </>
      )}
      <Suspense>{passwordChange && <ResetPassword onLogout={leave} />}</Suspense>
    </>
  );
}

/** Wraps every page that needs a sign-in: the GraphQL client, the session check and the layout. */
export const MemberShell = (props: Props) => (
  <GraphQL>
    <Shell {...props} />
  </GraphQL>
);
