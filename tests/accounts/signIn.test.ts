import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Role } from '../../server/accounts/users/role.entity';
import { sharedApp } from '../support/app';
import { createClient, createUser, day, PASSWORD } from '../support/factories';
import { people, signedIn } from '../support/people';

const app = sharedApp();

const LOGIN = `mutation Login($username: String!, $password: String!, $remember: Boolean) {
  login(input: { username: $username, password: $password, remember: $remember }) { id username isAdmin role { id authority } clientName }
}`;

/** Signs in over HTTP, each time from a new address unless `from` is given. */
let address = 1;
function login(
  username: string,
  password = PASSWORD,
  { remember = false, from = `10.0.0.${address++}`, device = '' } = {},
) {
  return app.app.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress: from,
    cookies: device ? { device } : {},
    payload: { query: LOGIN, variables: { username, password, remember } },
  });
}
const codeOf = (response: Awaited<ReturnType<typeof login>>) => response.json().errors?.[0].extensions.code;
const cookieOf = (response: Awaited<ReturnType<typeof login>>) =>
  response.cookies.find((cookie) => cookie.name === 'session');
const deviceOf = (response: Awaited<ReturnType<typeof login>>) =>
  response.cookies.find((cookie) => cookie.name === 'device')?.value ?? '';
const me = async (token: string | undefined) =>
  (await app.graph('{ me { username } }', {}, { token })).data?.me?.username ?? null;

describe('login', () => {
  test('signs in, sets a cookie that scripts cannot read, and logs it', async () => {
    const user = await createUser(app);
    const response = await login(user.username);
    expect(response.json().data.login).toEqual({
      id: String(user.id),
      username: user.username,
      isAdmin: false,
      role: { id: '4', authority: 'ROLE_USER' },
      clientName: expect.any(String),
    });
    const cookie = cookieOf(response)!;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie.maxAge).toBeUndefined();
    expect(await me(cookie.value)).toBe(user.username);
    expect(await app.sql('select details, from_client from log_entries where user_id = ?', [user.id])).toEqual([
      { details: expect.stringMatching(/^Signed in from 10\.0\.0\./), from_client: false },
    ]);
    const [row] = await app.sql('select last_login_at from users where id = ?', [user.id]);
    expect(row?.last_login_at).not.toBeNull();
  });

  test('replaces an open session', async () => {
    const user = await createUser(app);
    const before = await signedIn(app, user);
    const response = await app.rest('POST', '/login', {
      as: before,
      body: { userEmail: user.username, userPassword: PASSWORD },
    });
    expect(response.statusCode).toBe(200);
    expect(await me(before.token)).toBeNull();
  });

  test('stores no token, only its hash', async () => {
    const user = await createUser(app);
    const token = cookieOf(await login(user.username))!.value;
    const rows = await app.sql('select * from sessions where user_id = ?', [user.id]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('lasts 30 days with “keep me signed in”, otherwise 12 hours at most', async () => {
    const user = await createUser(app);
    const kept = cookieOf(await login(user.username, PASSWORD, { remember: true }))!;
    expect(kept.maxAge).toBe(30 * 24 * 3600);
    await login(user.username);
    const rows = await app.sql(
      'select remember, round(extract(epoch from expires_at - created_at) / 3600)::int as hours from sessions where user_id = ? order by hours',
      [user.id],
    );
    expect(rows).toEqual([
      { remember: false, hours: 12 },
      { remember: true, hours: 720 },
    ]);
  });

  test('extends a kept session when it is used', async () => {
    const user = await createUser(app);
    const { value } = cookieOf(await login(user.username, PASSWORD, { remember: true }))!;
    await app.sql(`update sessions set expires_at = now() + interval '10 days' where user_id = ?`, [user.id]);
    const response = await app.app.inject({
      method: 'POST',
      url: '/graphql',
      cookies: { session: value },
      payload: { query: '{ me { id } }' },
    });
    expect(cookieOf(response)).toMatchObject({ value, maxAge: 30 * 24 * 3600 });
    const [row] = await app.sql(
      `select expires_at > now() + interval '29 days' as slid from sessions where user_id = ?`,
      [user.id],
    );
    expect(row?.slid).toBe(true);
  });

  test('ends an expired session', async () => {
    const user = await createUser(app);
    const { value } = cookieOf(await login(user.username))!;
    await app.sql(`update sessions set expires_at = now() - interval '1 second' where user_id = ?`, [user.id]);
    expect(await me(value)).toBeNull();
  });

  test('ignores case and surrounding spaces in the username', async () => {
    const user = await createUser(app, { username: 'Mixed.Case@Example.com' });
    expect((await login('  mixed.case@example.COM ')).json().data.login.id).toBe(String(user.id));
  });

  test('takes the username literally, not as a pattern', async () => {
    await createUser(app, { username: 'pattern@example.com' });
    expect(codeOf(await login('p_ttern@example.com'))).toBe('UNAUTHENTICATED');
    expect(codeOf(await login('%'))).toBe('UNAUTHENTICATED');
  });

  test('gives the same answer for a wrong password, an unknown user and a user without a password', async () => {
    const user = await createUser(app);
    const carriedOver = await createUser(app, { passwordHash: null });
    const answers = await Promise.all([
      login(user.username, 'not the password'),
      login('nobody@example.com'),
      login(carriedOver.username),
    ]);
    const [first, ...others] = answers.map((answer) => answer.json().errors[0].message);
    expect(first).toContain('reset your password');
    expect(others).toEqual([first, first]);
    expect(answers.map(codeOf)).toEqual(Array(3).fill('UNAUTHENTICATED'));
    expect(answers.map(cookieOf)).toEqual([undefined, undefined, undefined]);
  });

  test('checks the password first, then disabled, then the subscription', async () => {
    const both = await createUser(app, { enabled: false, subscriptionEndDate: day(-1) });
    const ended = await createUser(app, { subscriptionEndDate: day(-1) });
    expect(codeOf(await login(both.username, 'wrong'))).toBe('UNAUTHENTICATED');
    expect(codeOf(await login(ended.username, 'wrong'))).toBe('UNAUTHENTICATED');
    const disabled = await login(both.username);
    expect(codeOf(disabled)).toBe('FORBIDDEN');
    expect(disabled.json().errors[0].message).toBe('This account is disabled. Please contact us.');
    const refused = await login(ended.username);
    expect(codeOf(refused)).toBe('PAYMENT_REQUIRED');
    expect(cookieOf(refused)).toBeUndefined();
  });

  test.each([
    ['the last day', {}, { subscriptionEndDate: day(0) }, undefined],
    ["the user's date has passed", {}, { subscriptionEndDate: day(-1) }, 'PAYMENT_REQUIRED'],
    ["the user's flag", {}, { accountExpired: true }, 'PAYMENT_REQUIRED'],
    ["the client's date has passed", { subscriptionEndDate: day(-1) }, {}, 'PAYMENT_REQUIRED'],
    ["the client's flag", { accountExpired: true }, {}, 'PAYMENT_REQUIRED'],
    [
      'an administrator is never locked out',
      { accountExpired: true },
      { accountExpired: true, roleId: Role.ADMIN },
      undefined,
    ],
  ])('subscription: %s', async (_name, clientData, userData, code) => {
    const client = await createClient(app, clientData);
    const user = await createUser(app, { client, ...userData });
    expect(codeOf(await login(user.username))).toBe(code);
  });

  test('refuses blank credentials field by field', async () => {
    const error = (await login('', '')).json().errors[0];
    expect(error.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      errors: { username: ['The email field is required.'], password: ['The password field is required.'] },
      requestId: expect.any(String),
    });
  });
});

describe('throttling', () => {
  test('after 5 wrong passwords for a username from an address, that address is locked out, others are not', async () => {
    const user = await createUser(app);
    const from = '10.9.0.1';
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(codeOf(await login(user.username, 'wrong', { from }))).toBe('UNAUTHENTICATED');
    }
    const refused = await login(user.username.toUpperCase(), PASSWORD, { from });
    expect(refused.json().errors[0].extensions).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: expect.any(Number),
    });
    expect(codeOf(await login(user.username, PASSWORD, { from: '10.9.0.2' }))).toBeUndefined();
  });

  test('counts simultaneous attempts, also for a username that does not exist', async () => {
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => login('ghost@example.com', 'wrong', { from: '10.9.1.1' }).then(codeOf)),
    );
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(7);
  });

  test('a successful sign-in clears the failures of its username and address', async () => {
    const user = await createUser(app);
    const from = '10.9.2.1';
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await login(user.username, 'wrong', { from });
      expect(codeOf(await login(user.username, PASSWORD, { from }))).toBeUndefined();
    }
  });

  test('locks after 50 failures from an address, or 100 for a username', async () => {
    await app.sql(`insert into attempts values ('from 10.9.3.1: sign-ins', 50, now() + interval '5 minutes'),
      ('user known@example.com', 100, now() + interval '5 minutes')`);
    expect(codeOf(await login('any@example.com', 'wrong', { from: '10.9.3.1' }))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login('known@example.com', 'wrong'))).toBe('TOO_MANY_REQUESTS');
  });

  test('ends after 15 minutes', async () => {
    const user = await createUser(app);
    const from = '10.9.4.1';
    for (let attempt = 0; attempt < 6; attempt++) await login(user.username, 'wrong', { from });
    await app.sql(`update attempts set expires_at = now() - interval '1 second'`);
    expect(codeOf(await login(user.username, PASSWORD, { from }))).toBeUndefined();
  });
});

describe('throttling by network', () => {
  test('treats an IPv6 /64 as one address', async () => {
    const user = await createUser(app);
    for (let host = 1; host <= 5; host++) await login(user.username, 'wrong', { from: `2001:db8:0:7::${host}` });
    expect(codeOf(await login(user.username, PASSWORD, { from: '2001:db8:0:7:ffff::9' }))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login(user.username, PASSWORD, { from: '2001:db8:0:8::9' }))).toBeUndefined();
  });

  test('100 wrong passwords from one /64 do not lock out other networks', async () => {
    const user = await createUser(app);
    const hosts = Array.from({ length: 100 }, (_, host) => `2001:db8:0:9::${host.toString(16)}`);
    await Promise.all(hosts.map((from) => login(user.username, 'wrong', { from })));
    expect(codeOf(await login(user.username))).toBeUndefined();
  });

  test('counts password mails and payments by network, too', async () => {
    const call = (query: string, from: string) =>
      app.app.inject({ method: 'POST', url: '/graphql', remoteAddress: from, payload: { query } });
    await call('mutation { forgotPassword(input: { username: "six@example.com" }) { message } }', '2001:db8:0:a::1');
    await call('mutation { startPayment(input: { email: "six@example.com" }) { email } }', '2001:db8:0:a::2');
    expect(await app.sql(`select key from attempts where key like '%2001:db8:0:a%' order by key`)).toEqual([
      { key: 'from 2001:db8:0:a::/64: password mails' },
      { key: 'from 2001:db8:0:a::/64: payments asked for' },
      { key: 'from 2001:db8:0:a::/64: wrong addresses in payments' },
    ]);
  });

  test('no username can produce another one’s counter key', async () => {
    const user = await createUser(app);
    for (let attempt = 0; attempt < 6; attempt++) await login(`${user.username} from 10.9.8.1`, 'wrong');
    expect(codeOf(await login(user.username, PASSWORD, { from: '10.9.8.1' }))).toBeUndefined();
  });
});

describe('a known device', () => {
  const tooMany = async (username: string) => {
    await app.sql(
      `insert into attempts values (?, 100, now() + interval '5 minutes')
       on conflict (key) do update set count = 100`,
      [`user ${username}`],
    );
    return codeOf(await login(username));
  };

  test('can sign in while 100 wrong passwords have locked out all other devices', async () => {
    const user = await createUser(app);
    const device = deviceOf(await login(user.username));
    expect(await tooMany(user.username)).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login(user.username, PASSWORD, { device }))).toBeUndefined();
  });

  test('can sign in from an address that others have locked', async () => {
    const user = await createUser(app);
    const from = '10.9.7.1';
    const device = deviceOf(await login(user.username));
    for (let attempt = 0; attempt < 6; attempt++) await login(user.username, 'wrong', { from });
    expect(codeOf(await login(user.username, PASSWORD, { from, device }))).toBeUndefined();
  });

  test('allows 5 wrong passwords in 15 minutes, from any address', async () => {
    const user = await createUser(app);
    const device = deviceOf(await login(user.username));
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(codeOf(await login(user.username, 'wrong', { device }))).toBe('UNAUTHENTICATED');
    }
    expect(codeOf(await login(user.username, PASSWORD, { device }))).toBe('TOO_MANY_REQUESTS');
  });

  test('gives no access to another user', async () => {
    const [user, attacker] = [await createUser(app), await createUser(app)];
    const device = deviceOf(await login(attacker.username));
    expect(await tooMany(user.username)).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login(user.username, 'wrong', { device }))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login(user.username, 'wrong', { device: 'made-up' }))).toBe('TOO_MANY_REQUESTS');
  });

  test('is known for 90 days by a cookie stored only as a hash; a forged cookie is replaced', async () => {
    const user = await createUser(app);
    const response = await login(user.username, PASSWORD, { device: 'made-up' });
    const cookie = response.cookies.find(({ name }) => name === 'device')!;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 90 * 24 * 3600 });
    expect(cookie.value).not.toBe('made-up');
    const rows = await app.sql('select * from devices where user_id = ?', [user.id]);
    expect([rows.length, JSON.stringify(rows).includes(cookie.value)]).toEqual([1, false]);
    expect(deviceOf(await login(user.username, PASSWORD, { device: cookie.value }))).toBe(cookie.value);
    await app.sql(`update devices set seen_at = now() - interval '91 days' where user_id = ?`, [user.id]);
    expect(await tooMany(user.username)).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login(user.username, PASSWORD, { device: cookie.value }))).toBe('TOO_MANY_REQUESTS');
  });

  test('is not created by a wrong password', async () => {
    const user = await createUser(app);
    expect(deviceOf(await login(user.username, 'wrong'))).toBe('');
    expect(deviceOf(await login('nobody@example.com', 'wrong'))).toBe('');
  });
});

describe('a username', () => {
  test.each([
    ['admİn', 'a letter that some lower cases make an i'],
    ['ＡＤＭＩＮ', 'wide letters'],
    ['ADMIN', 'capitals'],
  ])('%s (%s) counts towards the username that it matches', async (spelt) => {
    const user = await createUser(app, { username: `admin${address++}@example.com` });
    const from = `10.8.1.${address++}`;
    const other = user.username.replace('admin', spelt);
    const matches = codeOf(await login(other)) === undefined;
    for (let attempt = 0; attempt < 5; attempt++) await login(other, 'wrong', { from });
    const code = codeOf(await login(user.username, PASSWORD, { from }));
    expect(code).toBe(matches ? 'TOO_MANY_REQUESTS' : undefined);
  });

  test('stored with other letters before the rule still works', async () => {
    for (const username of ['Ünal@example.com', 'admİn@example.com', 'ΣΟΦΟΣ@example.com', 'cafe\u0301@example.com']) {
      await createUser(app, { username });
      expect([username, codeOf(await login(username))]).toEqual([username, undefined]);
      expect([username, codeOf(await login(username.toLowerCase()))]).toEqual([username, undefined]);
    }
  });

  test('of 255 characters that normalize to many more is no server error', async () => {
    expect(codeOf(await login('\ufdfa'.repeat(255), 'wrong'))).toBe('UNAUTHENTICATED');
  });
});

test('simultaneous sign-ins do not block each other while old counters expire', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => createUser(app)));
  for (let round = 0; round < 3; round++) {
    for (const user of users) await login(user.username, 'wrong', { from: '10.9.5.1' });
    await app.sql(`update attempts set expires_at = now() - interval '1 second'`);
    const answers = await Promise.all(
      [...users, ...users].map((user) => login(user.username, PASSWORD, { from: '10.9.5.1' })),
    );
    expect(answers.map(codeOf)).toEqual(Array(12).fill(undefined));
  }
});

describe('logout', () => {
  test('ends only this session, logs it, and removes the cookie', async () => {
    const user = await createUser(app);
    const [here, elsewhere] = [await signedIn(app, user), await signedIn(app, user)];
    const response = await app.app.inject({
      method: 'POST',
      url: '/graphql',
      cookies: { session: here.token! },
      payload: { query: 'mutation { logout { username } }' },
    });
    expect(response.json().data.logout).toEqual({ username: user.username });
    expect(cookieOf(response)?.value).toBe('');
    expect(await me(here.token)).toBeNull();
    expect(await me(elsewhere.token)).toBe(user.username);
    expect(await app.sql('select details from log_entries where user_id = ?', [user.id])).toEqual([
      { details: 'Signed out' },
    ]);
    const [row] = await app.sql('select last_logout_at from users where id = ?', [user.id]);
    expect(row?.last_logout_at).not.toBeNull();
  });
});

test('a server whose clock is wrong does not end the sessions of others', async () => {
  const [user, other] = [await createUser(app), await createUser(app)];
  await login(user.username);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await login(other.username);
  expect(await app.sql('select 1 from sessions where user_id = ?', [user.id])).toHaveLength(1);
});

describe('a session', () => {
  const use = (token: string, from = '10.7.0.1') =>
    app.app.inject({
      method: 'POST',
      url: '/graphql',
      remoteAddress: from,
      cookies: { session: token },
      payload: { query: '{ me { id } }' },
    });

  test('that is kept lasts at most 90 days from its sign-in', async () => {
    const user = await createUser(app);
    const { value } = cookieOf(await login(user.username, PASSWORD, { remember: true }))!;
    await app.sql(
      `update sessions set created_at = now() - interval '80 days', expires_at = now() + interval '5 days'
       where user_id = ?`,
      [user.id],
    );
    const { maxAge } = cookieOf(await use(value))!;
    expect([maxAge! > 9.9 * 24 * 3600, maxAge! <= 10 * 24 * 3600]).toEqual([true, true]);
    const [row] = await app.sql(
      `select expires_at <= created_at + interval '90 days' as within from sessions where user_id = ?`,
      [user.id],
    );
    expect(row?.within).toBe(true);
    await app.sql(`update sessions set created_at = created_at - interval '10 days' where user_id = ?`, [user.id]);
    expect(cookieOf(await use(value))).toBeUndefined();
  });

  test('records when and from where it was used, but not on every request', async () => {
    const user = await createUser(app);
    const { value } = cookieOf(await login(user.username))!;
    app.statements();
    await use(value);
    expect(app.statements().filter(({ sql }) => sql.startsWith('update'))).toEqual([]);
    // The server keeps callers, and reads one again if its end has been written.
    await app.sql(
      `update sessions set last_used_at = now() - interval '11 minutes', expires_at = expires_at where user_id = ?`,
      [user.id],
    );
    await use(value, '10.7.0.2');
    const [row] = await app.sql(
      `select ip, last_used_at > now() - interval '1 minute' as noted from sessions where user_id = ?`,
      [user.id],
    );
    expect(row).toEqual({ ip: '10.7.0.2', noted: true });
  });

  test('ends at once when its user is disabled', async () => {
    const person = await people.locksmith(app);
    await app.sql('update users set enabled = false where id = ?', [person.user!.id]);
    expect(await me(person.token)).toBeNull();
  });

  test('gets 402 on the next call after its subscription ended, while me still answers', async () => {
    const person = await people.locksmith(app);
    await app.sql('update users set subscription_end_date = ? where id = ?', [day(-1), person.user!.id]);
    const answer = await app.graph('{ makeOptions { id } }', {}, person);
    expect(answer.errors?.[0]?.extensions.code).toBe('PAYMENT_REQUIRED');
    expect(await me(person.token)).toBe(person.user!.username);
  });
});

describe('visitorLocation', () => {
  test('returns the caller’s address, and nothing that is unknown', async () => {
    const answer = await app.graph('{ visitorLocation { ip country city } }');
    expect(answer.data?.visitorLocation).toEqual({ ip: '127.0.0.1', country: null, city: null });
  });
});

describe('a request from another origin', () => {
  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'http://localhost:81' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:80' }, 200],
    [{}, 200],
  ])('%j is answered %i', async (headers, status) => {
    for (const url of ['/graphql', '/api/logout']) {
      const person = await people.locksmith(app);
      const response = await app.app.inject({
        method: 'POST',
        url,
        cookies: { session: person.token! },
        headers: { host: 'localhost:80', ...headers },
        payload: { query: 'mutation { logout { username } }' },
      });
      expect(response.statusCode).toBe(status === 200 && url === '/api/logout' ? 204 : status);
      expect(await me(person.token)).toBe(status === 403 ? person.user!.username : null);
    }
  });
});
