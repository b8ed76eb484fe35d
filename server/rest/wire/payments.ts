import { AppError, invalid } from '../../errors';
import type { Payment } from '../../payments/payment.entity';
import type {
  CompletePaymentInput,
  PaymentHistoryInput,
  PaymentResult,
  SubscriptionStatus,
} from '../../payments/payment.operations';
import type { PaymentSetup, StartPaymentInput } from '../../payments/start.operations';
import { body, DIRECTIONS, paged } from './calls';
import { type Call, choice, filled, reader, text } from './reader';

/* The words of payments on the wire: see reader.ts. */

/** The client of old looks for what went wrong under `error`. */
export const asError = (message: string) => ({ error: message });

export const createIntentInput = reader<StartPaymentInput>(body, { email: text('email') });

export const intent = ({ clientSecret, publishableKey }: PaymentSetup) => ({
  client_secret: clientSecret,
  publishable_key: publishableKey,
});

export const subscribeInput = reader<CompletePaymentInput>(body, {
  email: text('email'),
  paymentMethod: text('paymentMethod'),
});

export const payment = ({ id, amountCents, createdAt, subscriptionEndDate }: Payment) => ({
  id,
  amount: (amountCents / 100).toFixed(2),
  date_created: createdAt.toISOString(),
  subscription_end_date: subscriptionEndDate,
});

/** A client of old cannot go on with 3-D Secure: it must not take this for success. */
export function subscribed({ payment: made }: PaymentResult) {
  if (made) return payment(made);
  const message = 'Your bank wants you to confirm this payment. Please sign in on our site and pay there.';
  throw new AppError('BAD_USER_INPUT', message, { paymentMethod: [message] });
}

export const subscriptionStatus = ({ expirationDate }: SubscriptionStatus) => ({ expiration_date: expirationDate });

/** Spec section 7: the client of old joins userId and page without a separator, as in `?userId=7page=2&limit=10`. */
function separated({ query }: Call): Record<string, string | undefined> {
  const [, userId, page] = /^(\d*)page=(\d+)$/.exec(query.userId ?? '') ?? [];
  return page === undefined ? query : { page, ...query, userId };
}

/** They are sorted by nothing else (contract section 3: another column is 422). */
function byTime(query: Record<string, string | undefined>) {
  if (![undefined, 'date_created'].includes(query.sortBy)) {
    throw invalid({ sortBy: ['Payments cannot be sorted by this.'] });
  }
  return query;
}

export const paymentHistoryInput = reader<PaymentHistoryInput>((call) => byTime(separated(call)), {
  ...paged,
  userId: filled(text('userId')),
  dir: filled(choice('dir', DIRECTIONS)),
});
