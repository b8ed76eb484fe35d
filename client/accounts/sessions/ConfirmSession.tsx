import type { ReactNode } from 'react';
import { Loading } from '../../components/notice/Loading';
import { GraphQL } from '../../graphql/GraphQL';
import { useConfirmedSession } from './useConfirmedSession';

/** At `/`: confirms the stored user with the server and updates the session. Without an answer, shows the home page. */
function Ask({ children }: { children: ReactNode }) {
  const { error } = useConfirmedSession();
  return error ? children : <Loading />;
}

export const ConfirmSession = ({ children }: { children: ReactNode }) => (
  <GraphQL>
    <Ask>{children}</Ask>
  </GraphQL>
);
