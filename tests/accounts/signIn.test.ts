import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Role } from '../../server/accounts/role.entity';
import { startApp, type TestApp } from '../support/app';
import { createClient, createUser, day, PASSWORD } from '../support/factories';
import { people, signedIn } from '../support/people';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const LOGIN = `mutation Login($username: String!, $password: String!, $remember: Boolean) {
  login(username: $username, password: $password, remember: $remember) { id username isAdmin role { id authority } clientName }
}`;

/** Signs in over HTTP, from an address of its own unless told otherwise. */
let address = 1;
function login(username: string, password = PASSWORD, { remember = false, from = `10.0.0.${address++}` } = {}) {
  return app.app.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress: from,
    payload: { query: LOGIN, variables: { username, password, remember } },
  });
}
const codeOf = (response: Awaited<ReturnType<typeof login>>) => response.json().errors?.[0].extensions.code;
const cookieOf = (response: Awaited<ReturnType<typeof login>>) =>
  response.cookies.find((cookie) => cookie.name === 'session');
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

  test('over an open session ends that one', async () => {
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

  test('keeps signed in for 30 days where asked to, else for 12 hours at most', async () => {
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

  test('slides a kept session', async () => {
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

  test('does not mind case and spaces around the username', async () => {
    const user = await createUser(app, { username: 'Mixed.Case@Example.com' });
    expect((await login('  mixed.case@example.COM ')).json().data.login.id).toBe(String(user.id));
  });

  test('takes a username for itself, not for a pattern', async () => {
    await createUser(app, { username: 'pattern@example.com' });
    expect(codeOf(await login('p_ttern@example.com'))).toBe('UNAUTHENTICATED');
    expect(codeOf(await login('%'))).toBe('UNAUTHENTICATED');
  });

  test('answers the same to a wrong password, an unknown user and one without a password', async () => {
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

  test('refuses in the order wrong, disabled, ended', async () => {
    const both = await createUser(app, { enabled: false, subscriptionEndDate: day(-1) });
    const ended = await createUser(app, { subscriptionEndDate: day(-1) });
    expect(codeOf(await login(both.username, 'wrong'))).toBe('UNAUTHENTICATED');
    expect(codeOf(await login(ended.username, 'wrong'))).toBe('UNAUTHENTICATED');
    expect(codeOf(await login(both.username))).toBe('FORBIDDEN');
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
    });
  });
});

describe('throttling', () => {
  test('after 5 wrong passwords for a name from an address even the right one is refused there, not elsewhere', async () => {
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

  test('counts attempts that come together, also for a user who does not exist', async () => {
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => login('ghost@example.com', 'wrong', { from: '10.9.1.1' }).then(codeOf)),
    );
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(7);
  });

  test('a correct sign-in forgets the wrong ones of its name and address', async () => {
    const user = await createUser(app);
    const from = '10.9.2.1';
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await login(user.username, 'wrong', { from });
      expect(codeOf(await login(user.username, PASSWORD, { from }))).toBeUndefined();
    }
  });

  test('50 wrong ones from an address and 100 for a name are enough', async () => {
    await app.sql(`insert into attempts values ('from 10.9.3.1', 50, now() + interval '5 minutes'),
      ('user known@example.com', 100, now() + interval '5 minutes')`);
    expect(codeOf(await login('any@example.com', 'wrong', { from: '10.9.3.1' }))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login('known@example.com', 'wrong'))).toBe('TOO_MANY_REQUESTS');
  });

  test('is over after 15 minutes', async () => {
    const user = await createUser(app);
    const from = '10.9.4.1';
    for (let attempt = 0; attempt < 6; attempt++) await login(user.username, 'wrong', { from });
    await app.sql(`update attempts set expires_at = now() - interval '1 second'`);
    expect(codeOf(await login(user.username, PASSWORD, { from }))).toBeUndefined();
  });
});

test('many who sign in at once, while old counts expire, do not get in each other’s way', async () => {
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
  test('ends this session and no other, logs it, takes the cookie away', async () => {
    const user = await createUser(app);
    const [here, elsewhere] = [await signedIn(app, user), await signedIn(app, user)];
    const response = await app.app.inject({
      method: 'POST',
      url: '/graphql',
      cookies: { session: here.token! },
      payload: { query: 'mutation { logout }' },
    });
    expect(response.json().data.logout).toBe(true);
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

describe('a session', () => {
  test('ends at once when its user is disabled', async () => {
    const person = await people.locksmith(app);
    await app.sql('update users set enabled = false where id = ?', [person.user!.id]);
    expect(await me(person.token)).toBeNull();
  });

  test('meets 402 on the next call after its subscription ended, while me still answers', async () => {
    const person = await people.locksmith(app);
    await app.sql('update users set subscription_end_date = ? where id = ?', [day(-1), person.user!.id]);
    const answer = await app.graph('{ makeOptions { id } }', {}, person);
    expect(answer.errors?.[0]?.extensions.code).toBe('PAYMENT_REQUIRED');
    expect(await me(person.token)).toBe(person.user!.username);
  });
});

describe('visitorLocation', () => {
  test('tells the address of the caller, and nothing that nobody knows', async () => {
    const answer = await app.graph('{ visitorLocation { ip country city } }');
    expect(answer.data?.visitorLocation).toEqual({ ip: '127.0.0.1', country: null, city: null });
  });
});

describe('another origin', () => {
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
        payload: { query: 'mutation { logout }' },
      });
      expect(response.statusCode).toBe(status === 200 && url === '/api/logout' ? 204 : status);
      expect(await me(person.token)).toBe(status === 403 ? person.user!.username : null);
    }
  });
});
