import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { errorCode, fieldErrors, serverMessage } from '../graphql/problem';

export interface LoginFailure {
  message?: string | null;
  /** The contract's code: PAYMENT_REQUIRED is what the spec's 'Extend account' link will show for. */
  code?: string;
  fields?: { username?: string; password?: string };
}

/** Spec section 5: both are required. */
export function missing({ username, password }: { username: string; password: string }): LoginFailure | null {
  if (username && password) return null;
  return {
    fields: {
      username: username ? undefined : 'The email is required.',
      password: password ? undefined : 'The password is required.',
    },
  };
}

/** Spec section 8, "Login error": the server's message; an answer without one; no answer. */
export function loginFailure(error: unknown): LoginFailure {
  if (CombinedGraphQLErrors.is(error)) {
    const { username, password } = fieldErrors(error);
    return {
      message: serverMessage(error) ?? 'An unexpected error occurred with the API response.',
      code: errorCode(error),
      fields: { username: username?.[0], password: password?.[0] },
    };
  }
  if (ServerError.is(error) || ServerParseError.is(error)) {
    return { message: 'An unexpected error occurred with the API response.' };
  }
  return { message: 'Network error or unexpected error occurred.' };
}
