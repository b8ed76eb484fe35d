import type { ReactNode } from 'react';
import { Loading } from '../../components/notice/Loading';
import { GraphQL } from '../../graphql/GraphQL';
import { useConfirmedSession } from './useConfirmedSession';

/** At `/`: asks the server about whom the browser remembers. Its answer changes the session; without one, the visitors' page shows. */
function Ask({ children }: { children: ReactNode }) {
  const { error } = useConfirmedSession();
  return error ? children : <Loading />;
}

export const ConfirmSession = ({ children }: { children: ReactNode }) => (
  <GraphQL>
    <Ask>{children}</Ask>
  </GraphQL>
);
