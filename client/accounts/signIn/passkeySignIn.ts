import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { client } from '../../graphql/client';
import { SignInWithPasskeyDocument, StartPasskeySignInDocument } from '../../graphql/generated/accounts';
import { loginFailure } from './loginFailure';
import type { LoginFailure } from './loginInput';
import { begin } from './signIn';

/** Starts the session with a passkey that the user chooses, or returns the failure. */
export async function signInWithPasskey(remember: boolean): Promise<LoginFailure | null> {
  try {
    const { data: started } = await client.mutate({ mutation: StartPasskeySignInDocument });
    if (!started) throw new Error('The response has no challenge.');
    const { id, options } = started.startPasskeySignIn;
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    const response = await startAuthentication({ optionsJSON }).catch(console.warn);
    if (!response) return { message: 'No passkey was used. Try again, or sign in with your password.' };
    const variables = { challengeId: id, response, remember };
    const { data } = await client.mutate({ mutation: SignInWithPasskeyDocument, variables });
    if (!data) throw new Error('The response has no user.');
    begin(data.signInWithPasskey);
    return null;
  } catch (error) {
    return loginFailure(error);
  }
}
