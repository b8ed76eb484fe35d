import type { ReactNode } from 'react';
import { Loading } from '../../components/notice/Loading';
import { GraphQL } from '../../graphql/GraphQL';
import { useConfirmedSession } from './useConfirmedSession';

/** Asks the server who is signed in and updates the session. Without an answer, shows what visitors see. */
function Ask({ children }: { children: ReactNode }) {
  const { error } = useConfirmedSession();
  return error ? children : <Loading />;
}

export const ConfirmSession = ({ children }: { children: ReactNode }) => (
  <GraphQL>
    <Ask>{children}</Ask>
  </GraphQL>
);
