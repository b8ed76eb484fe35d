import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aYearLater } from '../../server/accounts/subscription';
import type { User } from '../../server/accounts/user.entity';
import { stripeCards } from '../../server/outside/stripe';
import { accountOf, settleAttempts } from '../../server/payments/settle';
import { type Person, silent, startApp, type TestApp } from '../support/app';
import { createUser, day } from '../support/factories';
import { type LocalStripe, startLocalStripe } from '../support/localStripe';
import { signedIn } from '../support/people';

/*
 * Contract section 7 and bar.md: whatever breaks on the way, SQL shows one charge, one record, one extension. Two
 * servers over one database, Stripe's real SDK against a local Stripe. What dies for good is in crash.test.ts.
 */

const CONFIRM = 'POST /v1/payment_intents/:id/confirm';
const VISA = '4242424242424242';
const DECLINED_WHEN_CHARGED = '4000000000000341';
const ASKS_ALWAYS = '4000002760003184';

let stripe: LocalStripe;
let app: TestApp;
let second: TestApp;
/** Either server, in turn. */
let servers: TestApp[];
let user: User;
let payer: Person;
beforeAll(async () => {
  stripe = await startLocalStripe();
  const options = {
    config: { stripe: stripe.settings },
    outside: { cards: stripeCards(stripe.settings, { timeout: 300, maxNetworkRetries: 1 }) },
  };
  app = await startApp(options);
  second = await startApp({ ...options, sharing: app });
  servers = [app, second];
});
afterAll(async () => {
  await second.close();
  await app.close();
  await stripe.close();
});
afterEach(() => stripe.calm());
beforeEach(async () => {
  user = await createUser(app, { subscriptionEndDate: day(20) });
  payer = await signedIn(app, user);
  await app.sql('delete from attempts');
});

const START = 'mutation { startPayment { clientSecret } }';
const COMPLETE = `mutation ($card: String!, $clientSecret: String) {
  completePayment(paymentMethod: $card, clientSecret: $clientSecret) { payment { id subscriptionEndDate } actionClientSecret } }`;

const setupOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!;
async function start(): Promise<string> {
  const { data, errors } = await app.graph(START, {}, payer);
  expect(errors).toBeUndefined();
  return data!.startPayment.clientSecret;
}
/** As the browser does: opens an attempt and confirms a card in it. */
async function confirmed(number = VISA) {
  const clientSecret = await start();
  return { clientSecret, card: stripe.confirmSetup(setupOf(clientSecret), number)! };
}
const complete = (variables: object, server = app) => server.graph(COMPLETE, variables, payer);
const codeOf = ({ errors }: Awaited<ReturnType<typeof complete>>) => errors?.[0]?.extensions.code;

const attempt = async () =>
  (
    await app.sql('select id, charge, state, declines from payment_attempts where user_id = ? order by id desc', [
      user.id,
    ])
  )[0]!;
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

/** The sweeper, a minute later. */
async function sweep() {
  await app.sql(`update payment_attempts set next_look_at = now() where state in ('charging', 'refunding')`);
  const settling = { commit: (step: any) => app.orm.em.fork().transactional(step), publicOrigin: 'http://localhost' };
  return settleAttempts(settling as any, app.outside.cards, silent);
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

describe('once, whatever happens', () => {
  test('twenty subscribes at once, on two servers', async () => {
    const paying = await confirmed();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => complete(paying, servers[index % 2])));
    const ids = answers.flatMap(({ data }) => data?.completePayment?.payment?.id ?? []);
    expect(new Set(ids).size).toBe(1);
    // Stripe locks what is being confirmed: who came too early is told to try again, and then gets the outcome.
    for (const answer of answers) expect([undefined, 'SERVICE_UNAVAILABLE']).toContain(codeOf(answer));
    expect((await complete(paying)).data!.completePayment.payment.id).toBe(ids[0]);
    await expectPaidOnce();
  });

  test.each(['reset-before', 'reset-after', 'hang-before', 'hang-after', '500-before', '500-after', '429'] as const)(
    'a charge whose answer is lost (%s), tried again by the browser',
    async (fault) => {
      const paying = await confirmed();
      stripe.next(CONFIRM, fault, fault, fault);
      await complete(paying);
      await expect.poll(async () => codeOf(await complete(paying))).toBeUndefined();
      await expectPaidOnce();
    },
  );

  test.each(['reset-after', 'hang-after', '500-after'] as const)(
    'a charge whose answer is lost (%s), and nobody comes again: the sweeper applies it',
    async (fault) => {
      const paying = await confirmed();
      stripe.next(CONFIRM, fault, fault);
      stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before', 'reset-before');
      expect(codeOf(await complete(paying))).toBe('SERVICE_UNAVAILABLE');
      expect((await attempt()).state).toBe('charging');
      await sweep();
      // The looks that were lost are behind it by now.
      await sweep();
      await sweep();
      await expectPaidOnce();
    },
  );

  test('preparing that fails, tried again', async () => {
    stripe.next('POST /v1/customers', 'reset-after');
    stripe.next('POST /v1/setup_intents', '500-after');
    await expect.poll(async () => (await app.graph(START, {}, payer)).errors).toBeUndefined();
    const paying = await confirmed();
    stripe.next('POST /v1/payment_intents', '500-after', 'hang-after', 'reset-after');
    await complete(paying);
    await expect.poll(async () => codeOf(await complete(paying))).toBeUndefined();
    await expectPaidOnce();
  });

  test('a card that is declined when it is charged, then another, in a setup of its own', async () => {
    const first = await confirmed(DECLINED_WHEN_CHARGED);
    const declined = await complete(first);
    expect([codeOf(declined), declined.errors![0]!.message]).toEqual(['BAD_USER_INPUT', 'Your card was declined.']);
    const other = await confirmed();
    expect(other.clientSecret).not.toBe(first.clientSecret);
    expect(codeOf(await complete(other))).toBeUndefined();
    expect((await attempt()).declines).toBe(1);
    await expectPaidOnce();
  });

  test('a card other than the one that was confirmed is not charged', async () => {
    const { clientSecret } = await confirmed();
    for (const card of ['pm_card_visa', 'pm_1Foreign']) {
      const { errors } = await complete({ clientSecret, card });
      expect(Object.keys(errors![0]!.extensions.errors!)).toEqual(['paymentMethod']);
    }
    expect(await chargesOfPayer()).toEqual([]);
  });

  test('3-D Secure: the browser goes on, and comes back', async () => {
    const paying = await confirmedWithBank();
    const { data } = await complete(paying);
    const { payment, actionClientSecret } = data!.completePayment;
    expect(payment).toBeNull();
    stripe.authenticate(actionClientSecret);
    expect((await complete(paying)).data!.completePayment.payment).not.toBeNull();
    await expectPaidOnce();
  });

  test('3-D Secure: the bank agrees, and the browser does not come back', async () => {
    const { data } = await complete(await confirmedWithBank());
    await sweep();
    expect((await attempt()).state).toBe('charging');
    stripe.authenticate(data!.completePayment.actionClientSecret);
    await sweep();
    await expectPaidOnce();
  });

  test('3-D Secure: the bank refuses, and another card is taken', async () => {
    const { data } = await complete(await confirmedWithBank());
    stripe.authenticate(data!.completePayment.actionClientSecret, 'failure');
    expect(codeOf(await complete(await confirmed()))).toBeUndefined();
    await expectPaidOnce();
  });

  test('a charge whose answer is lost, and the page is opened again: no card is asked for', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'reset-after', 'reset-after');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
    await complete(paying);
    const { errors } = await app.graph(START, {}, payer);
    expect(errors![0]).toMatchObject({
      message: `Your payment has been made: the subscription lasts until ${aYearLater(day(20))}.`,
      extensions: { code: 'CONFLICT' },
    });
    await expectPaidOnce();
  });

  test('the second year is another charge', async () => {
    await complete(await confirmed());
    await complete(await confirmed());
    await expectPaidOnce(2);
  });

  /** The bank asks for the card at its setup, and at the charge again. */
  async function confirmedWithBank() {
    const clientSecret = await start();
    const card = stripe.confirmSetup(setupOf(clientSecret), ASKS_ALWAYS);
    stripe.authenticate(clientSecret);
    return { clientSecret, card };
  }
});

describe('webhooks', () => {
  test('a charge that nobody heard of is applied by its event, repeated ten times on two servers', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'reset-after', 'reset-after');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
    expect(codeOf(await complete(paying))).toBe('SERVICE_UNAVAILABLE');
    const [event] = await eventsOf('payment_intent.succeeded');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => deliver(stripe.sign(event!), servers[index % 2])),
    );
    // One that failed would be sent again by Stripe.
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    await expectPaidOnce();
  });

  test('the event comes before the answer of the call that charges', async () => {
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

  test('shuffled and late: the charge is looked at, whatever the event says', async () => {
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
  });

  test('a full refund takes the year back once', async () => {
    await complete(await confirmed());
    const { charge } = await attempt();
    stripe.refund(charge, 7_995);
    const [event] = await eventsOf('charge.refunded');
    await Promise.all(Array.from({ length: 6 }, (_, index) => deliver(stripe.sign(event!), servers[index % 2])));
    // Another event about it, such as the one of the refund itself.
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
      '$79.95 of $79.95 were given back',
      `The year was taken back: the subscription now ends on ${day(20)}`,
    ]);
  });

  test('a refund after another payment takes a year off', async () => {
    await complete(await confirmed());
    const { charge } = await attempt();
    await complete(await confirmed());
    stripe.refund(charge, 7_995);
    await deliver(stripe.signedEvent('charge.refunded', { object: 'charge', payment_intent: charge }));
    const [row] = await app.sql('select subscription_end_date::text as end from users where id = ?', [user.id]);
    expect(row!.end).toBe(aYearLater(day(20)));
  });

  test('forged, old or unsigned: 400, and nothing happens', async () => {
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

test('money of somebody who was deleted before the year was added is given back', async () => {
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
  expect(await app.sql('select state from payment_attempts where id = ?', [id])).toEqual([{ state: 'closed' }]);
});

test('an attempt that was opened with another provider is closed, and another begins', async () => {
  const clientSecret = await start();
  await app.sql(`update payment_attempts set provider = 'sandbox' where user_id = ?`, [user.id]);
  expect(await start()).not.toBe(clientSecret);
  const rows = await app.sql('select state, provider from payment_attempts where user_id = ? order by id', [user.id]);
  expect(rows).toEqual([
    { state: 'closed', provider: 'sandbox' },
    { state: 'open', provider: accountOf(app.outside.cards) },
  ]);
});
