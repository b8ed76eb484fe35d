import Stripe from 'stripe';
import type { StripeSettings } from '../../config';
import { AppError } from '../../errors';
import { withoutForbidden } from '../../gate/characters';
import type { Cards, Charge, PaidCard } from './cards';

/** The time limit of one request, in milliseconds, and how often the SDK retries if that can help. */
const REQUEST_LIMITS = { timeout: 10_000, maxNetworkRetries: 2 };

/** Pinned: an update of the SDK must not change the API version unnoticed. Read the changelog before changing it. */
const API_VERSION = '2026-10-28.endive';

const CARD_ONLY = { allowed_payment_method_types: ['card'] };

/** Answers then say whether the charge was refunded or is disputed. */
const WITH_CHARGE = { expand: ['latest_charge'] };

/**
 * Cards with Stripe. A charge is one PaymentIntent, created unconfirmed and then confirmed with a card. A PaymentIntent
 * succeeds at most once: if an answer is lost, we retrieve it, and confirming it again cannot take money twice.
 */
export function stripeCards(settings: StripeSettings, limits: Partial<typeof REQUEST_LIMITS> = {}): Cards {
  const stripe = new Stripe(settings.secretKey, {
    apiVersion: API_VERSION,
    telemetry: false,
    ...REQUEST_LIMITS,
    ...limits,
    ...addressOf(settings.apiUrl),
  });

  const look = (charge: string, options = {}) => stripe.paymentIntents.retrieve(charge, WITH_CHARGE, options);

  /** The state of a charge after a `failure` to confirm it; rethrows if the outcome for this `card` is unknown. */
  async function recover(charge: string, card: string, failure: unknown): Promise<Charge> {
    if (failure instanceof Stripe.errors.StripeCardError)
      return { state: 'declined', message: withoutForbidden(failure.message) };
    // The charge has been paid in the meantime, or is about to be.
    const late = isRefusal(failure) && failure.code === 'payment_intent_unexpected_state';
    if (isRefusal(failure) && !late) throw failure;
    // No retries: the caller has waited long enough.
    const intent = await look(charge, { maxNetworkRetries: 0 });
    if (late || isBeyondCards(intent) || lastCard(intent) === card) return chargeOf(intent);
    // This state is from before the call, which may still reach Stripe.
    throw failure;
  }

  return {
    provider: 'stripe',
    publishableKey: settings.publishableKey,

    async openSetup({ key, email, customer: known }) {
      const open = async (customer: string) => {
        const { id, client_secret } = await once(`${key}-setup`, (options) =>
          // The customer is present when the card is charged.
          stripe.setupIntents.create({ customer, usage: 'on_session', ...CARD_ONLY }, options),
        );
        return { setup: id, clientSecret: client_secret ?? '', customer };
      };
      const made = () =>
        once(`${key}-customer`, (options) => stripe.customers.create({ email, metadata: { key } }, options));
      try {
        return await open(known ?? (await made()).id);
      } catch (error) {
        // Deleted at Stripe, or belongs to another account.
        if (!known || !isRefusedAs('resource_missing', error)) throw error;
        return open((await made()).id);
      }
    },

    async confirmedCard(setup) {
      const { status, payment_method } = await answer(stripe.setupIntents.retrieve(setup));
      return status === 'succeeded' ? idOf(payment_method) : null;
    },

    async openCharge({ key, amountCents, customer, email, attempt }) {
      const intent = await once(`${key}-charge`, (options) =>
        stripe.paymentIntents.create(
          { amount: amountCents, currency: 'usd', customer, metadata: { attempt, email }, ...CARD_ONLY },
          options,
        ),
      );
      return intent.id;
    },

    charge: (charge, card) =>
      answer(
        stripe.paymentIntents
          // The SDK makes a new idempotency key for each call, so a declined card may be tried again.
          .confirm(charge, { payment_method: card, use_stripe_sdk: true, ...WITH_CHARGE })
          .then(chargeOf, (failure) => recover(charge, card, failure)),
      ),

    find: async (charge) => chargeOf(await answer(look(charge))),

    cancel: (charge) =>
      answer(
        stripe.paymentIntents.cancel(charge, WITH_CHARGE).then(chargeOf, async (failure) => {
          // It has been paid or canceled already, or is about to be paid.
          if (isRefusal(failure) && failure.code === 'payment_intent_unexpected_state')
            return chargeOf(await look(charge));
          throw failure;
        }),
      ),

    async refund(charge) {
      try {
        // Without an amount Stripe refunds the remainder, and refuses if there is none.
        await once(`refund-${charge}`, (options) => stripe.refunds.create({ payment_intent: charge }, options));
      } catch (error) {
        if (!isRefusedAs('charge_already_refunded', error)) throw error;
      }
    },

    readEvent(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature ?? '', settings.webhookSecret);
        return { id: event.id, charge: chargeIn(event.data.object) };
      } catch {
        throw new AppError('BAD_REQUEST', 'The signature of this event is not valid.');
      }
    },
  };
}

/** Stripe rejected the request. The message has what an engineer needs to look it up, and none of Stripe's own text. */
class RefusedByStripe extends Error {
  readonly code: string | undefined;
  constructor({ type, code, statusCode, requestId }: Stripe.errors.StripeError) {
    super(`Stripe refused a request: ${type} ${code ?? '(no code)'}, status ${statusCode}, ${requestId ?? 'no id'}`);
    this.code = code;
  }
}

const isRefusedAs = (code: string, error: unknown) => error instanceof RefusedByStripe && error.code === code;

/** Awaits Stripe's answer. Throws the errors that `Cards` documents. */
async function answer<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (isRefusal(error)) throw new RefusedByStripe(error);
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const message = 'The payment provider is not responding. You will not be charged twice: please try again.';
    throw Object.assign(new AppError('SERVICE_UNAVAILABLE', message), { cause: error });
  }
}

/**
 * Creates an object with `key` as the idempotency key: a repeated call returns the same object. Stripe also stores
 * failures under a key for a day, so after a stored failure we try the next key, and finally a new one each time. What
 * failed calls may leave behind (a PaymentIntent or a customer without a card) is never used.
 */
async function once<T>(key: string, create: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  for (const idempotencyKey of [key, `${key}-2`, `${key}-3`]) {
    try {
      return await create({ idempotencyKey });
    } catch (error) {
      if (!isKept(error)) return answer(Promise.reject(error));
    }
  }
  return answer(create({}));
}

/** A failure stored under the key: replayed, or the key was used with other parameters. */
const isKept = (error: unknown) =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true');

const isRefusal = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

/** Whether the status is one that no pending request with a card can change. */
const isBeyondCards = ({ status }: Stripe.PaymentIntent) => ['succeeded', 'processing', 'canceled'].includes(status);

/** The last card tried; a declined card is only named in the error. */
const lastCard = ({ payment_method, last_payment_error }: Stripe.PaymentIntent) =>
  idOf(payment_method ?? last_payment_error?.payment_method ?? null);

function chargeOf(intent: Stripe.PaymentIntent): Charge {
  switch (intent.status) {
    case 'succeeded':
      return { state: 'paid', ...givenBack(intent.latest_charge) };
    case 'requires_payment_method':
      return intent.last_payment_error
        ? { state: 'declined', message: reasonOf(intent.last_payment_error) }
        : { state: 'open' };
    case 'requires_confirmation':
      return { state: 'open' };
    case 'requires_action':
      return { state: 'action', clientSecret: intent.client_secret ?? '' };
    case 'canceled':
      return { state: 'canceled' };
    default:
      return { state: 'pending' };
  }
}

/** Stripe's messages may be shown to users only for card errors. */
function reasonOf({ type, code, message }: Stripe.PaymentIntent.LastPaymentError): string {
  if (code === 'payment_intent_authentication_failure') {
    return 'Your bank did not confirm that this card is yours. Please try again or use another card.';
  }
  return withoutForbidden((type === 'card_error' && message) || 'Your card was declined.');
}

const givenBack = (charge: Stripe.PaymentIntent['latest_charge']) =>
  charge && typeof charge === 'object'
    ? { refundedCents: charge.amount_refunded, disputed: charge.disputed, card: cardIn(charge) }
    : { refundedCents: 0, disputed: false, card: null };

/** Stripe writes brands in lower case: `visa`, `american_express`. */
function cardIn({ payment_method_details }: Stripe.Charge): PaidCard | null {
  const { brand, last4 } = payment_method_details?.card ?? {};
  if (!brand || !last4) return null;
  const words = withoutForbidden(brand).replaceAll('_', ' ');
  return { brand: words.replace(/\b\w/g, (letter) => letter.toUpperCase()), last4: withoutForbidden(last4) };
}

/** The PaymentIntent of an event's object: the object itself, or the one it belongs to. */
function chargeIn(object: { object?: string; id?: string; payment_intent?: string | { id: string } | null }) {
  if (object.object === 'payment_intent') return object.id ?? null;
  if (!['charge', 'dispute', 'refund'].includes(object.object ?? '')) return null;
  return idOf(object.payment_intent ?? null);
}

const idOf = (found: string | { id: string } | null) => (typeof found === 'string' ? found : (found?.id ?? null));

function addressOf(apiUrl: string | undefined): Partial<Stripe.StripeConfig> {
  if (!apiUrl) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const http = protocol === 'http:';
  return { protocol: http ? 'http' : 'https', host: hostname, port: port || (http ? 80 : 443) };
}
