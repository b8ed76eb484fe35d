import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { errorCode, fieldErrors, serverMessage } from '../../graphql/graphErrors';

import type { LoginFailure } from './loginInput';

/** The server's message, or a fixed text if there is no message or no answer (docs/look.md, "Messages"). */
export function loginFailure(error: unknown, email: string): LoginFailure {
  if (CombinedGraphQLErrors.is(error)) {
    const { username, password } = fieldErrors(error);
    return {
      message: serverMessage(error) ?? 'An unexpected error occurred with the API response.',
      unpaid: errorCode(error) === 'PAYMENT_REQUIRED' ? email : null,
      fields: { username: username?.[0], password: password?.[0] },
    };
  }
  if (ServerError.is(error) || ServerParseError.is(error)) {
    return { message: 'An unexpected error occurred with the API response.' };
  }
  return { message: 'Network error or unexpected error occurred.' };
}
