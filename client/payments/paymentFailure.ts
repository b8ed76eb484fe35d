import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { errorCode, fieldErrors, serverMessage } from '../graphql/graphErrors';
import { CardRefused } from './card/cardEntry';

export interface PaymentFailure {
  message: string;
  /** Whether to begin again with another card helps; else the same is tried again. */
  restart: boolean;
}

/** docs/look.md, "Messages". */
const WENT_WRONG = 'Something went wrong.';

/** The provider's message, else the server's error, else a fixed text (docs/look.md, "Messages"). */
export function messageOf(error: unknown): string {
  if (error instanceof CardRefused) return error.message;
  // What is wrong with a field says more than that the input is invalid.
  return Object.values(fieldErrors(error))[0]?.[0] ?? serverMessage(error) ?? WENT_WRONG;
}

/** Whether to start again may help: not where there is no such account, or it is disabled. */
export const mayHelp = (error: unknown) =>
  !['BAD_USER_INPUT', 'EMAIL_TAKEN', 'FORBIDDEN'].includes(errorCode(error) ?? '');

/** A failure to charge. A card that is `saved` is not asked for again, unless it is the card that was refused. */
export function paymentFailure(error: unknown, saved: boolean): PaymentFailure {
  const message = messageOf(error);
  const restart =
    error instanceof CardRefused || ['BAD_USER_INPUT', 'EMAIL_TAKEN', 'CONFLICT'].includes(errorCode(error) ?? '');
  if (!saved) return { message, restart: restart && !isDecline(error) };
  // Where no answer came, it may have been made after all.
  const isSettled = restart || ['FORBIDDEN', 'TOO_MANY_REQUESTS'].includes(errorCode(error) ?? '');
  const outcome = isSettled ? 'was not made' : 'was not made yet';
  const comfort = CombinedGraphQLErrors.is(error) ? '' : ' Nothing is charged twice: press Pay Now again.';
  return { message: `Your card is saved, but the payment ${outcome}: ${message}${comfort}`, restart };
}

/** The fields of the card still stand there for another one. */
const isDecline = (error: unknown) => error instanceof CardRefused || 'paymentMethod' in fieldErrors(error);
