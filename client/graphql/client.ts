import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache, ServerError } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { RetryLink } from '@apollo/client/link/retry';
import { from, switchMap } from 'rxjs';
import { currentSession, endSession, requireNewPassword, subscribeToSession } from '../session';
import { noteReads } from './freshness';
import type { StrictTypedTypePolicies } from './generated/cacheTypes';
import possible from './generated/possibleTypes';

const typePolicies: StrictTypedTypePolicies = {
  Query: {
    fields: {
      // A model is found by its id wherever it was seen first, so that what is known shows at once.
      model: (existing, { args, toReference }) => existing ?? toReference({ __typename: 'Model', id: args?.id }),
      // The newest list wins whole: a make's years are replaced, never merged.
      makeOptions: { merge: false },
      // A page of a list is known by all its arguments; a room's …Changes.ts forgets them after a change.
      makes: { keyArgs: ['page', 'limit', 'sortBy', 'dir'], merge: false },
      models: { keyArgs: ['page', 'limit', 'sortBy', 'dir'], merge: false },
      searchModels: {
        keyArgs: ['page', 'limit', 'sortBy', 'dir', 'make', 'model', 'year', 'keyword'],
        merge: false,
      },
      clients: { keyArgs: ['page', 'limit', 'sortBy', 'dir'], merge: false },
      clientOptions: { merge: false },
      users: { keyArgs: ['page', 'limit', 'sortBy', 'dir', 'search', 'clientId'], merge: false },
      mySessions: { merge: false },
      logEntries: { keyArgs: ['page', 'limit', 'sortBy', 'dir'], merge: false },
      imports: { keyArgs: ['page', 'limit', 'dir'], merge: false },
      importRows: { keyArgs: ['id', 'page', 'limit', 'dir', 'verdict'], merge: false },
      modelHistory: { keyArgs: ['id', 'page', 'limit', 'dir'], merge: false },
      corrections: { keyArgs: ['page', 'limit', 'sortBy', 'dir', 'state'], merge: false },
      myCorrections: { keyArgs: ['page', 'limit', 'dir'], merge: false },
      feedbacks: { keyArgs: ['page', 'limit', 'sortBy', 'dir'], merge: false },
      paymentHistory: { keyArgs: ['page', 'limit', 'dir', 'userId'], merge: false },
      lookupValues: { keyArgs: ['makeId', 'mode'], merge: false },
      lookupModels: { keyArgs: ['makeId', 'mode', 'value'], merge: false },
    },
  },
  Import: {
    fields: {
      columns: { merge: false },
      totals: { merge: false },
      progress: { merge: false },
      undone: { merge: false },
      warnings: { merge: false },
      missingMakes: { merge: false },
    },
  },
  Correction: { fields: { proposals: { merge: false } } },
  Model: { fields: { spacing: { merge: false }, depth: { merge: false }, images: { merge: false } } },
};

/**
 * The one place that decides what an ended session or subscription leads to. The gates in routes.tsx see the session end
 * and lead to /login, or to the payment page where it ended with the subscription; at `/` there is no gate, so the
 * visitors' home shows.
 */
const errors = new ErrorLink(({ error }) => {
  const { user } = currentSession();
  if (!CombinedGraphQLErrors.is(error) || !user) return;
  for (const { extensions, message } of error.errors) {
    if (extensions?.code === 'UNAUTHENTICATED') endSession({ keepPlace: true });
    if (extensions?.code === 'PAYMENT_REQUIRED') {
      endSession({ keepPlace: true, notice: message, unpaid: user.username });
    }
    if (extensions?.code === 'PASSWORD_CHANGE_REQUIRED') requireNewPassword();
  }
});

/** Reads are repeated where no answer came or the database was away; a mutation may have arrived, so it never is. */
const retry = new RetryLink({
  delay: { initial: 300, max: 2000, jitter: true },
  attempts: {
    max: 3,
    retryIf: (error, operation) =>
      operation.operationType === 'query' &&
      (error instanceof TypeError || (ServerError.is(error) && error.statusCode === 503)),
  },
});

const http = new HttpLink({ uri: '/graphql', credentials: 'same-origin' });

/** Files go as the multipart request specification has it; the link is loaded with the first of them. */
const upload = new ApolloLink((operation, forward) =>
  from(import('./uploadLink')).pipe(switchMap(({ uploadLink }) => uploadLink.request(operation, forward))),
);

export const client = new ApolloClient({
  link: ApolloLink.from([
    errors,
    noteReads,
    retry,
    ApolloLink.split(({ getContext }) => getContext().isUpload === true, upload, http),
  ]),
  cache: new InMemoryCache({ possibleTypes: possible.possibleTypes, typePolicies }),
  devtools: { enabled: import.meta.env.DEV },
});

// What one user saw is not the next one's.
let owner = currentSession().user?.id;
subscribeToSession(() => {
  const left = owner;
  owner = currentSession().user?.id;
  if (left && left !== owner) void client.clearStore();
});
