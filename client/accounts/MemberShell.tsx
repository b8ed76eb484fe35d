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

/** Behind the dialog while a new password is required: no screen, so nothing is asked that the server would refuse. */
const Closed = () => (
  <main>
    <PageHeading p={4}>Reset Password</PageHeading>
  </main>
);

interface Props extends Pick<ComponentProps<typeof Layout>, 'Sidebar'> {
  children?: ReactNode;
}

function Shell({ Sidebar, children }: Props) {
  useConfirmedSession();
  const { passwordChange } = useSession();
  const { mutate } = useApolloClient();

  // Whoever logs out is out, whatever the call comes to: the user may be walking away from the machine.
  const leave = () =>
    void mutate({ mutation: LogoutDocument })
      .catch(console.error)
      .finally(() => endSession({ keepPlace: false }));

  return (
    <>
      {passwordChange === 'required' ? (
        <Closed />
      ) : (
        <Layout Sidebar={Sidebar} onLogout={leave}>
          {children ?? <Outlet />}
        </Layout>
      )}
      <Suspense>{passwordChange && <ResetPassword onLogout={leave} />}</Suspense>
    </>
  );
}

/** Around every page that needs a sign-in: the graph, the confirmation of the session, the layout. */
export const MemberShell = (props: Props) => (
  <GraphQL>
    <Shell {...props} />
  </GraphQL>
);
