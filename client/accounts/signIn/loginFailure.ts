import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { errorCode, fieldErrors, serverMessage } from '../../graphql/graphErrors';

import type { LoginFailure } from './loginInput';

/**
 * The server's message, or a fixed text if there is no message or no answer (docs/look.md, "Messages"). The email is unknown if
 * a passkey was used.
 */
export function loginFailure(error: unknown, email: string | null = null): LoginFailure {
  if (CombinedGraphQLErrors.is(error)) {
    const { username, password, code } = fieldErrors(error);
    return {
      message: serverMessage(error) ?? 'An unexpected error occurred with the API response.',
      unpaid: errorCode(error) === 'PAYMENT_REQUIRED' ? email : null,
      isWrong: errorCode(error) === 'UNAUTHENTICATED',
      fields: { username: username?.[0], password: password?.[0], code: code?.[0] },
    };
  }
  if (ServerError.is(error) || ServerParseError.is(error)) {
    return { message: 'An unexpected error occurred with the API response.' };
  }
  return { message: 'Network error or unexpected error occurred.' };
}
