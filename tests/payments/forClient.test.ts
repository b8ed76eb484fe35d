import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../server/accounts/clients/client.entity';
import { eraseAtTerminal } from '../../server/accounts/users/erasure.operations';
import type { User } from '../../server/accounts/users/user.entity';
import { aYearLater } from '../../server/days';
import { stripeCards } from '../../server/outside/cards/stripe';
import { settleAttempts } from '../../server/payments/settlement/settle.operations';
import { type Person, startApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { startLocalStripe } from '../support/localStripe';
import { people, signedIn } from '../support/people';
import { shared } from '../support/shared';

/* docs/rules.md, "Payments for several users" and "Receipts". Two servers use one database and a local Stripe. */

const CONFIRM = 'POST /v1/payment_intents/:id/confirm';
const VISA = '4242424242424242';
const SELLER = {
  name: 'Keys Ltd',
  address: '1 Main St\nSpringfield',
  taxId: 'GB 1',
  tax: 'VAT 20 % included',
  taxRate: 20_000,
};

const stripe = shared(startLocalStripe);
const options = () => ({
  config: { stripe: stripe.settings, seller: SELLER },
  outside: { cards: stripeCards(stripe.settings, { timeout: 300, maxNetworkRetries: 1 }) },
});
const app = shared(() => startApp(options()));
const second = shared(() => startApp({ ...options(), sharing: app }));
let admin: Person;
let client: Client;
let users: User[];
afterEach(() => stripe.calm());
beforeEach(async () => {
  for (const table of ['attempts', 'mails', 'log_entries']) await app.sql(`delete from ${table}`);
  admin = await people.administrator(app);
  client = await createClient(app, { subscriptionEndDate: day(30), address: '2 Lock Lane\nShelbyville' });
  users = [
    await createUser(app, { client, subscriptionEndDate: day(20), accountExpired: true }),
    await createUser(app, { client, subscriptionEndDate: day(40) }),
    await createUser(app, { client, subscriptionEndDate: day(-5) }),
  ];
});

const START = `mutation ($userIds: [ID!], $clientSecret: String) {
  startPayment(input: { userIds: $userIds, clientSecret: $clientSecret }) { clientSecret amountCents email } }`;
const COMPLETE = `mutation ($card: String!, $clientSecret: String) {
  completePayment(input: { paymentMethod: $card, clientSecret: $clientSecret }) { payment { id receiptNumber } actionClientSecret } }`;
const RECEIPT = `query ($number: Int!) { receipt(number: $number) { number username fullName company address seller sellerAddress
  sellerTaxId tax taxCents amountCents refundedCents cardBrand cardLast4 lines { username subscriptionEndDate amountCents } } }`;

const ids = (chosen = users) => chosen.map(({ id }) => String(id));
const start = (userIds = ids(), as: Person | undefined = admin) => app.graph(START, { userIds }, as);
async function confirmed(userIds = ids(), number = VISA) {
  const { data, errors } = await start(userIds);
  expect(errors).toBeUndefined();
  const { clientSecret } = data!.startPayment;
  return { clientSecret, card: stripe.confirmSetup(clientSecret.split('_secret_')[0], number)! };
}
const complete = (variables: object, server = app, as: Person | undefined = admin) =>
  server.graph(COMPLETE, variables, as);
const codeOf = ({ errors }: Awaited<ReturnType<typeof complete>>) => errors?.[0]?.extensions.code;
const fieldOf = async (userIds: string[]) => (await start(userIds)).errors?.[0]?.extensions.errors?.userIds?.[0];

const ends = async () =>
  (
    await app.sql('select subscription_end_date::text as end from users where client_id = ? order by id', [client.id])
  ).map(({ end }) => end);
const BEFORE = [day(20), day(40), day(-5)];
const AFTER = [aYearLater(day(20)), aYearLater(day(40)), aYearLater(day(0))];
const clientEnd = async () =>
  (await app.sql('select subscription_end_date::text as end from clients where id = ?', [client.id]))[0]?.end;
const attempts = () =>
  app.sql('select id, charge, state, amount_cents as cents from payment_attempts where payer_id = ? order by id', [
    admin.user!.id,
  ]);
async function charged() {
  const charges = (await attempts()).map(({ charge }) => charge);
  return stripe.charges().filter(({ paymentIntent }) => charges.includes(paymentIntent));
}
async function expectPaidOnce() {
  expect((await charged()).map(({ amountCents }) => amountCents)).toEqual([3 * 7_995]);
  expect(await ends()).toEqual(AFTER);
  expect(await clientEnd()).toBe(AFTER[1]);
  const payments = await app.sql(
    'select user_id, amount_cents, receipt_number from payments where client_id = ? order by id',
    [client.id],
  );
  expect(payments.map(({ user_id, amount_cents }) => [user_id, amount_cents])).toEqual(
    users.map(({ id }) => [id, 7_995]),
  );
  expect(new Set(payments.map(({ receipt_number }) => receipt_number)).size).toBe(1);
  const mails = await app.sql(`select recipient from mails where subject like 'Receipt %' order by recipient`);
  expect(mails.map(({ recipient }) => recipient)).toEqual([admin.user!.username, client.primaryEmail].sort());
}
async function expectNothing() {
  expect(await ends()).toEqual(BEFORE);
  expect(await clientEnd()).toBe(day(30));
}
async function sweep() {
  await app.sql('update payment_attempts set next_look_at = now()');
  return settleAttempts(app.system);
}
async function deliverRefund(charge: string) {
  const { body, signature } = stripe.signedEvent('charge.refunded', { object: 'charge', payment_intent: charge });
  await app.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    payload: body,
  });
}
const numbers = async () => (await app.sql('select number from receipts order by number')).map(({ number }) => number);

describe('an administrator pays for users of a client', () => {
  test('in one charge, with one receipt', async () => {
    const { data } = await start();
    expect(data!.startPayment).toMatchObject({ amountCents: 3 * 7_995, email: admin.user!.username });
    const { data: paid } = await complete(await confirmed());
    await expectPaidOnce();
    const [row] = await app.sql('select account_expired from users where id = ?', [users[0]!.id]);
    expect(row).toEqual({ account_expired: false });
    const { receiptNumber } = paid!.completePayment.payment;
    const lines = users.map(({ username }, index) => ({
      username,
      subscriptionEndDate: AFTER[index],
      amountCents: 7_995,
    }));
    expect((await app.graph(RECEIPT, { number: receiptNumber }, admin)).data!.receipt).toEqual({
      number: receiptNumber,
      username: admin.user!.username,
      fullName: admin.user!.fullName,
      company: client.name,
      address: client.address,
      seller: 'Keys Ltd',
      sellerAddress: '1 Main St\nSpringfield',
      sellerTaxId: 'GB 1',
      tax: 'VAT 20 % included',
      taxCents: 3_998,
      amountCents: 23_985,
      refundedCents: 0,
      cardBrand: 'Visa',
      cardLast4: '4242',
      lines,
    });
    const [mail] = await app.sql('select text, html from mails where recipient = ?', [client.primaryEmail]);
    for (const part of [
      `Receipt: ${receiptNumber}`,
      '2 Lock Lane',
      'Paid: $239.85',
      'VAT 20 % included: $39.98',
      'Visa ending in 4242',
    ])
      expect(mail!.text).toContain(part);
    // The client's contact cannot sign in.
    expect(mail!.text).not.toContain('/payments/receipt');
    const log = await app.sql(`select username, details from log_entries where kind = 'PAYMENT' order by id`);
    expect(log.map(({ username }) => username)).toEqual(users.map(({ username }) => username));
    expect(log[0]!.details).toBe(`${admin.user!.username} paid $79.95: the subscription now ends on ${AFTER[0]}`);
  });

  test('and who was paid for sees the receipt, but not for whom else', async () => {
    const { data } = await complete(await confirmed());
    const number = data!.completePayment.payment.receiptNumber;
    const seen = (await app.graph(RECEIPT, { number }, await signedIn(app, users[1]!))).data!.receipt;
    expect(seen.lines.map(({ username }: { username: string }) => username)).toEqual([
      'another user',
      users[1]!.username,
      'another user',
    ]);
    const stranger = await app.graph(RECEIPT, { number }, await people.locksmith(app));
    expect(stranger.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await app.graph(RECEIPT, { number: 2 ** 31 - 1 }, admin)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('submitted ten times at once, on two servers', async () => {
    const paying = await confirmed();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => complete(paying, index % 2 ? second : app)),
    );
    for (const answer of answers) expect([undefined, 'SERVICE_UNAVAILABLE']).toContain(codeOf(answer));
    await expect.poll(async () => codeOf(await complete(paying))).toBeUndefined();
    await expectPaidOnce();
  });

  test('whose answer is lost: the sweepers of two servers apply it once', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'reset-after', 'reset-after');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
    expect(codeOf(await complete(paying))).toBe('SERVICE_UNAVAILABLE');
    await expectNothing();
    await app.sql('update payment_attempts set next_look_at = now()');
    await Promise.all([settleAttempts(app.system), settleAttempts(second.system), complete(paying, second)]);
    await sweep();
    await expectPaidOnce();
  });

  test('while the years are being added, one of them fails: none is added, and later all', async () => {
    const paying = await confirmed();
    await app.sql(`create function fail_last() returns trigger language plpgsql as $$
      begin raise exception 'away' using errcode = '57P01'; end $$`);
    await app.sql(`create trigger fail_last before update on users for each row when (new.id = ${users[2]!.id})
      execute function fail_last()`);
    expect(codeOf(await complete(paying))).toBe('ALREADY_PAID');
    await expectNothing();
    const before = await numbers();
    await app.sql('drop trigger fail_last on users');
    await app.sql('drop function fail_last');
    await sweep();
    await expectPaidOnce();
    // The number of the failed transaction is not lost.
    expect(await numbers()).toEqual([...before, (before.at(-1) ?? 0) + 1]);
  });

  test('a full refund takes all of the years back; a part of it none', async () => {
    await complete(await confirmed());
    const [{ charge } = { charge: '' }] = await attempts();
    const deliver = () => deliverRefund(charge);
    const refunded = async () =>
      (await app.sql('select refunded_cents as cents from payments where client_id = ? order by id', [client.id])).map(
        ({ cents }) => cents,
      );
    stripe.refund(charge, 100);
    await deliver();
    expect(await refunded()).toEqual([33, 33, 34]);
    expect(await ends()).toEqual(AFTER);
    stripe.refund(charge, 3 * 7_995 - 100);
    await deliver();
    await deliver();
    expect(await refunded()).toEqual([7_995, 7_995, 7_995]);
    expect(await ends()).toEqual(BEFORE);
    expect(await clientEnd()).toBe(day(30));
    expect(await app.sql(`select 1 from log_entries where kind = 'YEAR_TAKEN_BACK'`)).toHaveLength(3);
  });
});

test.each([
  ['the first', 0],
  ['the one who was paid for longest', 1],
])('a full refund takes the time back from the client also if %s was deleted', async (_who, index) => {
  await complete(await confirmed());
  const [{ charge } = { charge: '' }] = await attempts();
  await app.sql('delete from users where id = ?', [users[index]!.id]);
  stripe.refund(charge, 3 * 7_995);
  await deliverRefund(charge);
  expect(await ends()).toEqual(BEFORE.toSpliced(index, 1));
  expect(await clientEnd()).toBe(day(30));
});

describe('users who change meanwhile', () => {
  test.each([
    ['is deleted', 'delete from users where id = ?', 'has been deleted in the meantime'],
    ['is disabled', 'update users set enabled = false where id = ?', 'has been disabled in the meantime'],
    ['moves away', `update users set client_id = (select min(id) from clients) where id = ?`, 'has left'],
  ])('before the charge one %s: nothing is charged, and the message says who', async (_what, change, said) => {
    const paying = await confirmed();
    const { id, username } = users[1]!;
    await app.sql(change, [id]);
    const answer = await complete(paying);
    expect(codeOf(answer)).toBe('CONFLICT');
    expect(answer.errors![0]!.message).toContain(`${username} ${said}`);
    expect(await charged()).toEqual([]);
    expect((await attempts()).map(({ state }) => state)).toEqual(['closed']);
    // The others can be paid for.
    const others = users.filter((user) => user.id !== id);
    expect(codeOf(await complete(await confirmed(ids(others))))).toBeUndefined();
    expect((await charged()).map(({ amountCents }) => amountCents)).toEqual([2 * 7_995]);
  });

  test('after the charge one is deleted: nobody gets a year, and all of the money goes back, once', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'reset-after', 'reset-after');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
    await complete(paying);
    const { id, username } = users[1]!;
    await expect(eraseAtTerminal(app.system, { who: String(id) })).rejects.toMatchObject({ code: 'CONFLICT' });
    await app.sql('delete from users where id = ?', [id]);
    const receipts = await numbers();
    await sweep();
    await sweep();
    await sweep();
    expect(await ends()).toEqual([BEFORE[0], BEFORE[2]]);
    expect((await charged()).map(({ amountCents, refundedCents }) => [amountCents, refundedCents])).toEqual([
      [23_985, 23_985],
    ]);
    expect(await numbers()).toEqual(receipts);
    const mails = await app.sql('select recipient, text from mails');
    expect(mails).toEqual([
      {
        recipient: admin.user!.username,
        text: expect.stringContaining(`${username} was deleted while you were paying $239.85`),
      },
    ]);
    expect((await complete(paying)).errors![0]!.extensions.code).toBe('CONFLICT');
  });

  test('after the charge the administrator is deleted and one moves: the receipt names what was chosen', async () => {
    const paying = await confirmed();
    stripe.next(CONFIRM, 'reset-after', 'reset-after');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before');
    await complete(paying);
    await app.sql('delete from users where id = ?', [admin.user!.id]);
    await app.sql('update users set client_id = ? where id = ?', [(await createClient(app)).id, users[0]!.id]);
    await sweep();
    const receipts = await app.sql(
      'select user_id, username, full_name, company, address from receipts order by number desc limit 1',
    );
    expect(receipts).toEqual([
      {
        user_id: null,
        username: admin.user!.username,
        full_name: '',
        company: client.name,
        address: client.address,
      },
    ]);
    expect(await app.sql('select recipient from mails')).toEqual([{ recipient: client.primaryEmail }]);
  });

  test('another choice opens another attempt; not while a card is being charged', async () => {
    const first = await confirmed();
    expect((await start()).data!.startPayment.clientSecret).toBe(first.clientSecret);
    const added = await createUser(app, { client, subscriptionEndDate: day(10) });
    const all = [...users, added];
    const other = await confirmed(ids(all));
    expect(other.clientSecret).not.toBe(first.clientSecret);
    expect(codeOf(await complete(first))).toBe('CONFLICT');
    stripe.next(CONFIRM, 'reset-before', 'reset-before');
    stripe.next('GET /v1/payment_intents/:id', 'reset-before', 'reset-before', 'reset-before');
    await complete(other);
    expect((await start()).errors?.[0]?.extensions.code).toBe('CONFLICT');
    await expect.poll(async () => codeOf(await complete(other))).toBeUndefined();
    expect(await ends()).toEqual([...AFTER, aYearLater(day(10))]);
    expect((await charged()).map(({ amountCents }) => amountCents)).toEqual([4 * 7_995]);
  });
});

describe('3-D Secure that is not completed', () => {
  const WITH_3DS = '4000002760003184';
  const asked = async () => {
    const paying = await confirmed(ids(), WITH_3DS);
    stripe.authenticate(paying.clientSecret);
    const { data } = await complete(paying);
    return { ...paying, action: data!.completePayment.actionClientSecret as string };
  };
  const stateOf = (action: string) => stripe.paymentIntent(action.split('_secret_')[0]!).status;

  test('gives way to another choice, and can take no money any more', async () => {
    const { action } = await asked();
    expect(codeOf(await complete(await confirmed(ids([users[0]!]))))).toBeUndefined();
    expect(stateOf(action)).toBe('canceled');
    expect((await charged()).map(({ amountCents }) => amountCents)).toEqual([7_995]);
  });

  test('is canceled when one of the users has left meanwhile', async () => {
    const { action, ...paying } = await asked();
    await app.sql('update users set enabled = false where id = ?', [users[1]!.id]);
    expect(codeOf(await complete(paying))).toBe('CONFLICT');
    expect(stateOf(action)).toBe('canceled');
    expect((await attempts()).map(({ state }) => state)).toEqual(['closed']);
  });

  test('is completed just before another choice: the payment counts, and the message says so', async () => {
    const { action } = await asked();
    let release = () => {};
    const CANCEL = 'POST /v1/payment_intents/:id/cancel';
    stripe.next(CANCEL, { hold: new Promise<void>((done) => (release = done)) });
    const arrived = stripe.arrival(CANCEL);
    const starting = start(ids([users[0]!]));
    await arrived;
    stripe.authenticate(action);
    release();
    expect((await starting).errors?.[0]?.extensions.code).toBe('ALREADY_PAID');
    await expectPaidOnce();
  });
});

describe('nobody else', () => {
  test('pays for others: a locksmith, a visitor, another administrator', async () => {
    const paying = await confirmed();
    const locksmith = await signedIn(app, users[0]!);
    for (const as of [locksmith, {}]) {
      expect((await start(ids(), as)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      expect(codeOf(await complete(paying, app, as))).toBe('FORBIDDEN');
    }
    expect(codeOf(await complete(paying, app, await people.administrator(app)))).toBe('FORBIDDEN');
    expect(await charged()).toEqual([]);
    // The client secret of this attempt gives no access to a payment of one's own.
    const own = await app.graph(START, { clientSecret: paying.clientSecret }, admin);
    expect(own.data!.startPayment).toMatchObject({ amountCents: 7_995 });
    expect(own.data!.startPayment.clientSecret).not.toBe(paying.clientSecret);
  });

  test('pays with a temporary password, before a new one is chosen', async () => {
    const paying = await confirmed();
    const restricted = await signedIn(app, admin.user!, { restricted: true });
    expect((await start(ids(), restricted)).errors?.[0]?.extensions.code).toBe('PASSWORD_CHANGE_REQUIRED');
    expect(codeOf(await complete(paying, app, restricted))).toBe('PASSWORD_CHANGE_REQUIRED');
    expect(await charged()).toEqual([]);
    expect(codeOf(await complete(paying))).toBeUndefined();
  });

  test('is paid for who gets nothing by it', async () => {
    expect(await fieldOf([])).toBe('Choose a user.');
    expect(await fieldOf(['1', 'x'])).toBe('There is no such user.');
    expect(await fieldOf([...ids(), '2147483647'])).toBe(
      'A user has been deleted in the meantime. Please choose again.',
    );
    expect(await fieldOf(Array.from({ length: 51 }, (_, index) => String(index + 1)))).toBe(
      'At most 50 users can be paid for at once.',
    );
    const elsewhere = await createUser(app);
    expect(await fieldOf(ids([...users, elsewhere]))).toBe('They must be users of one client.');
    const { errors } = await app.graph(
      'mutation ($userIds: [ID!], $clientId: ID) { startPayment(input: { userIds: $userIds, clientId: $clientId }) { email } }',
      { userIds: ids(), clientId: String(elsewhere.client.id) },
      admin,
    );
    expect(errors?.[0]?.extensions.errors?.userIds).toEqual([
      'They are not users of this client. Please choose again.',
    ]);
    const disabled = await createUser(app, { client, enabled: false });
    expect(await fieldOf(ids([disabled]))).toBe(
      `${disabled.username} is disabled, and a payment would not give access.`,
    );
    const other = await createUser(app, { client, roleId: 1 });
    expect(await fieldOf(ids([other]))).toBe(`${other.username} is an administrator, who needs no subscription.`);
    await app.sql('update clients set account_expired = true where id = ?', [client.id]);
    expect((await start()).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

test('receipts of payments at the same time have consecutive numbers', async () => {
  const before = await numbers();
  const payers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const as = await signedIn(app, await createUser(app));
      const { data } = await app.graph('mutation { startPayment(input: {}) { clientSecret } }', {}, as);
      const { clientSecret } = data!.startPayment;
      return { as, clientSecret, card: stripe.confirmSetup(clientSecret.split('_secret_')[0], VISA)! };
    }),
  );
  const paid = await Promise.all(
    payers.map(({ as, ...paying }, index) => complete(paying, index % 2 ? second : app, as)),
  );
  const given = paid.map(({ data }) => data!.completePayment.payment.receiptNumber).sort((one, other) => one - other);
  const last = before.at(-1) ?? 0;
  expect(given).toEqual([1, 2, 3, 4, 5, 6].map((number) => last + number));
  expect(await numbers()).toEqual([...before, ...given]);
});
