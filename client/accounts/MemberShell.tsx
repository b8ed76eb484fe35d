import { useApolloClient } from '@apollo/client/react';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyScreen } from '../components/lazyScreen';
import { PageHeading } from '../components/PageHeading';
import { GraphQL } from '../graphql/GraphQL';
import { LogoutDocument } from '../graphql/generated/accounts';
import { endSession, useSession } from '../session';
import { Layout } from '../shell/Layout';
import { useConfirmedSession } from './sessions/useConfirmedSession';

const ResetPassword = lazyScreen(() => import('./signIn/ResetPassword').then((file) => file.ResetPassword));

/** Shown behind the dialog while a new password is required: without a screen, no request is sent and refused. */
const Closed = () => (
  <main>
    <PageHeading p={4}>Reset Password</PageHeading>
  </main>
);

interface Props extends Pick<ComponentProps<typeof Layout>, 'Sidebar' | 'Jump'> {
  children?: ReactNode;
}

function Shell({ Sidebar, Jump, children }: Props) {
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
        <Layout Sidebar={Sidebar} Jump={Jump} onLogout={leave}>
          {children ?? <Outlet />}
        </Layout>
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
