import { AppError, invalid } from '../../errors';
import type { Payment } from '../../payments/payment.entity';
import type { CompletePaymentInput, PaymentResult, SubscriptionStatus } from '../../payments/payment.operations';
import type { PaymentHistoryInput } from '../../payments/paymentList.operations';
import type { PaymentSetup, StartPaymentInput } from '../../payments/start.operations';
import { body, DIRECTIONS, paged } from './calls';
import { type Call, choice, id, reader, text } from './reader';
import * as out from './writer';

/* The words of payments on the wire: see reader.ts. */

/** The old client reads error messages from `error`. */
export const asError = (message: string) => ({ error: message });

export const createIntentInput = reader<StartPaymentInput>(body, { email: text('email') });

export const intent = out.object<PaymentSetup>({
  client_secret: out.text((setup) => setup.clientSecret),
  publishable_key: out.textOrNull((setup) => setup.publishableKey),
});

export const subscribeInput = reader<CompletePaymentInput>(body, {
  email: text('email'),
  paymentMethod: text('paymentMethod'),
});

export const payment = out.object<Payment>(
  {
    id: out.whole((payment) => payment.id),
    amount: out.text((payment) => (payment.amountCents / 100).toFixed(2)),
    date_created: out.time((payment) => payment.createdAt),
    subscription_end_date: out.day((payment) => payment.subscriptionEndDate),
  },
  'Payment',
);

/** The old client does not support 3-D Secure, and must not treat this as success. */
export const subscribed = out.of(({ payment: made }: PaymentResult) => {
  if (made) return made;
  const message = 'Your bank wants you to confirm this payment. Please sign in on our site and pay there.';
  throw new AppError('BAD_USER_INPUT', message, { paymentMethod: [message] });
}, payment);

export const subscriptionStatus = out.object<SubscriptionStatus>({
  expiration_date: out.day((status) => status.expirationDate),
});

/**
 * The old client joins userId and page without a separator: `?userId=7page=2&limit=10` (docs/rules.md, "REST names").
 */
function separated({ query }: Call): Record<string, string | undefined> {
  const [, userId, page] = /^(\d*)page=(\d+)$/.exec(query.userId ?? '') ?? [];
  return page === undefined ? query : { page, ...query, userId };
}

/** The only sort order (docs/rules.md, "REST names"). */
function byTime(query: Record<string, string | undefined>) {
  if (![undefined, 'date_created'].includes(query.sortBy)) {
    throw invalid({ sortBy: ['Payments cannot be sorted by this.'] });
  }
  return query;
}

export const paymentHistoryInput = reader<PaymentHistoryInput>(
  {
    in: 'query',
    of: (call) => byTime(separated(call)),
    schemas: { sortBy: { type: 'string', enum: ['date_created'] } },
  },
  { ...paged, userId: id('userId'), dir: choice('dir', DIRECTIONS) },
);
