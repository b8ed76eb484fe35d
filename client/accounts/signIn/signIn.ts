import { client } from '../../graphql/client';
import { LoginDocument, type LoginMutationVariables } from '../../graphql/generated/accounts';
import { startSession } from '../../session';
import { loginFailure } from './loginFailure';
import type { LoginFailure } from './loginInput';
import { rememberVisitorLocation } from './visitorLocation';

/** Starts the session or returns the failure. In a separate chunk with Apollo, so the form renders before it loads. */
export async function signIn(variables: LoginMutationVariables): Promise<LoginFailure | null> {
  try {
    const { data } = await client.mutate({ mutation: LoginDocument, variables });
    if (!data) throw new Error('The response has no user.');
    startSession(data.login);
    // A session restricted to changing the password skips this; the next sign-in does it.
    if (!data.login.passwordChangeRequired) void rememberVisitorLocation(client);
    return null;
  } catch (error) {
    return loginFailure(error, variables.username);
  }
}
