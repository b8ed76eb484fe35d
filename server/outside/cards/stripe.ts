import Stripe from 'stripe';
import type { StripeSettings } from '../../config';
import { AppError } from '../../errors';
import type { Cards, Charge } from './cards';

/** How long one request may take, in milliseconds, and how often the SDK tries again where that helps. */
const PATIENCE = { timeout: 10_000, maxNetworkRetries: 2 };

/** Written out, so that the SDK moves to another version of the API only with somebody who reads what changed. */
const API_VERSION = '2026-10-28.endive';

const CARD_ONLY = { allowed_payment_method_types: ['card'] };

/** So that an answer says whether the money was given back, or is disputed. */
const WITH_CHARGE = { expand: ['latest_charge'] };

/**
 * Cards by Stripe. A charge is one PaymentIntent, made unconfirmed, then confirmed with a card. It succeeds once at most,
 * by construction: whatever answer is lost, looking at it tells, and to confirm it again cannot take money twice.
 */
export function stripeCards(settings: StripeSettings, patience: Partial<typeof PATIENCE> = {}): Cards {
  const stripe = new Stripe(settings.secretKey, {
    apiVersion: API_VERSION,
    telemetry: false,
    ...PATIENCE,
    ...patience,
    ...addressOf(settings.apiUrl),
  });

  const look = (charge: string, options = {}) => stripe.paymentIntents.retrieve(charge, WITH_CHARGE, options);

  /** What stands after a `failure` to confirm, where that tells how it went with this `card`. */
  async function recover(charge: string, card: string, failure: unknown): Promise<Charge> {
    if (failure instanceof Stripe.errors.StripeCardError) return { state: 'declined', message: failure.message };
    // Somebody else has paid meanwhile, or is about to.
    const late = isRefusal(failure) && failure.code === 'payment_intent_unexpected_state';
    if (isRefusal(failure) && !late) throw failure;
    // One look: the caller has waited long enough.
    const intent = await look(charge, { maxNetworkRetries: 0 });
    if (late || isBeyondCards(intent) || lastCard(intent) === card) return chargeOf(intent);
    // What stands is from before, and the order may still be on its way.
    throw failure;
  }

  return {
    provider: 'stripe',
    publishableKey: settings.publishableKey,

    async openSetup({ key, email, customer: known }) {
      const open = async (customer: string) => {
        const { id, client_secret } = await once(`${key}-setup`, (options) =>
          // The customer is there when the card is charged.
          stripe.setupIntents.create({ customer, usage: 'on_session', ...CARD_ONLY }, options),
        );
        return { setup: id, clientSecret: client_secret ?? '', customer };
      };
      const made = () =>
        once(`${key}-customer`, (options) => stripe.customers.create({ email, metadata: { key } }, options));
      try {
        return await open(known ?? (await made()).id);
      } catch (error) {
        // Deleted at Stripe, or of another account.
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
          // Under a new key of the SDK's at each call: a card that was declined may be tried again.
          .confirm(charge, { payment_method: card, use_stripe_sdk: true, ...WITH_CHARGE })
          .then(chargeOf, (failure) => recover(charge, card, failure)),
      ),

    find: async (charge) => chargeOf(await answer(look(charge))),

    async refund(charge) {
      try {
        // Without an amount Stripe refunds what is left, and refuses where nothing is.
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

/** Stripe understood us and said no. The message names what an engineer looks it up by, and nothing that Stripe wrote. */
class RefusedByStripe extends Error {
  readonly code?: string;
  constructor({ type, code, statusCode, requestId }: Stripe.errors.StripeError) {
    super(`Stripe refused a request: ${type} ${code ?? '(no code)'}, status ${statusCode}, ${requestId ?? 'no id'}`);
    this.code = code;
  }
}

const isRefusedAs = (code: string, error: unknown) => error instanceof RefusedByStripe && error.code === code;

/** Waits for Stripe, and throws as Cards says. */
async function answer<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (isRefusal(error)) throw new RefusedByStripe(error);
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const message = 'The payment provider does not answer. Nothing is charged twice: please try again.';
    throw Object.assign(new AppError('SERVICE_UNAVAILABLE', message), { cause: error });
  }
}

/**
 * Creates under `key`, so that to ask again gives the same. But Stripe keeps failures under a key too, for a day: past
 * one, the next key is taken, and in the end one that is new each time. What the failed ones may have left behind, a
 * PaymentIntent without a card or a customer without one, is never used.
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

/** A failure that was kept under the key: replayed, or told that the key was for a request of other words. */
const isKept = (error: unknown) =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true');

const isRefusal = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

/** No card that is still on its way to Stripe can change these. */
const isBeyondCards = ({ status }: Stripe.PaymentIntent) => ['succeeded', 'processing', 'canceled'].includes(status);

/** The card that was tried last; a declined one is only named in the error. */
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

/** Only of card errors does Stripe say that its words may be shown. */
function reasonOf({ type, code, message }: Stripe.PaymentIntent.LastPaymentError): string {
  if (code === 'payment_intent_authentication_failure') {
    return 'Your bank did not confirm that this card is yours. Please try again or use another card.';
  }
  return (type === 'card_error' && message) || 'Your card was declined.';
}

const givenBack = (charge: Stripe.PaymentIntent['latest_charge']) =>
  charge && typeof charge === 'object'
    ? { refundedCents: charge.amount_refunded, disputed: charge.disputed }
    : { refundedCents: 0, disputed: false };

/** The PaymentIntent that an event's object is, or belongs to. */
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
