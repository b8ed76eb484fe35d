import { client } from '../../graphql/client';
import {
  LoginDocument,
  type LoginMutationVariables,
  type SignedInFragment,
  VisitorLocationDocument,
} from '../../graphql/generated/accounts';
import { forgetSignOut } from '../../offline/unsentSignOut';
import { startSession } from '../../session';
import { loginFailure } from './loginFailure';
import type { LoginFailure } from './loginInput';
import { rememberCode } from './thisBrowser';

const LOCATION = 'visitorLocation';

/** Looked up once after a sign-in and cached in localStorage (docs/rules.md, "Visitor location"). Nothing waits for it. */
async function rememberVisitorLocation() {
  try {
    if (localStorage.getItem(LOCATION)) return;
    const { data } = await client.query({ query: VisitorLocationDocument, fetchPolicy: 'no-cache' });
    if (data) localStorage.setItem(LOCATION, JSON.stringify(data.visitorLocation));
  } catch (error) {
    console.warn('The visitor’s location could not be determined.', error);
  }
}

/** Starts the session of the user whom the server has signed in. */
export function begin(signedIn: SignedInFragment) {
  forgetSignOut();
  startSession(signedIn);
  // A restricted session skips this; the next sign-in does it.
  if (!signedIn.passwordChangeRequired && !signedIn.secondFactorRequired) void rememberVisitorLocation();
}

/** Starts the session or returns the failure. In a separate chunk with Apollo, so the form renders before it loads. */
export async function signIn(variables: LoginMutationVariables): Promise<LoginFailure | null> {
  try {
    const { data } = await client.mutate({ mutation: LoginDocument, variables });
    if (!data) throw new Error('The response has no user.');
    if (variables.code) rememberCode();
    begin(data.login);
    return null;
  } catch (error) {
    return loginFailure(error, variables.username);
  }
}
