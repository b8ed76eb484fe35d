import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../bench/server';
import type { User } from '../../server/accounts/users/user.entity';
import { aYearLater } from '../../server/days';
import { type Person, sharedApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { startLocalStripe } from '../support/localStripe';
import { people, signedIn } from '../support/people';
import { shared } from '../support/shared';

/*
 * The built server (`npm test` has built it before) is killed with SIGKILL at each step of a payment and started again.
 * Afterwards there is one charge, one record and one extension, or none of them.
 */

const stripe = shared(startLocalStripe);
const app = sharedApp();
let user: User;
let payer: Person;
beforeEach(async () => {
  stripe.calm();
  user = await createUser(app, { subscriptionEndDate: day(20) });
  payer = await signedIn(app, user);
});

/** Processes that a failed test has left running. */
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a server in its own process, over the test's database. */
async function startServer() {
  const port = await freePort();
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [resolve('dist/server/main.js')], {
    env: {
      ...inherited,
      ...stripe.env,
      DATABASE_URL: Object.assign(new URL(inject('postgresUrl')), { pathname: app.database }).href,
      DATA_DIR: app.dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Motokey is at') && done());
    child.once('close', (code) => fail(new Error(`It ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

const stop = (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') =>
  new Promise((done) => {
    child.once('close', done);
    child.kill(signal);
  });

async function call(url: string, query: string, variables: object = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `session=${payer.token}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data: any; errors?: { message: string; extensions: { code: string } }[] };
}
const START = 'mutation { startPayment(input: {}) { clientSecret } }';
const COMPLETE = `mutation ($card: String!, $clientSecret: String!) {
  completePayment(input: { paymentMethod: $card, clientSecret: $clientSecret }) { payment { subscriptionEndDate } } }`;

async function confirmed(url: string) {
  const { data } = await call(url, START);
  const { clientSecret } = data.startPayment;
  return { clientSecret, card: stripe.confirmSetup(clientSecret.split('_secret_')[0], '4242424242424242')! };
}

const seen = async () => {
  const [row] = await app.sql(
    `select subscription_end_date::text as end, (select count(*)::int from payments where user_id = users.id) as payments
     from users where id = ?`,
    [user.id],
  );
  const rows = await app.sql('select charge from payment_attempts where user_id = ?', [user.id]);
  const charges = stripe.charges().filter(({ paymentIntent }) => rows.some(({ charge }) => charge === paymentIntent));
  return { ...row, charged: charges.reduce((sum, { amountCents }) => sum + amountCents, 0) };
};
const NOTHING = { end: day(20), payments: 0, charged: 0 };
const PAID = { end: aYearLater(day(20)), payments: 1, charged: 7_995 };

/** Makes the sweeper due, which waits a minute after a crash. */
const aMinutePasses = () => app.sql(`update payment_attempts set next_look_at = now() where state = 'charging'`);

/** Completes a payment, and kills the server while it adds the years. */
async function killedWhileAdding({ child, url }: Awaited<ReturnType<typeof startServer>>, one: User, paying: object) {
  const em = app.orm.em.fork();
  await em.begin();
  // No year can be added while another transaction locks one of the users.
  await em.execute('select id from users where id = ? for update', [one.id]);
  const lost = call(url, COMPLETE, paying).catch(() => 'lost');
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = ?`;
  await expect.poll(() => app.sql(waiting, [app.database])).toHaveLength(1);
  await stop(child, 'SIGKILL');
  await lost;
  await em.rollback();
}

describe('killed', () => {
  test('at any step of a charge, it charges once or not at all, and a retry completes it', {
    timeout: 120_000,
  }, async () => {
    const steps = [
      ['before its charge is prepared', 'POST /v1/payment_intents', 'hang-before', NOTHING],
      ['after its charge was prepared, before the answer', 'POST /v1/payment_intents', 'hang-after', NOTHING],
      ['before the card is charged', 'POST /v1/payment_intents/:id/confirm', 'hang-before', NOTHING],
      ['after the card was charged, before the answer', 'POST /v1/payment_intents/:id/confirm', 'hang-after', PAID],
    ] as const;
    let server = await startServer();
    for (const [when, route, fault, left] of steps) {
      user = await createUser(app, { subscriptionEndDate: day(20) });
      payer = await signedIn(app, user);
      const paying = await confirmed(server.url);
      stripe.next(route, fault);
      const arrived = stripe.arrival(route);
      const lost = call(server.url, COMPLETE, paying).catch(() => 'lost');
      await arrived;
      // Wait until Stripe has finished.
      if (left === PAID) await expect.poll(async () => (await seen()).charged, { message: when }).toBe(7_995);
      await stop(server.child, 'SIGKILL');
      expect(await lost, when).toBe('lost');

      await aMinutePasses();
      server = await startServer();
      await expect.poll(seen, { message: when }).toEqual(left);
      // A retry completes the payment, and charges nothing twice.
      expect((await call(server.url, COMPLETE, paying)).errors, when).toBeUndefined();
      expect(await seen(), when).toEqual(PAID);
      stripe.calm();
    }
    await stop(server.child, 'SIGTERM');
  });

  test('after the card was charged, while the year is being added', async () => {
    const first = await startServer();
    const paying = await confirmed(first.url);
    await killedWhileAdding(first, user, paying);
    expect(await seen()).toMatchObject({ payments: 0, charged: 7_995 });

    await aMinutePasses();
    const second = await startServer();
    await expect.poll(seen).toEqual(PAID);
    await stop(second.child, 'SIGTERM');
    expect(await seen()).toEqual(PAID);
  });

  test('while the years of several users are being added: all get theirs once, with one receipt', async () => {
    const client = await createClient(app);
    const users = await Promise.all([1, 2, 3].map(() => createUser(app, { client, subscriptionEndDate: day(20) })));
    payer = await people.administrator(app);
    const first = await startServer();
    const starting = `mutation ($userIds: [ID!]) { startPayment(input: { userIds: $userIds }) { clientSecret } }`;
    const { clientSecret } = (await call(first.url, starting, { userIds: users.map(({ id }) => String(id)) })).data
      .startPayment;
    const card = stripe.confirmSetup(clientSecret.split('_secret_')[0], '4242424242424242')!;
    const state = async () => {
      const [row] = await app.sql(
        `select (select array_agg(distinct subscription_end_date::text) from users where client_id = ?) as ends,
           (select count(*)::int from payments where client_id = ?) as payments,
           (select count(*)::int from receipts where company = ?) as receipts,
           (select count(*)::int from mails where recipient = ? and subject like 'Receipt%') as mails`,
        [client.id, client.id, client.name, client.primaryEmail],
      );
      return row;
    };
    await killedWhileAdding(first, users[2]!, { clientSecret, card });
    expect(await state()).toEqual({ ends: [day(20)], payments: 0, receipts: 0, mails: 0 });

    await aMinutePasses();
    const [second, third] = await Promise.all([startServer(), startServer()]);
    const applied = { ends: [aYearLater(day(20))], payments: 3, receipts: 1, mails: 1 };
    await expect.poll(state).toEqual(applied);
    expect((await call(second.url, COMPLETE, { clientSecret, card })).errors).toBeUndefined();
    await Promise.all([second, third].map(({ child }) => stop(child, 'SIGTERM')));
    expect(await state()).toEqual(applied);
    expect(stripe.charges().filter(({ amountCents }) => amountCents === 3 * 7_995)).toHaveLength(1);
  });

  test('while somebody joins: client, user and invitation are created once', async () => {
    const first = await startServer();
    const email = 'crash-joiner@example.com';
    const joining = `mutation { startJoin(input: { company: "Crash Keys", fullName: "Joan Joiner", email: "${email}" }) { clientSecret } }`;
    const { clientSecret } = (await call(first.url, joining)).data.startJoin;
    const card = stripe.confirmSetup(clientSecret.split('_secret_')[0], '4242424242424242')!;
    const route = 'POST /v1/payment_intents/:id/confirm';
    stripe.next(route, 'hang-after');
    const arrived = stripe.arrival(route);
    const lost = call(first.url, COMPLETE, { clientSecret, card }).catch(() => 'lost');
    await arrived;
    await stop(first.child, 'SIGKILL');
    await lost;

    await aMinutePasses();
    const [second, third] = await Promise.all([startServer(), startServer()]);
    const created = () =>
      app.sql(
        `select (select count(*)::int from users where username = ?) as users,
           (select count(*)::int from clients where primary_email = ?) as clients,
           (select count(*)::int from mails where recipient = ? and subject like 'Welcome%') as mails,
           (select count(*)::int from mails where recipient = ? and subject like 'Receipt%') as receipts,
           (select count(*)::int from payments where username = ?) as payments`,
        [email, email, email, email, email],
      );
    await expect.poll(created).toEqual([{ users: 1, clients: 1, mails: 1, receipts: 1, payments: 1 }]);
    await Promise.all([second, third].map(({ child }) => stop(child, 'SIGTERM')));
    expect(await created()).toEqual([{ users: 1, clients: 1, mails: 1, receipts: 1, payments: 1 }]);
  });
});
