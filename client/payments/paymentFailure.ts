import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { errorCode, fieldErrors, serverMessage } from '../graphql/graphErrors';
import { CardRefused } from './card/cardEntry';

export interface PaymentFailure {
  message: string;
  /** Whether to start over with another card; otherwise the same attempt is retried. */
  restart: boolean;
}

/** docs/look.md, "Messages". */
const WENT_WRONG = 'Something went wrong.';

/** The provider's message, else the server's error, else a fixed text (docs/look.md, "Messages"). */
export function messageOf(error: unknown): string {
  if (error instanceof CardRefused) return error.message;
  // A field's message is more specific than the general one.
  return Object.values(fieldErrors(error))[0]?.[0] ?? serverMessage(error) ?? WENT_WRONG;
}

/** Whether starting again may help: not if the account does not exist or is disabled. */
export const mayHelp = (error: unknown) =>
  !['BAD_USER_INPUT', 'EMAIL_TAKEN', 'FORBIDDEN'].includes(errorCode(error) ?? '');

/** A failure to charge. A `saved` card need not be entered again, unless it was refused. */
export function paymentFailure(error: unknown, saved: boolean): PaymentFailure {
  const message = messageOf(error);
  const restart =
    error instanceof CardRefused || ['BAD_USER_INPUT', 'EMAIL_TAKEN', 'CONFLICT'].includes(errorCode(error) ?? '');
  if (!saved) return { message, restart: restart && !isDecline(error) };
  // Without an answer, the charge may have succeeded anyway.
  const isSettled = restart || ['FORBIDDEN', 'TOO_MANY_REQUESTS'].includes(errorCode(error) ?? '');
  const outcome = isSettled ? 'was not made' : 'was not made yet';
  const comfort = CombinedGraphQLErrors.is(error) ? '' : ' You will not be charged twice: press Pay Now again.';
  return { message: `Your card is saved, but the payment ${outcome}: ${message}${comfort}`, restart };
}

/** The card fields are still shown and can take another card. */
const isDecline = (error: unknown) => error instanceof CardRefused || 'paymentMethod' in fieldErrors(error);
