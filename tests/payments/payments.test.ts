import { describe, expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { aYearLater } from '../../server/days';
import { type Person, sharedApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { people, signedIn } from '../support/people';

/* The effects of a payment, in the sandbox. exactlyOnce.test.ts shows that each happens once, whatever fails. */

const app = sharedApp({ config: { supportPhone: '+1 555 010 0123', supportEmail: 'help@keys.example' } });

const START =
  'mutation ($email: String) { startPayment(input: { email: $email }) { clientSecret provider publishableKey amountCents email } }';
const JOIN = `mutation ($company: String!, $fullName: String!, $email: String!, $clientSecret: String) {
  startJoin(input: { company: $company, fullName: $fullName, email: $email, clientSecret: $clientSecret }) { clientSecret email } }`;
const COMPLETE = `mutation ($card: String!, $clientSecret: String, $email: String) {
  completePayment(input: { paymentMethod: $card, clientSecret: $clientSecret, email: $email }) {
    payment { id amountCents subscriptionEndDate } actionClientSecret } }`;

const VISA = 'pm_card_visa';
const DECLINED = 'pm_card_chargeDeclined';

// Each call has its own address, so that one test does not use up another's limit.
let callers = 0;
const from = () => ({ remoteAddress: `10.0.${callers >> 8}.${callers++ & 255}` });
async function call(query: string, variables: object, as?: Person, address = from()) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/graphql',
    ...address,
    headers: as?.token ? { cookie: `session=${as.token}` } : {},
    payload: { query, variables },
  });
  const { data, errors } = response.json();
  return { data, error: errors?.[0] as { message: string; extensions: any } | undefined };
}
const start = async (as?: Person, email?: string) => (await call(START, { email }, as)).data.startPayment;
async function pay(as: Person) {
  const { clientSecret } = await start(as);
  const { data, error } = await call(COMPLETE, { card: VISA, clientSecret }, as);
  expect(error).toBeUndefined();
  return data.completePayment.payment;
}
const stateOf = async (user: User) => {
  const [row] = await app.sql<{
    end: string;
    expired: boolean;
    client_end: string;
    client_expired: boolean;
    paid: number;
  }>(
    `select users.subscription_end_date::text as end, users.account_expired as expired,
       clients.subscription_end_date::text as client_end, clients.account_expired as client_expired,
       (select count(*)::int from payments where user_id = users.id) as paid
     from users join clients on clients.id = client_id where users.id = ?`,
    [user.id],
  );
  return row!;
};

describe('a payment', () => {
  test.each([
    ['to the current end date', day(100), day(100)],
    ['from today if the end date has passed', day(-100), day(0)],
    ['from today if it is the last day', day(0), day(0)],
  ])('adds a year %s, also for the client', async (_what, before, base) => {
    const client = await createClient(app, { subscriptionStartDate: day(-400), subscriptionEndDate: before });
    const user = await createUser(app, { client, subscriptionEndDate: before, accountExpired: true });
    const payment = await pay(await signedIn(app, user));
    const end = aYearLater(base);
    expect(payment).toMatchObject({ amountCents: 7995, subscriptionEndDate: end });
    expect(await stateOf(user)).toEqual({ end, expired: false, client_end: end, client_expired: false, paid: 1 });
  });

  test('keeps a later date of the client', async () => {
    const client = await createClient(app, { subscriptionEndDate: day(900) });
    const user = await createUser(app, { client, subscriptionEndDate: day(10) });
    await pay(await signedIn(app, user));
    expect(await stateOf(user)).toMatchObject({ client_end: day(900) });
  });

  test('clears the flag of a client whose date had passed', async () => {
    const client = await createClient(app, {
      subscriptionStartDate: day(-400),
      subscriptionEndDate: day(-1),
      accountExpired: true,
    });
    const user = await createUser(app, { client });
    await pay(await signedIn(app, user));
    expect(await stateOf(user)).toMatchObject({ client_expired: false });
  });

  test('restores access for a user whose subscription ended while signed in', async () => {
    const expired = await people.expired(app);
    expect((await app.graph('{ makeOptions { id } }', {}, expired)).errors![0]!.extensions.code).toBe(
      'PAYMENT_REQUIRED',
    );
    await pay(expired);
    expect((await app.graph('{ makeOptions { id } }', {}, expired)).errors).toBeUndefined();
  });

  test('is logged, and changes the user’s version, so open edits become stale', async () => {
    const user = await createUser(app);
    await pay(await signedIn(app, user));
    const [log] = await app.sql('select details from log_entries where user_id = ?', [user.id]);
    expect(log!.details).toMatch(/^Paid \$79\.95: the subscription now ends on 20\d\d-\d\d-\d\d$/);
    const [row] = await app.sql('select version from users where id = ?', [user.id]);
    expect(row!.version).toBe(user.version + 1);
  });
});

describe('startPayment', () => {
  test('returns the open attempt until it is paid, and then a new one', async () => {
    const locksmith = await people.locksmith(app);
    const [first, again] = [await start(locksmith), await start(locksmith)];
    expect(first).toEqual({
      clientSecret: expect.any(String),
      provider: 'SANDBOX',
      publishableKey: null,
      amountCents: 7995,
      email: locksmith.user!.username,
    });
    expect(again).toEqual(first);
    // The public page finds the same attempt by email, in any case. Visitors share a separate secret.
    const visitors = await start(undefined, ` ${locksmith.user!.username.toUpperCase()} `);
    expect(visitors.clientSecret).not.toBe(first.clientSecret);
    expect(await start(undefined, locksmith.user!.username)).toEqual(visitors);
    expect(await app.sql('select 1 from payment_attempts where user_id = ?', [locksmith.user!.id])).toHaveLength(1);
    const together = await Promise.all(Array.from({ length: 8 }, () => start(locksmith)));
    expect(new Set(together.map(({ clientSecret }) => clientSecret))).toEqual(new Set([first.clientSecret]));
    await call(COMPLETE, { card: VISA, clientSecret: first.clientSecret }, locksmith);
    expect((await start(locksmith)).clientSecret).not.toBe(first.clientSecret);
  });

  test('opens one attempt for simultaneous calls', async () => {
    const locksmith = await people.locksmith(app);
    const together = await Promise.all(Array.from({ length: 12 }, () => start(locksmith)));
    expect(new Set(together.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const rows = await app.sql('select 1 from payment_attempts where user_id = ?', [locksmith.user!.id]);
    expect(rows).toHaveLength(1);
  });

  test('refuses another user’s email, an unknown one, and a disabled account', async () => {
    const [locksmith, other] = await Promise.all([people.locksmith(app), people.locksmith(app)]);
    const disabled = await createUser(app, { enabled: false });
    const cases = [
      [locksmith, other.user!.username, 'FORBIDDEN'],
      [undefined, 'nobody@example.com', 'BAD_USER_INPUT'],
      [undefined, undefined, 'BAD_USER_INPUT'],
      [undefined, disabled.username, 'FORBIDDEN'],
    ] as const;
    for (const [as, email, code] of cases) {
      expect((await call(START, { email }, as)).error?.extensions.code).toBe(code);
    }
  });

  test('allows 20 new attempts an hour to an account, and the open one always', async () => {
    const address = { remoteAddress: '10.9.9.9' };
    const [locksmith, other] = await Promise.all([people.locksmith(app), people.locksmith(app)]);
    const first = await start(locksmith);
    const key = `payments of ${locksmith.user!.id}`;
    expect(await app.sql('select count from attempts where key = ?', [key])).toEqual([{ count: 1 }]);
    for (let count = 0; count < 22; count++) expect(await start(locksmith)).toEqual(first);
    await app.sql(`update attempts set count = 20, expires_at = now() + interval '90 minutes' where key = ?`, [key]);
    await app.sql(`update payment_attempts set state = 'closed' where user_id = ?`, [locksmith.user!.id]);
    const refused = (await call(START, {}, locksmith, address)).error!;
    expect(refused.extensions).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) });
    expect(refused.message).toMatch(
      /^Too many attempts to pay\. Please try again after \d\d:\d\d UTC\. Please call .* or write to .*@.*\.$/,
    );
    // Whoever shares the address can pay.
    expect((await call(START, {}, other, address)).error).toBeUndefined();
    expect((await call(START, { email: other.user!.username }, undefined, address)).error).toBeUndefined();
  });

  test('takes 20 wrong addresses an hour from a network, whose signed-in users can still pay', async () => {
    const address = { remoteAddress: '10.9.9.7' };
    const locksmith = await people.locksmith(app);
    const codes = [];
    for (let count = 0; count < 22; count++) {
      const email = `nobody${count}@example.com`;
      codes.push((await call(START, { email }, undefined, address)).error?.extensions.code);
    }
    expect(codes).toEqual([...Array(20).fill('BAD_USER_INPUT'), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    const { username: email } = locksmith.user!;
    expect((await call(START, { email }, undefined, address)).error!.extensions.code).toBe('TOO_MANY_REQUESTS');
    expect((await call(START, {}, locksmith, address)).error).toBeUndefined();
    expect((await call(START, { email })).error).toBeUndefined();
  });
});

describe('completePayment', () => {
  test('reports a declined card, and accepts another', async () => {
    const locksmith = await people.locksmith(app);
    const { clientSecret } = await start(locksmith);
    const { error } = await call(COMPLETE, { card: DECLINED, clientSecret }, locksmith);
    expect(error).toMatchObject({
      message: 'Your card was declined.',
      extensions: { code: 'BAD_USER_INPUT', errors: { paymentMethod: ['Your card was declined.'] } },
    });
    expect((await stateOf(locksmith.user!)).paid).toBe(0);
    const { data } = await call(COMPLETE, { card: VISA, clientSecret }, locksmith);
    expect(data.completePayment.payment.amountCents).toBe(7995);
    expect((await stateOf(locksmith.user!)).paid).toBe(1);
  });

  test('answers a repeated call with the first outcome', async () => {
    const user = await createUser(app);
    const locksmith = await signedIn(app, user);
    const { clientSecret } = await start(locksmith);
    const first = await call(COMPLETE, { card: VISA, clientSecret }, locksmith);
    const ways = [{ clientSecret }, { email: user.username }, {}];
    for (const way of ways) {
      expect((await call(COMPLETE, { card: VISA, ...way }, locksmith)).data).toEqual(first.data);
    }
    // This holds for any card. A caller who knows only the email must name the card that paid.
    expect((await call(COMPLETE, { card: DECLINED, clientSecret })).data).toEqual(first.data);
    const stranger = { card: DECLINED, email: user.username };
    expect((await call(COMPLETE, stranger)).error!.extensions.code).toBe('CONFLICT');
    expect((await call(COMPLETE, { ...stranger, card: VISA })).data).toEqual(first.data);
    expect((await stateOf(user)).paid).toBe(1);
  });

  test('refuses an unconfirmed card, another user’s attempt, and an unknown attempt', async () => {
    const [locksmith, other] = await Promise.all([people.locksmith(app), people.locksmith(app)]);
    const { clientSecret } = await start(locksmith);
    const unknown = await call(COMPLETE, { card: 'pm_of_somebody', clientSecret }, locksmith);
    expect(Object.keys(unknown.error!.extensions.errors)).toEqual(['paymentMethod']);
    expect((await call(COMPLETE, { card: VISA, clientSecret }, other)).error!.extensions.code).toBe('FORBIDDEN');
    const theirs = await call(COMPLETE, { card: VISA, email: locksmith.user!.username }, other);
    expect(theirs.error!.extensions.code).toBe('FORBIDDEN');
    for (const nothing of [{}, { clientSecret: 'sandbox_nothing' }]) {
      expect((await call(COMPLETE, { card: VISA, ...nothing }, other)).error!.extensions.code).toBe('BAD_USER_INPUT');
    }
    expect((await stateOf(locksmith.user!)).paid).toBe(0);
  });

  test('does not charge if the account was disabled meanwhile', async () => {
    const user = await createUser(app);
    const { clientSecret } = await start(undefined, user.username);
    await app.sql('update users set enabled = false where id = ?', [user.id]);
    expect((await call(COMPLETE, { card: VISA, clientSecret })).error!.extensions.code).toBe('FORBIDDEN');
    expect((await stateOf(user)).paid).toBe(0);
  });

  test('blocks an attempt for an hour after 5 declines from an address', async () => {
    const locksmith = await people.locksmith(app);
    const { clientSecret } = await start(locksmith);
    const address = from();
    const codes = [];
    for (let count = 0; count < 6; count++) {
      codes.push((await call(COMPLETE, { card: DECLINED, clientSecret }, locksmith, address)).error!.extensions.code);
    }
    expect(codes).toEqual([...Array(5).fill('BAD_USER_INPUT'), 'TOO_MANY_REQUESTS']);
    expect((await call(COMPLETE, { card: VISA, clientSecret }, locksmith, address)).error!.extensions.code).toBe(
      'TOO_MANY_REQUESTS',
    );
    await app.sql(`update attempts set expires_at = now() where key like '%cards declined%'`);
    await call(COMPLETE, { card: VISA, clientSecret }, locksmith, address);
    expect((await stateOf(locksmith.user!)).paid).toBe(1);
  });

  test('continues the same attempt after a decline, in a setup for another card', async () => {
    const locksmith = await people.locksmith(app);
    const { clientSecret } = await start(locksmith);
    await call(COMPLETE, { card: DECLINED, clientSecret }, locksmith);
    const next = await start(locksmith);
    expect(next.clientSecret).not.toBe(clientSecret);
    // A tab with the first setup can continue, too.
    await call(COMPLETE, { card: VISA, clientSecret }, locksmith);
    const again = await call(COMPLETE, { card: VISA, clientSecret: next.clientSecret }, locksmith);
    expect(again.error).toBeUndefined();
    expect((await stateOf(locksmith.user!)).paid).toBe(1);
  });
});

test('completePayment is limited to 200 an hour from an address', async () => {
  const address = { remoteAddress: '10.9.9.8' };
  const codes = new Map<string, number>();
  for (let count = 0; count < 202; count++) {
    const { error } = await call(COMPLETE, { card: VISA, clientSecret: 'nothing' }, undefined, address);
    codes.set(error!.extensions.code, (codes.get(error!.extensions.code) ?? 0) + 1);
  }
  expect(Object.fromEntries(codes)).toEqual({ BAD_USER_INPUT: 200, TOO_MANY_REQUESTS: 2 });
});

describe('joining', () => {
  const joining = (email: string) => ({ company: 'Corner Keys', fullName: 'Cora Corner', email });

  test('creates client and user after the payment, and mails the invitation', async () => {
    const started = await call(JOIN, joining(' Cora@example.com '));
    const { clientSecret } = started.data.startJoin;
    expect(await app.sql(`select 1 from users where username ilike 'cora@%'`)).toEqual([]);
    // Until the payment, the visitor can correct the entered data. The attempt stays the same.
    const corrected = { ...joining('cora@example.com'), company: 'Corner Locks', clientSecret };
    expect((await call(JOIN, corrected)).data.startJoin.clientSecret).toBe(clientSecret);
    // Knowing the address is not enough to change the name.
    await call(JOIN, { ...joining('cora@example.com'), fullName: 'A Stranger' });
    const { data, error } = await call(COMPLETE, { card: VISA, clientSecret });
    expect(error).toBeUndefined();
    const end = aYearLater(day(0));
    expect(data.completePayment.payment.subscriptionEndDate).toBe(end);
    const [user] = await app.sql(
      `select full_name, role_id, enabled, users.subscription_end_date::text as end, clients.name, max_users,
         clients.subscription_end_date::text as client_end, password_hash
       from users join clients on clients.id = client_id where username = 'Cora@example.com'`,
    );
    expect(user).toEqual({
      full_name: 'Cora Corner',
      role_id: 4,
      enabled: true,
      end,
      name: 'Corner Locks',
      max_users: 1,
      client_end: end,
      password_hash: null,
    });
    const mails = await app.sql(
      `select subject, text from mails where subject not like 'Receipt%' and recipient = 'Cora@example.com'`,
    );
    expect(mails).toHaveLength(1);
    const [, password] = /^Temporary password: (\S+)$/m.exec(mails[0]!.text)!;
    const login = await app.rest('POST', '/login', {
      body: { userEmail: 'cora@example.com', userPassword: password },
    });
    expect(login.statusCode).toBe(200);
    // A repeated call changes nothing.
    await call(COMPLETE, { card: VISA, clientSecret });
    expect(await app.sql(`select 1 from payments where username = 'Cora@example.com'`)).toHaveLength(1);
  });

  test('refuses an email that is taken, before it takes a card', async () => {
    const client = await createClient(app);
    const user = await createUser(app, { client });
    for (const email of [user.username.toUpperCase(), client.primaryEmail]) {
      const { extensions } = (await call(JOIN, joining(email))).error!;
      expect([extensions.code, Object.keys(extensions.errors)]).toEqual(['EMAIL_TAKEN', ['email']]);
    }
    const { error } = await call(JOIN, { company: ' ', fullName: '', email: 'no address' });
    expect(Object.keys(error!.extensions.errors).toSorted()).toEqual(['company', 'email', 'fullName']);
  });

  test('extends the account that was created for the address before the payment', async () => {
    const { clientSecret } = (await call(JOIN, joining('early@example.com'))).data.startJoin;
    const user = await createUser(app, { username: 'early@example.com', subscriptionEndDate: day(-5) });
    expect((await call(COMPLETE, { card: VISA, clientSecret })).error).toBeUndefined();
    expect(await stateOf(user)).toMatchObject({ end: aYearLater(day(0)), paid: 1 });
  });

  test('adds a seat to the client that was created with the address meanwhile, even if it is full', async () => {
    const { clientSecret } = (await call(JOIN, joining('office-to-be@example.com'))).data.startJoin;
    const client = await createClient(app, { primaryEmail: 'Office-to-be@example.com', maxUsers: 1 });
    await createUser(app, { client });
    expect((await call(COMPLETE, { card: VISA, clientSecret })).error).toBeUndefined();
    const rows = await app.sql(
      'select (select count(*)::int from users where client_id = clients.id) as users, max_users from clients where id = ?',
      [client.id],
    );
    expect(rows).toEqual([{ users: 2, max_users: 2 }]);
  });
});

describe('an account that a payment would not reopen', () => {
  const closed = { accountExpired: true, subscriptionEndDate: day(30) };
  const REFUSED = {
    message:
      'Your company’s account has been closed, and a payment would not reopen it, so nothing was charged. Please call +1 555 010 0123 or write to help@keys.example.',
    extensions: { code: 'FORBIDDEN' },
  };
  const close = (user: User) =>
    app.sql(
      `update clients set account_expired = true, subscription_end_date = ?
       where id = (select client_id from users where id = ?)`,
      [day(30), user.id],
    );

  test('is refused before a card is entered, signed in and on the public page', async () => {
    const user = await createUser(app, { client: await createClient(app, closed) });
    const as = await signedIn(app, user);
    expect((await call(START, {}, as)).error).toMatchObject(REFUSED);
    expect((await call(START, { email: user.username })).error).toMatchObject(REFUSED);
    expect(await app.sql('select 1 from payment_attempts where user_id = ?', [user.id])).toEqual([]);
  });

  test('is refused before the charge if it was closed meanwhile', async () => {
    const user = await createUser(app);
    const as = await signedIn(app, user);
    const [mine, visitors] = [await start(as), await start(undefined, user.username)];
    await close(user);
    for (const [clientSecret, who] of [
      [mine.clientSecret, as],
      [visitors.clientSecret, undefined],
    ]) {
      expect((await call(COMPLETE, { card: VISA, clientSecret }, who)).error).toMatchObject(REFUSED);
    }
    const [attempt] = await app.sql('select state, charge from payment_attempts where user_id = ?', [user.id]);
    expect(attempt).toEqual({ state: 'open', charge: null });
    expect((await stateOf(user)).paid).toBe(0);
  });

  test('still gets the result of an earlier payment', async () => {
    const user = await createUser(app);
    const as = await signedIn(app, user);
    const { clientSecret } = await start(as);
    const first = await call(COMPLETE, { card: VISA, clientSecret }, as);
    await close(user);
    expect((await call(COMPLETE, { card: VISA, clientSecret }, as)).data).toEqual(first.data);
  });

  test('keeps a charge that was made before it was closed: the year is added', async () => {
    const user = await createUser(app);
    const as = await signedIn(app, user);
    const { clientSecret } = await start(as);
    // As if the server had died after the charge.
    const charge = await app.outside.cards.openCharge({
      key: `closing-${user.id}`,
      amountCents: 7995,
      customer: '',
      email: '',
      attempt: 0,
    });
    await app.outside.cards.charge(charge, VISA);
    await app.sql(`update payment_attempts set state = 'charging', charge = ?, card = ? where user_id = ?`, [
      charge,
      VISA,
      user.id,
    ]);
    await close(user);
    expect((await call(COMPLETE, { card: VISA, clientSecret }, as)).error).toBeUndefined();
    expect((await stateOf(user)).paid).toBe(1);
  });

  test('is not charged through joining, if the address belongs to such an account by then', async () => {
    const joining = async (email: string) =>
      (await call(JOIN, { company: 'Corner Keys', fullName: 'Cora', email })).data.startJoin.clientSecret;
    const secrets = {
      closed: await joining('closed-user@example.com'),
      company: await joining('closed-company@example.com'),
      disabled: await joining('disabled-user@example.com'),
    };
    await createUser(app, { username: 'closed-user@example.com', client: await createClient(app, closed) });
    await createClient(app, { primaryEmail: 'Closed-company@example.com', ...closed });
    await createUser(app, { username: 'disabled-user@example.com', enabled: false });
    for (const clientSecret of Object.values(secrets)) {
      const { error } = await call(COMPLETE, { card: VISA, clientSecret });
      expect(error!.extensions.code).toBe('FORBIDDEN');
      expect(error!.message).toContain('call +1 555 010 0123 or write to help@keys.example');
    }
    expect(await app.sql(`select 1 from payments where username ~ '^(closed|disabled)-'`)).toEqual([]);
  });

  test('an administrator can still pay, because dates do not lock administrators out', async () => {
    const user = await createUser(app, { roleId: 1, client: await createClient(app, closed) });
    await pay(await signedIn(app, user));
    expect((await stateOf(user)).paid).toBe(1);
  });
});

describe('paymentHistory and subscriptionStatus', () => {
  const HISTORY = `query ($page: Int! = 1, $limit: Int! = 10) { paymentHistory(page: $page, limit: $limit) {
    total items { id amountCents subscriptionEndDate refundedCents disputed takenBackAt } } }`;

  test('show a user’s own, newest first; administrators can read others’; userId is ignored for everybody else on REST', async () => {
    const [locksmith, other, admin] = await Promise.all([
      people.expired(app),
      people.locksmith(app),
      people.administrator(app),
    ]);
    const [first, second] = [await pay(locksmith), await pay(locksmith)];
    const userId = String(locksmith.user!.id);
    const read = async (as: Person, variables: object = {}) => {
      const { total, items } = (await app.graph(HISTORY, variables, as)).data!.paymentHistory;
      return [total, ...items.map(({ id }: { id: string }) => id)];
    };
    expect(await read(locksmith)).toEqual([2, second.id, first.id]);
    expect(await read(locksmith, { page: 2, limit: 1 })).toEqual([2, first.id]);
    expect(await read(admin)).toEqual([0]);
    const rest = await app.rest('GET', `/payment-history?userId=${userId}`, { as: other });
    expect(rest.json()).toEqual({ data: [], total: 0 });
    const users = (as: Person) =>
      app.graph('query ($id: ID!) { user(id: $id) { payments { total items { id } } } }', { id: userId }, as);
    expect((await users(admin)).data!.user.payments).toEqual({
      total: 2,
      items: [{ id: second.id }, { id: first.id }],
    });
    expect((await users(other)).errors![0]!.extensions.code).toBe('FORBIDDEN');
    const status = await app.graph('{ subscriptionStatus { expirationDate ended } }', {}, locksmith);
    expect(status.data!.subscriptionStatus).toEqual({ expirationDate: second.subscriptionEndDate, ended: false });
    const ended = await app.graph('{ subscriptionStatus { ended } }', {}, await people.expired(app));
    expect(ended.data!.subscriptionStatus.ended).toBe(true);
  });
});
