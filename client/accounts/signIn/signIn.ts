import { client } from '../../graphql/client';
import { LoginDocument, type LoginMutationVariables } from '../../graphql/generated/accounts';
import { startSession } from '../../session';
import { loginFailure } from './loginFailure';
import type { LoginFailure } from './loginInput';
import { rememberVisitorLocation } from './visitorLocation';

/** Starts the session, or says why not. In a chunk of its own with Apollo, so that the form shows before that has arrived. */
export async function signIn(variables: LoginMutationVariables): Promise<LoginFailure | null> {
  try {
    const { data } = await client.mutate({ mutation: LoginDocument, variables });
    if (!data) throw new Error('The answer had no user.');
    startSession(data.login);
    // A session that only a new password opens asks for nothing else; the next sign-in does.
    if (!data.login.passwordChangeRequired) void rememberVisitorLocation(client);
    return null;
  } catch (error) {
    return loginFailure(error, variables.username);
  }
}
