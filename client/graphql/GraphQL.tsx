import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { client } from './client';

/** Wraps the screens that need the graph, so that visitors' pages load without Apollo. */
export const GraphQL = ({ children }: { children: ReactNode }) => (
  <ApolloProvider client={client}>{children}</ApolloProvider>
);
