import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { StripeSettings } from '../../server/config';

/*
 * A model of Stripe for the calls that we make: customers, SetupIntents, PaymentIntents and refunds with their states,
 * idempotency keys, errors and events. It uses HTTP and Stripe's formats, so the real SDK can talk to it. A test can
 * also inject faults, and act as the cardholder, the bank or the dashboard.
 */

/**
 * The faults of a request. "before": Stripe has done nothing. "after": Stripe has done it, but the answer is lost.
 * "reset" closes the connection, "hang" leaves it open without an answer, "500" is an answer, which Stripe keeps under
 * the request's idempotency key. "429" is Stripe's rate limit. `hold` delays the request, with its object locked.
 */
type Fault =
  | 'reset-before'
  | 'reset-after'
  | 'hang-before'
  | 'hang-after'
  | '500-before'
  | '500-after'
  | '429'
  | { hold: Promise<unknown> };

/** The body of an event as Stripe sends it, and its signature. */
interface SignedEvent {
  body: Buffer;
  signature: string;
}

type Route = keyof ReturnType<typeof endpoints>;
type Form = URLSearchParams;
type Outcome = 'ok' | 'declined' | 'insufficient' | 'garbled' | 'authenticate';
interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}
/** A request under an idempotency key, and its answer. The answer is null while the request is running. */
interface Memory {
  said: string;
  answer: Answer | null;
}
interface Customer {
  id: string;
  object: 'customer';
  email: string | null;
}
/** The fields of both kinds of intent. */
interface Intent {
  id: string;
  client_secret: string;
  customer: string | null;
  payment_method: string | null;
  next_action: { type: 'use_stripe_sdk' } | null;
}
interface SetupIntent extends Intent {
  object: 'setup_intent';
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  last_setup_error: CardError | null;
}
interface PaymentIntent extends Intent {
  object: 'payment_intent';
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  last_payment_error: CardError | null;
  latest_charge: string | null;
}
interface Charge {
  id: string;
  object: 'charge';
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
  status: 'succeeded' | 'failed';
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } };
}
interface CardError {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  decline_code?: string;
  message: string;
  payment_method?: { id: string };
}
interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  data: { object: object };
}

/** Stripe's test cards: the outcome of the setup, and of the charge. */
const CARDS: Record<string, { setup: Outcome; charge: Outcome }> = {
  '4242424242424242': { setup: 'ok', charge: 'ok' },
  '4000000000000002': { setup: 'declined', charge: 'declined' },
  '4000000000009995': { setup: 'insufficient', charge: 'insufficient' },
  '4000000000000341': { setup: 'ok', charge: 'declined' },
  // Not one of Stripe's: its reason has characters that PostgreSQL cannot store.
  '4000000000000119': { setup: 'ok', charge: 'garbled' },
  '4000002500003155': { setup: 'authenticate', charge: 'ok' },
  '4000002760003184': { setup: 'authenticate', charge: 'authenticate' },
};

/** Ids that stand for a test card in any request. */
const TEST_METHODS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_insufficient: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
};

const DECLINES = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  garbled: { code: 'card_declined', decline_code: 'generic_decline', message: 'Not\u0000 to\u001b[31mday\ud800.' },
};

/** Stripe's refusal of a request, as an answer. */
class Refusal extends Error {
  readonly status: number;
  readonly error: object;

  constructor(status: number, error: object) {
    super(JSON.stringify(error));
    this.status = status;
    this.error = error;
  }
}
const invalid = (code: string, message: string, status = 400) =>
  new Refusal(status, { type: 'invalid_request_error', code, message });

export type LocalStripe = Awaited<ReturnType<typeof startLocalStripe>>;

/** Starts the server on a free port of this machine. */
export async function startLocalStripe() {
  const account = new Account();
  const handlers = endpoints(account);
  const faults: { route: Route; fault: Fault }[] = [];
  const kept = new Map<string, Memory>();
  const locked = new Set<string>();
  const requests: Route[] = [];
  const awaited: { route: Route; arrived: () => void }[] = [];
  const keys = { secretKey: 'sk_test_local', publishableKey: 'pk_test_local', webhookSecret: 'whsec_local' };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    if (request.method === 'OPTIONS') return send(response, { status: 204, body: {} });
    const sent = await text(request);
    const form = new URLSearchParams(request.method === 'POST' ? sent : searchParams);
    const match = routeOf(handlers, `${request.method} ${pathname}`);
    if (!match)
      return send(response, refused(invalid('resource_missing', `Unrecognized request URL: ${pathname}`, 404)));
    requests.push(match.route);
    for (const { route, arrived } of awaited) if (route === match.route) arrived();
    if (!mayCall(request, match, form)) {
      const message = 'Invalid API Key provided: sk_test_****';
      return send(response, refused(new Refusal(401, { type: 'invalid_request_error', message })));
    }

    const ordered = faults.findIndex(({ route }) => route === match.route);
    const fault = ordered < 0 ? undefined : faults.splice(ordered, 1)[0]?.fault;
    if (fault === 'reset-before') return void request.socket.resetAndDestroy();
    if (fault === 'hang-before') return;
    if (fault === '429') return send(response, refused(rateLimit));
    const key = request.headers['idempotency-key']?.toString();
    const said = `${request.method} ${pathname} ${sent}`;
    const answer = await answerOnce(key, said, match.id, fault, () => handlers[match.route](match.id, form));
    if (fault === 'reset-after') return void request.socket.resetAndDestroy();
    if (fault === 'hang-after') return;
    send(response, answer);
  }

  /**
   * Runs `act`, unless this idempotency key was used before, and keeps the answer under the key. `said` is the request.
   */
  async function answerOnce(
    key: string | undefined,
    said: string,
    id: string,
    fault: Fault | undefined,
    act: () => object,
  ): Promise<Answer> {
    const before = key ? kept.get(key) : undefined;
    if (before && before.said !== said) return refused(otherWords);
    if (before && !before.answer) return refused(inUse);
    if (before?.answer) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
    if (locked.has(id)) return { ...refused(lockTimeout), headers: { 'stripe-should-retry': 'true' } };
    const memory: Memory = { said, answer: null };
    if (key) kept.set(key, memory);
    if (typeof fault === 'object') {
      if (id) locked.add(id);
      await fault.hold;
      locked.delete(id);
    }
    memory.answer = fault === '500-before' ? broken : answerOf(act);
    if (fault === '500-after') memory.answer = broken;
    return memory.answer;
  }

  /** The secret key allows everything. The publishable key allows an intent whose client secret is sent with it. */
  function mayCall(request: IncomingMessage, { id, route }: { id: string; route: Route }, form: Form): boolean {
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? form.get('key');
    if (bearer === keys.secretKey) return !route.includes('authenticate');
    const intent = account.setupIntents.get(id) ?? account.paymentIntents.get(id);
    return bearer === keys.publishableKey && intent !== undefined && form.get('client_secret') === intent.client_secret;
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      send(response, { status: 500, body: { error: { type: 'api_error', message: `The model is wrong: ${error}` } } });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: StripeSettings = { ...keys, apiUrl: url };

  /**
   * An event as Stripe would deliver it now. A test may sign with another secret, or as of another time (in seconds).
   */
  const sign = (
    event: object,
    { secret = keys.webhookSecret, timestamp }: { secret?: string; timestamp?: number } = {},
  ) => {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(timestamp !== undefined && { timestamp }),
    });
    return { body: Buffer.from(payload), signature } satisfies SignedEvent;
  };

  return {
    url,
    /** The settings of a server that uses this Stripe. */
    settings,
    /** The same, as environment variables. */
    env: {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_URL: url,
    },
    /** Injects faults into the next requests of `route`, one fault per request. */
    next: (route: Route, ...ordered: Fault[]) => void faults.push(...ordered.map((fault) => ({ route, fault }))),
    /** Removes the faults that no request has used. */
    calm: () => void faults.splice(0),
    /** The routes of all requests so far, in order. */
    requests,
    /** Resolves when the next request of `route` arrives. */
    arrival: (route: Route) => new Promise<void>((arrived) => awaited.push({ route, arrived })),
    /** Every event so far, oldest first. A test signs and delivers them with `sign`. */
    events: account.events,
    sign,
    /** A signed event with the given object. */
    signedEvent: (type: string, object: object, as?: { secret?: string; timestamp?: number }) =>
      sign(newEvent(type, object), as),
    /** The successful charges, one for each PaymentIntent. */
    charges: () =>
      [...account.charges.values()]
        .filter(({ status }) => status === 'succeeded')
        .map((charge) => ({
          paymentIntent: charge.payment_intent,
          amountCents: charge.amount,
          refundedCents: charge.amount_refunded,
        })),
    /** The PaymentIntent itself. A test can read it or change its state. */
    paymentIntent: (id: string) => found(account.paymentIntents, id),
    /** Confirms a card as the Payment Element does, by its number or a test id, and returns the payment method's id. */
    confirmSetup: (setup: string, card: string) =>
      account.confirmSetup(setup, CARDS[card] ? account.mint(card) : card).payment_method,
    /** The cardholder answers the bank's authentication request. `clientSecret` is that of the intent. */
    authenticate: (clientSecret: string, outcome: 'success' | 'failure' = 'success') =>
      void account.authenticate(clientSecret.split('_secret_')[0] ?? '', outcome),
    /** Refunds `cents` as in the dashboard. */
    refund: (paymentIntent: string, cents: number) => void account.refund(paymentIntent, cents),
    /** Disputes the charge, as the cardholder does through the bank. */
    dispute: (paymentIntent: string) => account.dispute(paymentIntent),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Stripe's records and the operations on them. */
class Account {
  readonly customers = new Map<string, Customer>();
  readonly setupIntents = new Map<string, SetupIntent>();
  readonly paymentIntents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly events: StripeEvent[] = [];
  /** Cards by the id of their payment method. */
  private readonly methods = new Map<string, { number: string; customer: string | null }>();

  mint(number: string): string {
    if (!CARDS[number]) throw cardRefusal({ code: 'incorrect_number', message: 'Your card number is incorrect.' });
    const id = newId('pm_1');
    this.methods.set(id, { number, customer: null });
    return id;
  }

  confirmSetup(id: string, card: string): SetupIntent {
    const setup = found(this.setupIntents, id);
    if (setup.status === 'succeeded') throw invalid('setup_intent_unexpected_state', 'It has already succeeded.');
    // A test id stands for a card that is entered again.
    const method = TEST_METHODS[card] ? this.mint(TEST_METHODS[card]) : card;
    const outcome = this.cardOf(method, setup.customer).setup;
    if (outcome === 'declined' || outcome === 'insufficient') {
      setup.last_setup_error = { type: 'card_error', ...DECLINES[outcome], payment_method: { id: method } };
      throw new Refusal(402, { ...setup.last_setup_error, setup_intent: setup });
    }
    setup.payment_method = method;
    if (outcome === 'authenticate') ask(setup);
    else this.finishSetup(setup);
    return setup;
  }

  confirmPayment(id: string, card: string | null): PaymentIntent {
    const intent = found(this.paymentIntents, id);
    if (!['requires_payment_method', 'requires_action'].includes(intent.status)) {
      throw invalid(
        'payment_intent_unexpected_state',
        `You cannot confirm it because it has a status of ${intent.status}.`,
      );
    }
    if (!card) throw invalid('parameter_missing', 'Missing required param: payment_method.');
    const outcome = this.cardOf(card, intent.customer).charge;
    intent.payment_method = card;
    intent.next_action = null;
    if (outcome === 'ok') this.pay(intent);
    else if (outcome === 'authenticate') ask(intent);
    else this.decline(intent, { type: 'card_error', ...DECLINES[outcome] });
    if (intent.last_payment_error) throw new Refusal(402, { ...intent.last_payment_error, payment_intent: intent });
    return intent;
  }

  cancelPayment(id: string): PaymentIntent {
    const intent = found(this.paymentIntents, id);
    if (!['requires_payment_method', 'requires_action'].includes(intent.status)) {
      throw invalid('payment_intent_unexpected_state', `You cannot cancel it, with a status of ${intent.status}.`);
    }
    Object.assign(intent, { status: 'canceled', next_action: null });
    this.tell('payment_intent.canceled', intent);
    return intent;
  }

  authenticate(id: string, outcome: string): Intent {
    const intent = this.paymentIntents.get(id) ?? found(this.setupIntents, id);
    if (intent.status !== 'requires_action') throw invalid('intent_invalid_state', 'It asks for nothing.');
    intent.next_action = null;
    if (intent.object === 'setup_intent') {
      if (outcome === 'success') this.finishSetup(intent);
      else Object.assign(intent, { status: 'requires_payment_method', payment_method: null });
    } else if (outcome === 'success') this.pay(intent);
    else {
      const message = 'The provided PaymentMethod has failed authentication.';
      this.decline(intent, { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message });
    }
    return intent;
  }

  refund(id: string, cents?: number) {
    const charge = this.chargeOf(id);
    const left = charge.amount - charge.amount_refunded;
    if (!left) throw invalid('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
    const amount = cents ?? left;
    if (amount > left) throw invalid('parameter_invalid_integer', 'The refund is greater than what is left.');
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    const refund = {
      id: newId('re_'),
      object: 'refund',
      payment_intent: id,
      charge: charge.id,
      amount,
      status: 'succeeded',
    };
    this.tell('refund.created', refund);
    this.tell('charge.refunded', charge);
    return refund;
  }

  dispute(id: string): void {
    const charge = this.chargeOf(id);
    charge.disputed = true;
    const { amount } = charge;
    this.tell('charge.dispute.created', {
      id: newId('dp_'),
      object: 'dispute',
      payment_intent: id,
      charge: charge.id,
      amount,
      status: 'needs_response',
    });
  }

  tell(type: string, object: object): void {
    this.events.push(newEvent(type, object));
  }

  private finishSetup(setup: SetupIntent): void {
    setup.status = 'succeeded';
    const method = this.methods.get(setup.payment_method ?? '');
    if (method) method.customer = setup.customer;
    this.tell('setup_intent.succeeded', setup);
  }

  private pay(intent: PaymentIntent): void {
    this.addCharge(intent, 'succeeded');
    intent.status = 'succeeded';
    intent.last_payment_error = null;
    this.tell('payment_intent.succeeded', intent);
  }

  /** Declines the charge. The intent then accepts another card. */
  private decline(intent: PaymentIntent, error: CardError): void {
    this.addCharge(intent, 'failed');
    intent.status = 'requires_payment_method';
    intent.last_payment_error = { ...error, payment_method: { id: intent.payment_method ?? '' } };
    intent.payment_method = null;
    this.tell('payment_intent.payment_failed', intent);
  }

  private addCharge({ id, amount, payment_method }: PaymentIntent, status: Charge['status']): void {
    const number = TEST_METHODS[payment_method ?? ''] ?? found(this.methods, payment_method ?? '').number;
    const charge: Charge = {
      id: newId('ch_'),
      object: 'charge',
      payment_intent: id,
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      status,
      // All test cards are Visa's.
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: number.slice(-4) } },
    };
    this.charges.set(charge.id, charge);
    found(this.paymentIntents, id).latest_charge = charge.id;
    this.tell(`charge.${status}`, charge);
  }

  private chargeOf(id: string): Charge {
    const intent = found(this.paymentIntents, id);
    if (intent.status !== 'succeeded') throw invalid('payment_intent_unexpected_state', 'It has no successful charge.');
    return found(this.charges, intent.latest_charge ?? '');
  }

  /** A card that was set up belongs to its customer, and can be charged for no other. */
  private cardOf(method: string, customer: string | null) {
    const { number, ...known } = TEST_METHODS[method]
      ? { number: TEST_METHODS[method], customer: null }
      : found(this.methods, method);
    if (known.customer && known.customer !== customer) {
      throw invalid('resource_missing', `The customer does not have a payment method with the ID ${method}.`);
    }
    return CARDS[number] as (typeof CARDS)[string];
  }
}

/** The HTTP API: the handler of each endpoint, called with the id of the path and the form of the body. */
function endpoints(account: Account) {
  const shown = (intent: PaymentIntent, form: Form) => ({
    ...intent,
    latest_charge: [...form].some(([name, value]) => name.startsWith('expand') && value === 'latest_charge')
      ? (account.charges.get(intent.latest_charge ?? '') ?? null)
      : intent.latest_charge,
  });
  const method = (form: Form) => {
    const number = form.get('payment_method_data[card][number]')?.replaceAll(' ', '');
    return number ? account.mint(number) : form.get('payment_method');
  };
  return {
    'POST /v1/customers': (_id: string, form: Form) => {
      const customer: Customer = { id: newId('cus_'), object: 'customer', email: form.get('email') };
      account.customers.set(customer.id, customer);
      return customer;
    },
    'POST /v1/setup_intents': (_id: string, form: Form) => {
      const setup: SetupIntent = {
        ...newIntent('seti_', form, account),
        object: 'setup_intent',
        last_setup_error: null,
      };
      account.setupIntents.set(setup.id, setup);
      return setup;
    },
    'GET /v1/setup_intents/:id': (id: string) => found(account.setupIntents, id),
    'POST /v1/setup_intents/:id/confirm': (id: string, form: Form) => account.confirmSetup(id, method(form) ?? ''),
    'POST /v1/payment_intents': (_id: string, form: Form) => {
      const amount = Number(form.get('amount'));
      if (!Number.isInteger(amount) || amount < 50) throw invalid('parameter_invalid_integer', 'Invalid amount.');
      const intent: PaymentIntent = {
        ...newIntent('pi_', form, account),
        object: 'payment_intent',
        amount,
        currency: form.get('currency') ?? 'usd',
        metadata: metadataOf(form),
        last_payment_error: null,
        latest_charge: null,
      };
      account.paymentIntents.set(intent.id, intent);
      account.tell('payment_intent.created', intent);
      return shown(intent, form);
    },
    'GET /v1/payment_intents/:id': (id: string, form: Form) => shown(found(account.paymentIntents, id), form),
    'POST /v1/payment_intents/:id/confirm': (id: string, form: Form) =>
      shown(account.confirmPayment(id, method(form)), form),
    'POST /v1/payment_intents/:id/cancel': (id: string, form: Form) => shown(account.cancelPayment(id), form),
    'POST /v1/refunds': (_id: string, form: Form) =>
      account.refund(form.get('payment_intent') ?? '', form.has('amount') ? Number(form.get('amount')) : undefined),
    // Not part of Stripe's API: the exchange between its browser code and the bank, in one call with the publishable
    // key.
    'POST /v1/setup_intents/:id/authenticate': (id: string, form: Form) =>
      account.authenticate(id, form.get('outcome') ?? 'success'),
    'POST /v1/payment_intents/:id/authenticate': (id: string, form: Form) =>
      account.authenticate(id, form.get('outcome') ?? 'success'),
  };
}

function routeOf(handlers: ReturnType<typeof endpoints>, call: string): { route: Route; id: string } | null {
  for (const route of Object.keys(handlers) as Route[]) {
    const match = new RegExp(`^${route.replace(':id', '([^/]+)')}$`).exec(call);
    if (match) return { route, id: match[1] ?? '' };
  }
  return null;
}

function newIntent(prefix: string, form: Form, account: Account) {
  if ([...form.keys()].some((name) => name.startsWith('payment_method_types'))) {
    throw invalid('payment_method_types_no_longer_supported', 'Use allowed_payment_method_types.');
  }
  const id = newId(prefix);
  const customer = form.get('customer');
  if (customer && !account.customers.has(customer))
    throw invalid('resource_missing', `No such customer: '${customer}'`);
  return {
    id,
    client_secret: `${id}_secret_${randomUUID()}`,
    customer,
    payment_method: null,
    next_action: null,
    status: 'requires_payment_method' as const,
  };
}

const metadataOf = (form: Form) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key ? [[key, value]] : [];
    }),
  );

/** The bank requires authentication by the cardholder. */
function ask(intent: SetupIntent | PaymentIntent): void {
  intent.status = 'requires_action';
  intent.next_action = { type: 'use_stripe_sdk' };
  if (intent.object === 'payment_intent') intent.last_payment_error = null;
}

const newId = (prefix: string) => `${prefix}${randomUUID().replaceAll('-', '')}`;

/** An event with a copy of the object, so later changes do not change the event. */
const newEvent = (type: string, object: object): StripeEvent => ({
  id: newId('evt_'),
  object: 'event',
  type,
  data: { object: structuredClone(object) },
});

function found<T>(all: Map<string, T>, id: string): T {
  const one = all.get(id);
  if (!one) throw invalid('resource_missing', `No such object: '${id}'`, 404);
  return one;
}

const cardRefusal = (error: object) => new Refusal(402, { type: 'card_error', ...error });
const otherWords = new Refusal(400, {
  type: 'idempotency_error',
  message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
});
const inUse = new Refusal(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message: 'There is currently another in-progress request using this idempotent key.',
});
const rateLimit = new Refusal(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Too many requests hit the API too quickly.',
});
const lockTimeout = new Refusal(429, {
  type: 'invalid_request_error',
  code: 'lock_timeout',
  message: 'This object cannot be accessed right now because another API request is currently accessing it.',
});
const broken: Answer = { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred.' } } };
const refused = ({ status, error }: Refusal): Answer => ({ status, body: structuredClone({ error }) });

/** The result as an answer, copied so that the stored answer does not change with the object. */
function answerOf(run: () => object): Answer {
  try {
    return { status: 200, body: structuredClone(run()) };
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': newId('req_'),
    // A stored failure would only be replayed.
    ...(status >= 500 ? { 'stripe-should-retry': 'false' } : {}),
    // For browsers, because the pages have another origin.
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type',
    ...headers,
  });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}
