import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, ServerError } from '@apollo/client';
import { RetryLink } from '@apollo/client/link/retry';
import type { GraphQLFormattedError } from 'graphql';
import { from, of, switchMap, tap } from 'rxjs';
import {
  currentSession,
  endSession,
  onLeave,
  requireNewPassword,
  requireSecondFactor,
  type SessionUser,
} from '../session';
import { noteReads } from './freshness';
import type { StrictTypedTypePolicies } from './generated/cacheTypes';
import possible from './generated/possibleTypes';
import { inOrder } from './inOrder';

const typePolicies: StrictTypedTypePolicies = {
  Query: {
    fields: {
      // A record already in the cache is found by its id, so its known fields show at once.
      model: (existing, { args, toReference }) => existing ?? toReference({ __typename: 'Model', id: args?.id }),
      keySystem: (existing, { args, toReference }) =>
        existing ?? toReference({ __typename: 'KeySystem', id: args?.id }),
      // The newest list replaces the old one. A page needs no policy: it always has the same fields.
      makeOptions: { merge: false },
      clientOptions: { merge: false },
      overview: { merge: false },
      completeness: { merge: false },
      mySessions: { merge: false },
      mySecondFactor: { merge: false },
      recentSheets: { merge: false },
      ownValues: { merge: false },
      companyNotes: { merge: false },
      lookupValues: { merge: false },
      lookupModels: { merge: false },
      modelYears: { merge: false },
      lookupLines: { merge: false },
      vanBlanksFor: { merge: false },
    },
  },
  // A make has thousands, which are only read together.
  LookupLine: { keyFields: false },
  // Ids are unique within a sort of record.
  LogSubject: { keyFields: ['type', 'id'] },
  Import: {
    fields: {
      columns: { merge: false },
      warnings: { merge: false },
      missingMakes: { merge: false },
    },
  },
  Correction: { fields: { proposals: { merge: false } } },
  Model: {
    fields: { spacing: { merge: false }, depth: { merge: false }, images: { merge: false }, history: { merge: false } },
  },
  KeySystem: { fields: { spacing: { merge: false }, depth: { merge: false } } },
  User: { fields: { payments: { merge: false } } },
};

/**
 * The only place that handles an ended session or subscription. The gates in routes.tsx see the session end
 * and lead to /login, or to the payment page where it ended with the subscription; at `/` there is no gate, so the
 * visitors' home shows.
 */
const errors = new ApolloLink((operation, forward) => {
  // A refusal may arrive when another session has begun.
  const { user } = currentSession();
  return forward(operation).pipe(
    tap(({ errors }) => {
      if (!errors || !user) return;
      // A prefetch runs before its click. Waits for the click, so that the sign-in returns to the page that it leads to.
      const { ahead } = operation.getContext();
      if (ahead) setTimeout(() => end(errors, user), CLICK_MS);
      else end(errors, user);
    }),
  );
});

/** Longer than a click takes from pressing to releasing. */
const CLICK_MS = 500;

/** Ends the session of `user` after it was refused, unless another session has begun meanwhile. */
function end(errors: readonly GraphQLFormattedError[], user: SessionUser) {
  if (currentSession().user !== user) return;
  for (const { extensions, message } of errors) {
    if (extensions?.code === 'UNAUTHENTICATED') {
      endSession({ keepPlace: true, notice: 'Your session has ended. Please sign in again.' });
    }
    if (extensions?.code === 'PAYMENT_REQUIRED') {
      endSession({ keepPlace: true, notice: message, unpaid: user.username });
    }
    if (extensions?.code === 'PASSWORD_CHANGE_REQUIRED') requireNewPassword();
    if (extensions?.code === 'SECOND_FACTOR_REQUIRED') requireSecondFactor(true);
  }
}

/**
 * Queries are retried if no answer came, though there seems to be a connection, or the database was unavailable. Mutations are
 * not: they may have arrived.
 */
const retry = new RetryLink({
  delay: { initial: 300, max: 2000, jitter: true },
  attempts: {
    max: 3,
    retryIf: (error, operation) =>
      operation.operationType === 'query' &&
      ((error instanceof TypeError && navigator.onLine && !operation.getContext().beganOffline) ||
        (ServerError.is(error) && error.statusCode === 503)),
  },
});

const http = new HttpLink({ uri: '/graphql', credentials: 'same-origin' });

/** False once the server has refused an id: it is of another version. */
let isSameVersion = true;

/** Sends queries by the ids that the build gave them (codegen.ts), or as text to a server of another version. */
const byId = new ApolloLink((operation, forward) => {
  const id = (operation.query as { __meta__?: { id: string } }).__meta__?.id;
  if (!id || !isSameVersion) return forward(operation);
  operation.extensions.persistedQuery = { version: 1, sha256Hash: id };
  operation.setContext({ http: { includeQuery: false } });
  return forward(operation).pipe(
    switchMap((result) => {
      const isUnknown = result.errors?.some(({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_SUPPORTED');
      if (!isUnknown) return of(result);
      isSameVersion = false;
      delete operation.extensions.persistedQuery;
      operation.setContext({ http: { includeQuery: true } });
      return forward(operation);
    }),
  );
});

/** Files are sent as GraphQL multipart requests; the link is loaded with the first upload. */
const upload = new ApolloLink((operation, forward) =>
  from(import('./uploadLink')).pipe(switchMap(({ uploadLink }) => uploadLink.request(operation, forward))),
);

export const client = new ApolloClient({
  link: ApolloLink.from([
    errors,
    noteReads,
    inOrder,
    retry,
    ApolloLink.split(({ getContext }) => getContext().isUpload === true, upload),
    byId,
    http,
  ]),
  cache: new InMemoryCache({ possibleTypes: possible.possibleTypes, typePolicies }),
  devtools: { enabled: import.meta.env.DEV },
});

onLeave(() => void client.clearStore());
