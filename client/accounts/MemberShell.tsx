import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { Layout } from '../components/Layout';
import { GraphQL } from '../graphql/GraphQL';
import { useLogoutMutation } from '../graphql/generated/accounts';
import { endSession } from '../session';
import { useConfirmedSession } from './useConfirmedSession';

function Shell({ children }: { children?: ReactNode }) {
  useConfirmedSession();
  const [logout] = useLogoutMutation();

  // Whoever logs out is out, whatever the call comes to: the user may be walking away from the machine.
  const leave = () =>
    void logout()
      .catch(console.error)
      .finally(() => endSession({ keepPlace: false }));

  return <Layout onLogout={leave}>{children ?? <Outlet />}</Layout>;
}

/** Around every page that needs a sign-in: the graph, the confirmation of the session, the layout. */
export const MemberShell = (props: { children?: ReactNode }) => (
  <GraphQL>
    <Shell {...props} />
  </GraphQL>
);
