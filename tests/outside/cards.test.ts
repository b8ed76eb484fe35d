import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config';
import { AppError } from '../../server/errors';
import type { Cards } from '../../server/outside/cards/cards';
import { openCards } from '../../server/outside/cards/openCards';
import { sandboxCards } from '../../server/outside/cards/sandbox';
import { stripeCards } from '../../server/outside/cards/stripe';
import { type LocalStripe, startLocalStripe } from '../support/localStripe';

const VISA = '4242424242424242';
const DECLINED_WHEN_CHARGED = '4000000000000341';
const ASKS_AT_SETUP = '4000002500003155';
const ASKS_ALWAYS = '4000002760003184';
const CONFIRM = 'POST /v1/payment_intents/:id/confirm';
const DECLINED = { state: 'declined', message: 'Your card was declined.' };
const PAID = { state: 'paid', refundedCents: 0, disputed: false, card: { brand: 'Visa', last4: expect.any(String) } };

/** Short, so hanging requests fail soon. */
const IMPATIENT = { timeout: 250, maxNetworkRetries: 1 };

const request = { key: 'attempt-1', email: 'user@example.com', amountCents: 7995, attempt: 1 };

let local: LocalStripe;
let cards: Cards;
beforeEach(async () => {
  local = await startLocalStripe();
  cards = stripeCards(local.settings, IMPATIENT);
});
afterEach(() => local.close());

/** A charge, and a customer with the cards of these numbers. */
async function prepare(...numbers: string[]) {
  const { customer } = await cards.openSetup({ ...request, customer: null });
  const charge = await cards.openCharge({ ...request, customer });
  const confirmed: string[] = [];
  for (const number of numbers) {
    const { setup } = await cards.openSetup({ ...request, key: `card-${confirmed.length}`, customer });
    confirmed.push(local.confirmSetup(setup, number) ?? '');
  }
  return { charge, customer, confirmed: confirmed as [string, string] };
}

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error) => error,
  );

function expectUnavailable(error: unknown, stripe = local) {
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('try again') });
  expectNoSecret(error, stripe);
}

/** Checks the message and everything that a log would show of the error. */
function expectNoSecret(error: unknown, { settings }: LocalStripe) {
  const shown = inspect(error, { depth: 10, showHidden: true });
  expect(shown).not.toContain(settings.secretKey);
  expect(shown).not.toContain(settings.webhookSecret);
}

describe.each(['stripe', 'sandbox'] as const)('%s', (name) => {
  let browser: { confirm(setup: string, card: string): void };
  beforeEach(() => {
    if (name === 'sandbox') cards = sandboxCards();
    browser = { confirm: name === 'sandbox' ? () => {} : (setup, card) => void local.confirmSetup(setup, card) };
  });

  test('charges a confirmed card', async () => {
    const { setup, clientSecret, customer } = await cards.openSetup({ ...request, customer: null });
    expect(clientSecret).toContain(setup);
    browser.confirm(setup, 'pm_card_visa');
    const card = await cards.confirmedCard(setup, 'pm_card_visa');
    const charge = await cards.openCharge({ ...request, customer });
    expect(await cards.find(charge)).toEqual({ state: 'open' });
    expect(await cards.charge(charge, card ?? '')).toEqual(PAID);
    expect(await cards.charge(charge, card ?? '')).toEqual(PAID);
    expect(await cards.find(charge)).toEqual({ ...PAID, card: { brand: 'Visa', last4: '4242' } });
  });

  test('gives the same setup, customer and charge for the same key, and others for another key', async () => {
    const setup = await cards.openSetup({ ...request, customer: null });
    expect(await cards.openSetup({ ...request, customer: null })).toEqual(setup);
    const { customer } = setup;
    const other = await cards.openSetup({ ...request, key: 'attempt-2', customer });
    expect(other.setup).not.toBe(setup.setup);
    expect(other.customer).toBe(customer);
    const charge = await cards.openCharge({ ...request, customer });
    expect(await cards.openCharge({ ...request, customer })).toBe(charge);
    expect(await cards.openCharge({ ...request, key: 'attempt-2', customer })).not.toBe(charge);
  });

  test('retries a declined charge with another card', async () => {
    const { customer } = await cards.openSetup({ ...request, customer: null });
    const charge = await cards.openCharge({ ...request, customer });
    expect(await cards.charge(charge, 'pm_card_chargeDeclined')).toEqual(DECLINED);
    expect(await cards.find(charge)).toEqual(DECLINED);
    expect(await cards.charge(charge, 'pm_card_chargeDeclined')).toEqual(DECLINED);
    expect(await cards.charge(charge, 'pm_card_visa')).toEqual(PAID);
    expect(await cards.charge(charge, 'pm_card_chargeDeclined')).toEqual(PAID);
  });

  test('refunds the full amount, once', async () => {
    const { customer } = await cards.openSetup({ ...request, customer: null });
    const charge = await cards.openCharge({ ...request, customer });
    await cards.charge(charge, 'pm_card_visa');
    await cards.refund(charge);
    await cards.refund(charge);
    expect(await cards.find(charge)).toEqual({
      state: 'paid',
      refundedCents: 7995,
      disputed: false,
      card: { brand: 'Visa', last4: '4242' },
    });
  });
});

describe('the sandbox', () => {
  beforeEach(() => {
    cards = sandboxCards();
  });

  test('accepts only its own two cards', async () => {
    const { setup } = await cards.openSetup({ ...request, customer: null });
    expect(await cards.confirmedCard(setup, 'pm_card_visa')).toBe('pm_card_visa');
    expect(await cards.confirmedCard(setup, 'pm_card_chargeDeclined')).toBe('pm_card_chargeDeclined');
    expect(await cards.confirmedCard(setup, 'pm_1abc')).toBeNull();
    expect(await cards.charge('sandbox_charge_7995_key', 'pm_1abc')).toEqual(DECLINED);
  });

  test('gives the same results after a restart', async () => {
    const charge = await cards.openCharge({ ...request, customer: 'sandbox_customer' });
    await cards.charge(charge, 'pm_card_visa');
    cards = sandboxCards();
    expect(await cards.openCharge({ ...request, customer: 'sandbox_customer' })).toBe(charge);
    expect(await cards.find(charge)).toEqual({ state: 'open' });
    expect(await cards.charge(charge, 'pm_card_visa')).toEqual(PAID);
    cards = sandboxCards();
    await cards.refund(charge);
    expect(await cards.find(charge)).toMatchObject({ refundedCents: 7995 });
  });

  test('accepts no events', () => {
    const { body, signature } = local.signedEvent('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' });
    expect(() => cards.readEvent(body, signature)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });
});

describe('the provider', () => {
  test('is Stripe if configured, otherwise the sandbox', async () => {
    const stripe = await openCards(readConfig(local.env));
    expect([stripe.provider, stripe.publishableKey]).toEqual(['stripe', 'pk_test_local']);
    expect((await stripe.openSetup({ ...request, customer: null })).setup).toMatch(/^seti_/);
    const sandbox = await openCards(readConfig({}));
    expect([sandbox.provider, sandbox.publishableKey]).toEqual(['sandbox', null]);
  });

  test('is never the sandbox in production', async () => {
    await expect(openCards({ ...readConfig({}), production: true })).rejects.toThrow('not for production');
  });
});

describe('a charge by Stripe', () => {
  test('has one amount, with the attempt and the email as metadata', async () => {
    const { charge, customer } = await prepare();
    expect(local.paymentIntent(charge)).toMatchObject({
      amount: 7995,
      currency: 'usd',
      customer,
      metadata: { attempt: '1', email: 'user@example.com' },
    });
    expect(local.charges()).toEqual([]);
  });

  test('has no card until the browser has confirmed one, whatever the request says', async () => {
    const { setup } = await cards.openSetup({ ...request, customer: null });
    expect(await cards.confirmedCard(setup, 'pm_card_visa')).toBeNull();
    expect(() => local.confirmSetup(setup, '4000000000000002')).toThrow('Your card was declined.');
    expect(await cards.confirmedCard(setup, 'pm_card_visa')).toBeNull();
    const card = local.confirmSetup(setup, VISA);
    expect(card).toMatch(/^pm_1/);
    expect(await cards.confirmedCard(setup, 'pm_card_visa')).toBe(card);
  });

  test('that was declined accepts another card, and is paid once', async () => {
    const { charge, confirmed } = await prepare(DECLINED_WHEN_CHARGED, VISA);
    expect(await cards.charge(charge, confirmed[0])).toEqual(DECLINED);
    expect(local.charges()).toEqual([]);
    expect(await cards.charge(charge, confirmed[1])).toEqual(PAID);
    expect(local.charges()).toEqual([{ paymentIntent: charge, amountCents: 7995, refundedCents: 0 }]);
  });

  test('reports Stripe’s own reason', async () => {
    const { charge } = await prepare();
    const poor = { state: 'declined', message: 'Your card has insufficient funds.' };
    expect(await cards.charge(charge, 'pm_card_insufficient')).toEqual(poor);
    expect(await cards.find(charge)).toEqual(poor);
  });

  test('reports a reason with characters that cannot be stored without them', async () => {
    const { charge, confirmed } = await prepare('4000000000000119');
    const cleaned = { state: 'declined', message: 'Not\ufffd to\ufffd[31mday\ufffd.' };
    expect(await cards.charge(charge, confirmed[0])).toEqual(cleaned);
    expect(await cards.find(charge)).toEqual(cleaned);
  });

  test('cannot be made with another customer’s card', async () => {
    const { confirmed } = await prepare(VISA);
    const other = await cards.openSetup({ ...request, key: 'other', customer: null });
    const charge = await cards.openCharge({ ...request, key: 'other', customer: other.customer });
    await expect(cards.charge(charge, confirmed[0])).rejects.toThrow('resource_missing');
    expect(local.charges()).toEqual([]);
  });

  test('is made once by twenty simultaneous calls', async () => {
    const { charge, confirmed } = await prepare(VISA);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => cards.charge(charge, confirmed[0])));
    expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(['paid']));
    expect(local.charges()).toHaveLength(1);
  });

  test('is made once while another one is in progress', async () => {
    const { charge, confirmed } = await prepare(VISA, VISA);
    const held = Promise.withResolvers<void>();
    local.next(CONFIRM, { hold: held.promise });
    const arrived = local.arrival(CONFIRM);
    const first = stripeCards(local.settings).charge(charge, confirmed[0]);
    await arrived;
    const waits = local.arrival(CONFIRM);
    const second = cards.charge(charge, confirmed[1]);
    await waits;
    held.resolve();
    expect(await Promise.all([first, second])).toEqual([PAID, PAID]);
    expect(local.charges()).toHaveLength(1);
  });

  test.each([
    ['processing', { state: 'pending' }],
    ['canceled', { state: 'canceled' }],
  ] as const)('that is %s is reported as such, and not confirmed', async (status, stands) => {
    const { charge, confirmed } = await prepare(VISA);
    local.paymentIntent(charge).status = status;
    expect(await cards.find(charge)).toEqual(stands);
    expect(await cards.charge(charge, confirmed[0])).toEqual(stands);
    expect(await cards.cancel(charge)).toEqual(stands);
    expect(local.charges()).toEqual([]);
  });

  test('is canceled and takes no money after that', async () => {
    const canceled = await prepare(VISA);
    expect(await cards.cancel(canceled.charge)).toEqual({ state: 'canceled' });
    expect(await cards.charge(canceled.charge, canceled.confirmed[0])).toEqual({ state: 'canceled' });
    expect(local.charges()).toEqual([]);
  });

  test('reports a dispute, and a refund made in the dashboard', async () => {
    const { charge, confirmed } = await prepare(VISA);
    await cards.charge(charge, confirmed[0]);
    local.refund(charge, 1000);
    local.dispute(charge);
    expect(await cards.find(charge)).toEqual({
      state: 'paid',
      refundedCents: 1000,
      disputed: true,
      card: { brand: 'Visa', last4: '4242' },
    });
  });
});

describe('3-D Secure', () => {
  test('at the setup is completed before the charge', async () => {
    const { setup, clientSecret, customer } = await cards.openSetup({ ...request, customer: null });
    const card = local.confirmSetup(setup, ASKS_AT_SETUP);
    expect(await cards.confirmedCard(setup, 'claimed')).toBeNull();
    local.authenticate(clientSecret);
    expect(await cards.confirmedCard(setup, 'claimed')).toBe(card);
    expect(await cards.charge(await cards.openCharge({ ...request, customer }), card ?? '')).toEqual(PAID);
  });

  test('at the charge takes no money before it is completed', async () => {
    const { charge, customer } = await prepare();
    const { setup, clientSecret } = await cards.openSetup({ ...request, key: 'asks', customer });
    const card = local.confirmSetup(setup, ASKS_ALWAYS) ?? '';
    local.authenticate(clientSecret);
    const action = { state: 'action', clientSecret: local.paymentIntent(charge).client_secret };
    expect(await cards.charge(charge, card)).toEqual(action);
    expect(await cards.find(charge)).toEqual(action);
    expect(local.charges()).toEqual([]);
    local.authenticate(action.clientSecret);
    expect(await cards.find(charge)).toEqual(PAID);
    expect(await cards.charge(charge, card)).toEqual(PAID);
    expect(local.charges()).toHaveLength(1);
  });

  test('that fails is reported as a decline in our own words, and another card can be used', async () => {
    const { charge, confirmed } = await prepare(VISA);
    await cards.charge(charge, 'pm_card_authenticationRequired');
    local.authenticate(local.paymentIntent(charge).client_secret, 'failure');
    const stands = await cards.find(charge);
    expect(stands).toEqual({ state: 'declined', message: expect.stringContaining('Your bank did not confirm') });
    expect(await cards.charge(charge, confirmed[0])).toEqual(PAID);
    expect(local.charges()).toHaveLength(1);
  });

  test('that is never completed does not block another card', async () => {
    const { charge, confirmed } = await prepare(VISA);
    await cards.charge(charge, 'pm_card_authenticationRequired');
    expect(await cards.charge(charge, confirmed[0])).toEqual(PAID);
    expect(local.charges()).toHaveLength(1);
  });
});

describe('faults during a request', () => {
  const FAULTS = [
    'reset-before',
    'reset-after',
    'hang-before',
    'hang-after',
    '500-before',
    '500-after',
    '429',
  ] as const;
  const ROUTES = ['POST /v1/customers', 'POST /v1/setup_intents', 'POST /v1/payment_intents', CONFIRM] as const;
  const cases = FAULTS.flatMap((fault) =>
    ROUTES.flatMap((route) => [1, 4].map((times) => [fault, times, route] as const)),
  );

  // Each with its own Stripe, so all can wait at the same time.
  test.concurrent.each(cases)('%s, %i in a row, at %s: a retry pays once', async (fault, times, route) => {
    const stripe = await startLocalStripe();
    const cards = stripeCards(stripe.settings, IMPATIENT);
    /** Everything again under the same key, as after a crash. */
    const pay = async () => {
      const { setup, customer } = await cards.openSetup({ ...request, customer: null });
      const card = (await cards.confirmedCard(setup, '')) ?? stripe.confirmSetup(setup, VISA) ?? '';
      return cards.charge(await cards.openCharge({ ...request, customer }), card);
    };
    stripe.next(route, ...Array.from({ length: times }, () => fault));
    let outcome: unknown;
    for (let attempt = 0; attempt < 6 && !outcome; attempt++) {
      outcome = await pay().catch((error) => expectUnavailable(error, stripe));
    }
    expect(outcome).toEqual(PAID);
    expect(stripe.charges()).toEqual([{ paymentIntent: expect.any(String), amountCents: 7995, refundedCents: 0 }]);
    await stripe.close();
  });

  test('a charge is found although its answer was lost', async () => {
    const { charge, confirmed } = await prepare(VISA);
    local.next(CONFIRM, '500-after');
    expect(await cards.charge(charge, confirmed[0])).toEqual(PAID);
  });

  test('a decline is found although its answer was lost', async () => {
    const { charge, confirmed } = await prepare(DECLINED_WHEN_CHARGED);
    local.next(CONFIRM, '500-after');
    expect(await cards.charge(charge, confirmed[0])).toEqual(DECLINED);
  });

  test('the decline of one card is not reported for the next card, whose answer is lost', async () => {
    const { charge, confirmed } = await prepare(DECLINED_WHEN_CHARGED, VISA);
    await cards.charge(charge, confirmed[0]);
    local.next(CONFIRM, '500-before');
    expectUnavailable(await failure(cards.charge(charge, confirmed[1])));
    expect(await cards.charge(charge, confirmed[1])).toEqual(PAID);
    expect(local.charges()).toHaveLength(1);
  });

  test('a lost answer that cannot be looked up is unavailable, and found later', async () => {
    const { charge, confirmed } = await prepare(VISA);
    local.next(CONFIRM, '500-after');
    local.next('GET /v1/payment_intents/:id', 'hang-before');
    expectUnavailable(await failure(cards.charge(charge, confirmed[0])));
    expect(await cards.find(charge)).toEqual(PAID);
    expect(await cards.charge(charge, confirmed[0])).toEqual(PAID);
    expect(local.charges()).toHaveLength(1);
  });

  test.each(['reset-after', 'hang-after', '500-before', '500-after', '429'] as const)(
    'a refund with %s is made once when it is retried',
    async (fault) => {
      const { charge, confirmed } = await prepare(VISA);
      await cards.charge(charge, confirmed[0]);
      local.next('POST /v1/refunds', fault);
      const error = await failure(cards.refund(charge));
      if (error) expectUnavailable(error);
      await cards.refund(charge);
      expect(local.charges()).toEqual([{ paymentIntent: charge, amountCents: 7995, refundedCents: 7995 }]);
      expect(local.events.filter(({ type }) => type === 'refund.created')).toHaveLength(1);
    },
  );

  test('a refund returns what remains after a partial refund in the dashboard', async () => {
    const { charge, confirmed } = await prepare(VISA);
    await cards.charge(charge, confirmed[0]);
    local.refund(charge, 1000);
    await cards.refund(charge);
    expect(await cards.find(charge)).toMatchObject({ refundedCents: 7995 });
  });

  test('a changed email opens a new setup and charge', async () => {
    const { customer } = await cards.openSetup({ ...request, customer: null });
    const charge = await cards.openCharge({ ...request, customer });
    const email = 'other@example.com';
    expect((await cards.openSetup({ ...request, email, customer: null })).setup).toMatch(/^seti_/);
    expect(await cards.openCharge({ ...request, email, customer })).not.toBe(charge);
  });

  test('a customer deleted at Stripe is created again', async () => {
    const { customer } = await cards.openSetup({ ...request, customer: 'cus_deleted' });
    expect(customer).toMatch(/^cus_(?!deleted)/);
    expect(await cards.openSetup({ ...request, customer: 'cus_deleted' })).toMatchObject({ customer });
    expect(await cards.openCharge({ ...request, customer })).toMatch(/^pi_/);
  });

  const calls: Record<string, (to: Cards) => Promise<unknown>> = {
    openSetup: (to) => to.openSetup({ ...request, customer: null }),
    confirmedCard: (to) => to.confirmedCard('seti_1', ''),
    openCharge: (to) => to.openCharge({ ...request, customer: 'cus_1' }),
    charge: (to) => to.charge('pi_1', 'pm_card_visa'),
    find: (to) => to.find('pi_1'),
    cancel: (to) => to.cancel('pi_1'),
    refund: (to) => to.refund('pi_1'),
  };

  test.each(Object.entries(calls))('%s reports a provider that does not answer', async (_name, call) => {
    const nobody = stripeCards({ ...local.settings, apiUrl: 'http://127.0.0.1:9' }, { maxNetworkRetries: 0 });
    expectUnavailable(await failure(call(nobody)));
  });

  test.each(Object.entries(calls))(
    'with a wrong key %s is an internal error, without Stripe’s text',
    async (_, call) => {
      const settings = { ...local.settings, secretKey: 'sk_test_wrong' };
      const error = await failure(call(stripeCards(settings)));
      expect(error).not.toBeInstanceOf(AppError);
      expect((error as Error).message).toMatch(
        /^Stripe refused a request: StripeAuthenticationError .*status 401, req_/,
      );
      expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/sk_test|Invalid API Key/);
    },
  );
});

describe('an event', () => {
  test('of every kind names its charge', async () => {
    const { charge, confirmed } = await prepare(DECLINED_WHEN_CHARGED, VISA);
    await cards.charge(charge, confirmed[0]);
    await cards.charge(charge, confirmed[1]);
    local.refund(charge, 500);
    local.dispute(charge);
    const events = local.events.map((event) => {
      const { body, signature } = local.sign(event);
      expect(cards.readEvent(body, signature)).toEqual(cards.readEvent(body, signature));
      const { id, charge } = cards.readEvent(body, signature);
      expect(id).toBe(event.id);
      return [event.type, charge];
    });
    expect(events).toEqual([
      ['payment_intent.created', charge],
      ['setup_intent.succeeded', null],
      ['setup_intent.succeeded', null],
      ['charge.failed', charge],
      ['payment_intent.payment_failed', charge],
      ['charge.succeeded', charge],
      ['payment_intent.succeeded', charge],
      ['refund.created', charge],
      ['charge.refunded', charge],
      ['charge.dispute.created', charge],
    ]);
  });

  test('of another object of a charge names none', () => {
    const { body, signature } = local.signedEvent('invoice.paid', { object: 'invoice', payment_intent: 'pi_1' });
    expect(cards.readEvent(body, signature).charge).toBeNull();
  });

  test('that is unsigned, or whose signature has expired, is refused', () => {
    const object = { object: 'payment_intent', id: 'pi_1' };
    const { body, signature } = local.signedEvent('payment_intent.succeeded', object);
    const now = Math.floor(Date.now() / 1000);
    const other = local.signedEvent('payment_intent.succeeded', object, { secret: 'whsec_other' });
    const old = local.signedEvent('payment_intent.succeeded', object, { timestamp: now - 301 });
    const recent = local.signedEvent('payment_intent.succeeded', object, { timestamp: now - 200 });
    const forged = Buffer.from(body.toString().replace('pi_1', 'pi_2'));
    for (const [bytes, sign] of [
      [forged, signature],
      [other.body, other.signature],
      [old.body, old.signature],
      [body, undefined],
      [body, ''],
      [body, 'nonsense'],
      [Buffer.alloc(0), signature],
    ] as const) {
      const error = (() => {
        try {
          return cards.readEvent(bytes, sign);
        } catch (error) {
          return error;
        }
      })();
      expect(error).toMatchObject({ code: 'BAD_REQUEST', message: 'The signature of this event is not valid.' });
      expectNoSecret(error, local);
    }
    expect(cards.readEvent(recent.body, recent.signature).charge).toBe('pi_1');
  });
});

describe('the local Stripe', () => {
  const call = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${local.url}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });

  test('lets a browser confirm a card with the publishable key and the client secret', async () => {
    const { setup, clientSecret } = await cards.openSetup({ ...request, customer: null });
    const path = `/v1/setup_intents/${setup}/confirm`;
    const form = { key: 'pk_test_local', 'payment_method_data[card][number]': '4000 0025 0000 3155' };
    expect((await call(path, { ...form, client_secret: 'guessed' })).status).toBe(401);
    const asked = await call(path, { ...form, client_secret: clientSecret });
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    const { status, payment_method } = (await asked.json()) as Record<string, string>;
    expect(status).toBe('requires_action');
    await call(`/v1/setup_intents/${setup}/authenticate`, { key: 'pk_test_local', client_secret: clientSecret });
    expect(await cards.confirmedCard(setup, '')).toBe(payment_method);
  });

  test('keeps answers under idempotency keys like Stripe', async () => {
    const headers = { authorization: 'Bearer sk_test_local', 'idempotency-key': 'once' };
    const held = Promise.withResolvers<void>();
    local.next('POST /v1/customers', { hold: held.promise });
    const arrived = local.arrival('POST /v1/customers');
    const first = call('/v1/customers', { email: 'a@example.com' }, headers);
    await arrived;
    expect((await call('/v1/customers', { email: 'a@example.com' }, headers)).status).toBe(409);
    held.resolve();
    const customer = await (await first).json();
    const again = await call('/v1/customers', { email: 'a@example.com' }, headers);
    expect([again.headers.get('idempotent-replayed'), await again.json()]).toEqual(['true', customer]);
    expect((await call('/v1/customers', { email: 'b@example.com' }, headers)).status).toBe(400);
  });

  test('refuses requests without a key', async () => {
    for (const headers of [{}, { authorization: 'Bearer pk_test_local' }, { authorization: 'Bearer sk_test_other' }]) {
      expect((await call('/v1/customers', {}, headers as Record<string, string>)).status).toBe(401);
    }
  });
});
