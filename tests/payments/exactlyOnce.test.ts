import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { aYearLater } from '../../server/days';
import { stripeCards } from '../../server/outside/cards/stripe';
import { providerModeOf } from '../../server/payments/settlement/settle';
import { settleAttempts } from '../../server/payments/settlement/settle.operations';
import { type Person, startApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { startLocalStripe } from '../support/localStripe';
import { signedIn } from '../support/people';
import { shared } from '../support/shared';

/*
 * docs/rules.md, "Payments": whatever fails, SQL shows one charge, one record and one extension. Two servers use one
 * database, and Stripe's real SDK talks to a local Stripe. Crashes are tested in crash.test.ts.
 */

const CONFIRM = 'POST /v1/payment_intents/:id/confirm';
const VISA = '4242424242424242';
const DECLINED_WHEN_CHARGED = '4000000000000341';
const ASKS_ALWAYS = '4000002760003184';

const stripe = shared(startLocalStripe);
const options = () => ({
  config: { stripe: stripe.settings },
  outside: { cards: stripeCards(stripe.settings, { timeout: 300, maxNetworkRetries: 1 }) },
});
const app = shared(() => startApp(options()));
const second = shared(() => startApp({ ...options(), sharing: app }));
/** The two servers in turn. */
const servers = [app, second];
let user: User;
let payer: Person;
afterEach(() => stripe.calm());
beforeEach(async () => {
  user = await createUser(app, { subscriptionEndDate: day(20) });
  payer = await signedIn(app, user);
  await app.sql('delete from attempts');
});

const START = 'mutation { startPayment(input: {}) { clientSecret } }';
const COMPLETE = `mutation ($card: String!, $clientSecret: String) {
  completePayment(input: { paymentMethod: $card, clientSecret: $clientSecret }) { payment { id subscriptionEndDate } actionClientSecret } }`;

const setupOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!;
async function start(): Promise<string> {
  const { data, errors } = await app.graph(START, {}, payer);
  expect(errors).toBeUndefined();
  return data!.startPayment.clientSecret;
}
/** Opens an attempt and confirms a card in it, as the browser does. */
async function confirmed(number = VISA) {
  const clientSecret = await start();
  return { clientSecret, card: stripe.confirmSetup(setupOf(clientSecret), number)! };
}
const complete = (variables: object, server = app) => server.graph(COMPLETE, variables, payer);
const codeOf = ({ errors }: Awaited<ReturnType<typeof complete>>) => errors?.[0]?.extensions.code;

const attempt = async () =>
  (await app.sql('select id, charge, state from payment_attempts where user_id = ? order by id desc', [user.id]))[0]!;
const chargesOfPayer = async () => {
  const rows = await app.sql<{ charge: string }>('select charge from payment_attempts where user_id = ?', [user.id]);
  return stripe.charges().filter(({ paymentIntent }) => rows.some(({ charge }) => charge === paymentIntent));
};
async function expectPaidOnce(times = 1) {
  const charges = await chargesOfPayer();
  expect(charges.map(({ amountCents }) => amountCents)).toEqual(Array(times).fill(7995));
  expect(await app.sql('select 1 from payments where user_id = ?', [user.id])).toHaveLength(times);
  const [row] = await app.sql('select subscription_end_date::text as end from users where id = ?', [user.id]);
  let end = day(20);
  for (let year = 0; year < times; year++) end = aYearLater(end);
  expect(row!.end).toBe(end);
  expect((await attempt()).state).toBe('paid');
}

/** What the log has of a payer. */
const logged = (username: string) =>
  app.sql(`select kind, subject_type || ' ' || subject_id as subject from log_entries where username = ? order by id`, [
    username,
  ]);

/** Runs the sweeper a minute later. */
async function sweep() {
  await app.sql('update payment_attempts set next_look_at = now()');
  return settleAttempts(app.system);
}
const deliver = (event: { body: Buffer; signature: string }, server = app) =>
  server.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'stripe-signature': event.signature, 'content-type': 'application/json; charset=utf-8' },
    payload: event.body,
  });
const eventsOf = async (type: string) => {
  const { charge } = await attempt();
  return stripe.events.filter((event) => event.type === type && JSON.stringify(event.data.object).includes(charge));
};

describe('exactly once', () => {
  test('twenty subscribes at once, on two servers', async () => {
    const paying = await confirmed();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => complete(paying, servers[index % 2])));
    const ids = answers.flatMap(({ data }) => data?.completePayment?.payment?.id ?? []);
    expect(new Set(ids).size).toBe(1);
    // Stripe locks the object during a confirmation: early calls must retry, and then get the outcome.
    for (const answer of answers) expect([undefined, 'SERVICE_UNAVAILABLE']).toContain(codeOf(answer));
    expect((await complete(paying)).data!.completePayment.payment.id).toBe(ids[0]);
    await expectPaidOnce();
  });

  test.each(['reset-before', 'reset-after', 'hang-before', 'hang-after', '500-before', '500-after', '429'] as const)(
    'a charge whose answer is lost (%s), retried by the browser',
    async (fault) => {
      const paying = await confirmed();
      stripe.next(CONFIRM, fault, fault, fault);
      await complete(paying);
      await expect.poll(async () => codeOf(await complete(paying))).toBeUndefined();
      await expectPaidOnce();
    },
  );

  test.each(['reset-after', 'hang-after', '500-after'] as const)(
    'a charge whose answer is lost (%s), not retried: the sweeper applies it',
    async (fault) => {
      const paying = await confirmed();
      stripe.next(CONFIRM, fault, fault);
      stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before', 'reset-before');
      expect(codeOf(await complete(paying))).toBe('SERVICE_UNAVAILABLE');
      expect((await attempt()).state).toBe('charging');
      await sweep();
      // The queued faults of the look-ups have been used up by now.
      await sweep();
      await sweep();
      await expectPaidOnce();
    },
  );

  test('a failed preparation, retried', async () => {
    stripe.next('POST /v1/customers', 'reset-after');
    stripe.next('POST /v1/setup_intents', '500-after');
    await expect.poll(async () => (await app.graph(START, {}, payer)).errors).toBeUndefined();
    const paying = await confirmed();
    stripe.next('POST /v1/payment_intents', '500-after', 'hang-after', 'reset-after');
    await complete(paying);
    await expect.poll(async () => codeOf(await complete(paying))).toBeUndefined();
    await expectPaidOnce();
  });

  test('a card declined at the charge, then another in a new setup', async () => {
    const first = await confirmed(DECLINED_WHEN_CHARGED);
    const declined = await complete(first);
    expect([codeOf(declined), declined.errors![0]!.message]).toEqual(['BAD_USER_INPUT', 'Your card was declined.']);
    const other = await confirmed();
    expect(other.clientSecret).not.toBe(first.clientSecret);
    expect(codeOf(await complete(other))).toBeUndefined();
    await expectPaidOnce();
  });

  test('a card other than the confirmed one is not charged', async () => {
    const { clientSecret } = await confirmed();
    for (const card of ['pm_card_visa', 'pm_1Foreign']) {
      const { errors } = await complete({ clientSecret, card });
      expect(Object.keys(errors![0]!.extensions.errors!)).toEqual(['paymentMethod']);
    }
    expect(await chargesOfPayer()).toEqual([]);
  });

  test('3-D Secure: the user completes it in the browser and returns', async () => {
    const paying = await confirmedWithBank();
    const { data } = await complete(paying);
    const { payment, actionClientSecret } = data!.completePayment;
    expect(payment).toBeNull();
    stripe.authenticate(actionClientSecret);
    expect((await complete(paying)).data!.completePayment.payment).not.toBeNull();
    await expectPaidOnce();
  });

  test('3-D Secure: the bank approves, and the browser does not return', async () => {
    const { data } = await complete(await confirmedWithBank());
    await sweep();
    expect((await attempt()).state).toBe('charging');
    stripe.authenticate(data!.completePayment.actionClientSecret);
    await sweep();
    await expectPaidOnce();
  });

  test('3-D Secure: the bank refuses, and another card is used', async () => {
    const { data } = await complete(await confirmedWithBank());
    stripe.authenticate(data!.completePayment.actionClientSecret, 'failure');
    expect(codeOf(await complete(await confirmed()))).toBeUndefined();
    await expectPaidOnce();
  });

  test('a lost answer, then the page is opened again: it requires no card', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'reset-after', 'reset-after');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
    await complete(paying);
    const { errors } = await app.graph(START, {}, payer);
    expect(errors![0]).toMatchObject({
      message: 'Your payment has been made, and the subscription is extended.',
      extensions: { code: 'ALREADY_PAID' },
    });
    await expectPaidOnce();
  });

  test('a second year is a second charge', async () => {
    await complete(await confirmed());
    await complete(await confirmed());
    await expectPaidOnce(2);
  });

  /** A card for which the bank requires authentication at the setup and again at the charge. */
  async function confirmedWithBank() {
    const clientSecret = await start();
    const card = stripe.confirmSetup(setupOf(clientSecret), ASKS_ALWAYS);
    stripe.authenticate(clientSecret);
    return { clientSecret, card };
  }
});

describe('webhooks', () => {
  test('an event settles a charge whose answer was lost, even if repeated ten times on two servers', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'reset-after', 'reset-after');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
    expect(codeOf(await complete(paying))).toBe('SERVICE_UNAVAILABLE');
    const [event] = await eventsOf('payment_intent.succeeded');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => deliver(stripe.sign(event!), servers[index % 2])),
    );
    // Stripe would send a failed one again.
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    await expectPaidOnce();
  });

  test('an event arrives before the answer to the charge', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'hang-after', 'hang-after');
    const arrived = stripe.arrival(CONFIRM);
    const calling = complete(paying);
    await arrived;
    await expect.poll(async () => (await eventsOf('payment_intent.succeeded')).length).toBe(1);
    const [event] = await eventsOf('payment_intent.succeeded');
    expect((await deliver(stripe.sign(event!), second)).statusCode).toBe(200);
    expect(codeOf(await calling)).toBeUndefined();
    await expectPaidOnce();
  });

  test('late and out of order: the charge is looked up, whatever the event says', async () => {
    await complete(await confirmed(DECLINED_WHEN_CHARGED));
    await complete(await confirmed());
    const { charge } = await attempt();
    stripe.refund(charge, 2_000);
    stripe.dispute(charge);
    const events = stripe.events.filter((event) => JSON.stringify(event.data.object).includes(charge));
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThanOrEqual(4);
    for (const event of events.toReversed()) await deliver(stripe.sign(event));
    await expectPaidOnce();
    const [payment] = await app.sql('select refunded_cents, disputed from payments where user_id = ?', [user.id]);
    expect(payment).toEqual({ refunded_cents: 2_000, disputed: true });
    expect((await logged(user.username)).map(({ kind }) => kind).toSorted()).toEqual([
      'PAYMENT',
      'PAYMENT_DISPUTED',
      'PAYMENT_REFUNDED',
    ]);
  });

  test('a full refund takes off the year once', async () => {
    await complete(await confirmed());
    const { charge } = await attempt();
    stripe.refund(charge, 7_995);
    const [event] = await eventsOf('charge.refunded');
    await Promise.all(Array.from({ length: 6 }, (_, index) => deliver(stripe.sign(event!), servers[index % 2])));
    // Another event for the same refund.
    await deliver(stripe.signedEvent('refund.updated', { object: 'refund', payment_intent: charge }));
    const [row] = await app.sql(
      `select subscription_end_date::text as end, refunded_cents, taken_back_at is not null as taken
       from users join (select user_id, refunded_cents, taken_back_at from payments) as payments on user_id = users.id
       where users.id = ?`,
      [user.id],
    );
    expect(row).toEqual({ end: day(20), refunded_cents: 7_995, taken: true });
    const details = await app.sql('select details from log_entries where user_id = ? order by id', [user.id]);
    expect(details.map((one) => one.details).slice(1)).toEqual([
      'Refunded $79.95 of $79.95',
      `Revoked the paid year: the subscription now ends on ${day(20)}`,
    ]);
    const subject = `USER ${user.id}`;
    expect(await logged(user.username)).toEqual(
      ['PAYMENT', 'PAYMENT_REFUNDED', 'YEAR_TAKEN_BACK'].map((kind) => ({ kind, subject })),
    );
  });

  describe('a full refund', () => {
    const refund = async () => {
      const { charge } = await attempt();
      stripe.refund(charge, 7_995);
      await deliver(stripe.signedEvent('charge.refunded', { object: 'charge', payment_intent: charge }));
    };
    const endOf = async (table: 'users' | 'clients', id: number) =>
      (
        await app.sql(
          `select subscription_end_date::text as end, account_expired as expired from ${table} where id = ?`,
          [id],
        )
      )[0]!;

    test('of one user keeps access for a colleague who paid on the same day', async () => {
      const client = await createClient(app, { subscriptionStartDate: day(-400), subscriptionEndDate: day(-3) });
      const [first, second] = [
        await createUser(app, { client, subscriptionEndDate: day(-3) }),
        await createUser(app, { client, subscriptionEndDate: day(-3) }),
      ];
      for (const one of [second, first]) {
        [user, payer] = [one, await signedIn(app, one)];
        await complete(await confirmed());
      }
      [user, payer] = [second, await signedIn(app, second)];
      await refund();
      expect((await endOf('users', second.id)).end).toBe(day(-3));
      expect((await endOf('clients', client.id)).end).toBe(aYearLater(day(0)));
      [user, payer] = [first, await signedIn(app, first)];
      await refund();
      expect((await endOf('clients', client.id)).end).toBe(aYearLater(day(0)));
    });

    test('affects the client that was paid for, not the client the user moved to', async () => {
      await complete(await confirmed());
      const [{ id: paidFor } = { id: 0 }] = await app.sql<{ id: number }>(
        'select client_id as id from users where id = ?',
        [user.id],
      );
      const other = await createClient(app, { subscriptionEndDate: aYearLater(day(20)) });
      await app.sql('update users set client_id = ? where id = ?', [other.id, user.id]);
      await app.sql('update clients set subscription_end_date = ? where id = ?', [day(900), paidFor]);
      await refund();
      expect((await endOf('clients', other.id)).end).toBe(aYearLater(day(20)));
      expect((await endOf('clients', paidFor)).end).toBe(day(900));
    });

    test('restores the flag that an administrator had set', async () => {
      await app.sql('update users set account_expired = true where id = ?', [user.id]);
      await complete(await confirmed());
      expect((await endOf('users', user.id)).expired).toBe(false);
      await refund();
      expect(await endOf('users', user.id)).toEqual({ end: day(20), expired: true });
    });

    test('keeps a date that an administrator has already reset', async () => {
      await complete(await confirmed());
      await app.sql('update users set subscription_end_date = ? where id = ?', [day(20), user.id]);
      await refund();
      expect((await endOf('users', user.id)).end).toBe(day(20));
    });
  });

  test('after another payment takes off one year', async () => {
    await complete(await confirmed());
    const { charge } = await attempt();
    await complete(await confirmed());
    stripe.refund(charge, 7_995);
    await deliver(stripe.signedEvent('charge.refunded', { object: 'charge', payment_intent: charge }));
    const [row] = await app.sql('select subscription_end_date::text as end from users where id = ?', [user.id]);
    expect(row!.end).toBe(aYearLater(day(20)));
  });

  test('forged, old or unsigned events get 400, and change nothing', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'reset-after', 'reset-after');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
    await complete(paying);
    const [event] = await eventsOf('payment_intent.succeeded');
    const good = stripe.sign(event!);
    const forgeries = [
      stripe.sign(event!, { secret: 'whsec_other' }),
      stripe.sign(event!, { timestamp: Math.floor(Date.now() / 1000) - 3_600 }),
      { body: Buffer.from(String(good.body).replace('succeeded', 'Succeeded')), signature: good.signature },
      { body: good.body, signature: '' },
      { body: Buffer.from('{'), signature: 'nonsense' },
    ];
    for (const forgery of forgeries) {
      const response = await deliver(forgery);
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json())).toEqual(['message']);
    }
    expect((await attempt()).state).toBe('charging');
    await sweep();
    await expectPaidOnce();
  });
});

test('an account deleted before its card is charged is not charged', async () => {
  const paying = await confirmed();
  const before = stripe.charges().length;
  await app.sql('delete from users where id = ?', [user.id]);
  const { errors } = await app.graph(COMPLETE, paying);
  expect(errors![0]!.extensions.code).toBe('CONFLICT');
  expect(stripe.charges()).toHaveLength(before);
  expect(await app.sql('select 1 from payments where username = ?', [user.username])).toEqual([]);
});

test('a payment is refunded if its account was deleted before the year was added', async () => {
  const paying = await confirmed();
  stripe.next(CONFIRM, 'reset-after', 'reset-after');
  stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
  await complete(paying);
  const { id, charge } = await attempt();
  await app.sql('delete from users where id = ?', [user.id]);
  await sweep();
  await sweep();
  const { refundedCents } = stripe.charges().find(({ paymentIntent }) => paymentIntent === charge)!;
  expect(refundedCents).toBe(7_995);
  const [payment] = await app.sql('select username, refunded_cents from payments where attempt_id = ?', [id]);
  expect(payment).toEqual({ username: user.username, refunded_cents: 7_995 });
  const mails = await app.sql('select subject from mails where recipient = ?', [user.username]);
  expect(mails).toEqual([{ subject: 'Your payment is being refunded' }]);
  expect(await logged(user.username)).toEqual([{ kind: 'PAYMENT_UNCLAIMED', subject: null }]);
  expect(await app.sql('select state from payment_attempts where id = ?', [id])).toEqual([{ state: 'closed' }]);
});

test('a delayed charge is found even if its attempt was reopened meanwhile', async () => {
  const paying = await confirmed();
  let release = () => {};
  stripe.next(CONFIRM, { hold: new Promise<void>((done) => (release = done)) });
  const arrived = stripe.arrival(CONFIRM);
  const calling = complete(paying);
  await arrived;
  // The state that a look-up saves if it runs before the charge reaches Stripe.
  await app.sql(`update payment_attempts set state = 'open' where user_id = ?`, [user.id]);
  expect(codeOf(await calling)).toBe('SERVICE_UNAVAILABLE');
  release();
  await expect.poll(async () => (await chargesOfPayer()).length).toBe(1);
  await sweep();
  await expectPaidOnce();
});

test('a payment cancelled at Stripe is closed, and a new one can start', async () => {
  const paying = await confirmed(DECLINED_WHEN_CHARGED);
  await complete(paying);
  stripe.paymentIntent((await attempt()).charge).status = 'canceled';
  expect(codeOf(await complete(await confirmed()))).toBe('CONFLICT');
  expect((await attempt()).state).toBe('closed');
  expect(codeOf(await complete(await confirmed()))).toBeUndefined();
  await expectPaidOnce();
});

describe('ownership of a card', () => {
  const asVisitor = (query: string, variables: object) => app.graph(query, variables);
  const PUBLIC =
    'mutation ($email: String, $clientSecret: String) { startPayment(input: { email: $email, clientSecret: $clientSecret }) { clientSecret } }';
  const startPublic = async (variables: object) => {
    const { data, errors } = await asVisitor(PUBLIC, variables);
    expect(errors).toBeUndefined();
    return data!.startPayment.clientSecret as string;
  };

  test('knowing an email gives neither the user’s secret nor one with a saved card', async () => {
    const email = user.username;
    const own = await confirmed();
    const visitors = await startPublic({ email });
    expect(visitors).not.toBe(own.clientSecret);
    // All visitors share one until somebody has saved a card in it.
    expect(await startPublic({ email })).toBe(visitors);
    const card = stripe.confirmSetup(setupOf(visitors), VISA)!;
    const another = await startPublic({ email });
    expect(another).not.toBe(visitors);
    // The browser that saved the card keeps its secret and continues.
    expect(await startPublic({ email, clientSecret: visitors })).toBe(visitors);
    expect(await start()).toBe(own.clientSecret);
    const { data } = await asVisitor(COMPLETE, { card, clientSecret: visitors });
    expect(data!.completePayment.payment).not.toBeNull();
    await expectPaidOnce();
    // Both secrets belong to one attempt, so the other one does not pay a second year.
    expect((await complete(own)).data!.completePayment.payment.id).toBe(data!.completePayment.payment.id);
    await expectPaidOnce();
  });

  test('a user can request a new setup to pay with another card than the saved one', async () => {
    const own = await confirmed();
    const ANOTHER = 'mutation { startPayment(input: { anotherCard: true }) { clientSecret } }';
    const { clientSecret } = (await app.graph(ANOTHER, {}, payer)).data!.startPayment;
    expect(clientSecret).not.toBe(own.clientSecret);
    // The same setup is returned until a card is saved in it.
    expect((await app.graph(ANOTHER, {}, payer)).data!.startPayment.clientSecret).toBe(clientSecret);
    const card = stripe.confirmSetup(setupOf(clientSecret), VISA)!;
    expect(codeOf(await complete({ card, clientSecret }))).toBeUndefined();
    await expectPaidOnce();
  });

  test('by email, a card confirmed in any setup of the attempt is charged; the result requires that card', async () => {
    const { card } = await confirmed();
    const subscribe = (paymentMethod: string) =>
      app.rest('POST', '/subscribe', { body: { email: user.username, paymentMethod } });
    await startPublic({ email: user.username });
    expect((await subscribe(card)).statusCode).toBe(200);
    expect((await subscribe(card)).statusCode).toBe(200);
    const stranger = await subscribe('pm_1Guess');
    expect([stranger.statusCode, Object.keys(stranger.json())]).toEqual([409, ['message', 'error']]);
    await expectPaidOnce();
  });

  test('declines from another address do not lock out the user', async () => {
    const email = user.username;
    for (let count = 0; count < 6; count++) {
      const clientSecret = await startPublic({ email });
      const card = stripe.confirmSetup(setupOf(clientSecret), DECLINED_WHEN_CHARGED);
      await app.app.inject({
        method: 'POST',
        url: '/graphql',
        remoteAddress: '10.1.1.1',
        payload: { query: COMPLETE, variables: { card, clientSecret } },
      });
    }
    expect(codeOf(await complete(await confirmed()))).toBeUndefined();
    await expectPaidOnce();
  });
});

test('rolled keys of the same account lose no charge; live keys do not share records with test keys', async () => {
  const paying = await confirmed();
  stripe.next(CONFIRM, 'reset-after', 'reset-after');
  stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
  await complete(paying);
  const rolled = { ...app.outside.cards, publishableKey: 'pk_test_other' };
  expect(providerModeOf(rolled)).toBe(providerModeOf(app.outside.cards));
  expect(providerModeOf({ ...rolled, publishableKey: 'pk_live_1' })).toBe('stripe live');
  await sweep();
  await expectPaidOnce();
});

test('an attempt with another provider is closed, and a new one opened', async () => {
  const clientSecret = await start();
  await app.sql(`update payment_attempts set provider = 'sandbox' where user_id = ?`, [user.id]);
  expect(await start()).not.toBe(clientSecret);
  const rows = await app.sql('select state, provider from payment_attempts where user_id = ? order by id', [user.id]);
  expect(rows).toEqual([
    { state: 'closed', provider: 'sandbox' },
    { state: 'open', provider: providerModeOf(app.outside.cards) },
  ]);
});
