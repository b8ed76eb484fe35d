import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { hash } from '@node-rs/argon2';
import { describe, expect, inject, test } from 'vitest';
import { isCommon } from '../../server/accounts/passwords/commonPasswords';
import { sharedApp } from '../support/app';
import { createClient, createUser, PASSWORD } from '../support/factories';
import { people, sharedPerson, signedIn } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

let address = 1;
const post = (query: string, variables: object, token = '') =>
  app.app.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress: `10.1.${address >> 8}.${address++ & 255}`,
    cookies: { session: token },
    payload: { query, variables },
  });
const LOGIN = `mutation ($username: String!, $password: String!) {
  login(input: { username: $username, password: $password }) { username passwordChangeRequired } }`;
const login = async (username: string, password: string) => {
  const response = await post(LOGIN, { username, password });
  const token = response.cookies.find(({ name }) => name === 'session')?.value ?? '';
  return { ...response.json(), token, code: response.json().errors?.[0]?.extensions.code };
};
const forgot = async (username: string) =>
  (
    await post('mutation ($username: String!) { forgotPassword(input: { username: $username }) { message } }', {
      username,
    })
  ).json();
const RESET = `mutation ($currentPassword: String!, $password: String!, $passwordConfirmation: String!) {
  resetPassword(input: { currentPassword: $currentPassword, password: $password, passwordConfirmation: $passwordConfirmation }) {
    username passwordChangeRequired } }`;
async function reset(token: string, currentPassword: string, password: string, passwordConfirmation = password) {
  const response = await post(RESET, { currentPassword, password, passwordConfirmation }, token);
  const cookie = response.cookies.find(({ name }) => name === 'session')?.value;
  return { ...response.json(), cookie, errors422: response.json().errors?.[0]?.extensions.errors };
}
/** The temporary password in the newest mail to this address. */
async function mailed(username: string): Promise<string> {
  const [mail] = await app.sql('select text from mails where recipient = ? order by id desc limit 1', [username]);
  return mail?.text.match(/^Temporary password: (\S+)$/m)?.[1] ?? '';
}
const me = async (token: string) => (await app.graph('{ me { username } }', {}, { token })).data?.me;
const GOOD = 'a brand new secret';

describe('a forgotten password', () => {
  test('gives everybody the same answer, and mails only users who exist and are enabled', async () => {
    const user = await createUser(app);
    const disabled = await createUser(app, { enabled: false });
    for (const username of [user.username, disabled.username, 'nobody@example.com']) {
      const { data, errors } = await forgot(username);
      expect({ data, errors }).toEqual({
        data: { forgotPassword: { message: `Password sent to user's email ${username}` } },
      });
    }
    expect(await mailed(user.username)).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
    expect([await mailed(disabled.username), await mailed('nobody@example.com')]).toEqual(['', '']);
  });

  test('keeps the current password valid, so a stranger cannot lock anybody out', async () => {
    const user = await createUser(app);
    await forgot(user.username.toUpperCase());
    expect((await login(user.username, PASSWORD)).data.login.passwordChangeRequired).toBe(false);
    expect((await login(user.username, await mailed(user.username))).data.login.passwordChangeRequired).toBe(true);
  });

  test('sends a password that works once, even when used twice at the same time', async () => {
    const user = await createUser(app);
    await forgot(user.username);
    const password = await mailed(user.username);
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(user.username, password)));
    expect(answers.filter((answer) => answer.data).length).toBe(1);
    expect((await login(user.username, password)).code).toBe('UNAUTHENTICATED');
  });

  test('sends a password that is valid for 24 hours; only the newest one works', async () => {
    const user = await createUser(app);
    await forgot(user.username);
    const first = await mailed(user.username);
    await forgot(user.username);
    expect((await login(user.username, first)).code).toBe('UNAUTHENTICATED');
    const [row] = await app.sql(
      `select round(extract(epoch from temporary_password_expires_at - now()) / 3600)::int as hours from users where id = ?`,
      [user.id],
    );
    expect(row?.hours).toBe(24);
    await app.sql(`update users set temporary_password_expires_at = now() - interval '1 second' where id = ?`, [
      user.id,
    ]);
    expect((await login(user.username, await mailed(user.username))).code).toBe('UNAUTHENTICATED');
  });

  test('is mailed at most five times an hour, whether or not the username exists', async () => {
    for (const username of [(await createUser(app)).username, 'ghost@example.com']) {
      for (let mail = 0; mail < 5; mail++) expect((await forgot(username)).errors).toBeUndefined();
      expect((await forgot(username)).errors[0].extensions).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    }
  });

  test('can be requested 50 times from one address, whatever the username', async () => {
    await app.sql(`insert into attempts values ('from 10.66.0.1: password mails', 50, now() + interval '5 minutes')`);
    const response = await app.app.inject({
      method: 'POST',
      url: '/graphql',
      remoteAddress: '10.66.0.1',
      payload: { query: 'mutation { forgotPassword(input: { username: "another@example.com" }) { message } }' },
    });
    expect(response.json().errors[0].extensions.code).toBe('TOO_MANY_REQUESTS');
  });

  test('requires a username', async () => {
    expect((await forgot(' ')).errors[0].extensions.errors).toEqual({ username: ['You need to put username.'] });
  });

  test('stores the password only in the mail, until the mail is sent', async () => {
    const user = await createUser(app);
    await forgot(user.username);
    const password = await mailed(user.username);
    const rows = await app.sql('select * from users where id = ?', [user.id]);
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});

describe('a password as other devices type or paste it', () => {
  test.each([' %s', '%s ', '\t%s', '%s\r\n', '\u00a0%s\u00a0', '\u200b%s\ufeff', '%s\u2028', '–', '−'])(
    'signs in and is the current password if it is temporary: %j',
    async (around) => {
      const user = await createUser(app);
      await forgot(user.username);
      const password = await mailed(user.username);
      const pasted = around.includes('%s') ? around.replace('%s', password) : password.replaceAll('-', around);
      const { data, token } = await login(user.username, pasted);
      expect(data?.login.passwordChangeRequired).toBe(true);
      const counted = await app.sql('select key from attempts where key like ? and count > 0', [
        `%user ${user.username}`,
      ]);
      expect(counted).toEqual([]);
      expect((await reset(token, pasted, GOOD)).data?.resetPassword.passwordChangeRequired).toBe(false);
    },
  );

  test('is the same composed and decomposed, and with any space, but never trimmed', async () => {
    const user = await createUser(app);
    const { token } = await login(user.username, PASSWORD);
    const chosen = ' ténéré and öhlins\u00a0';
    const { data } = await reset(token, PASSWORD, chosen, chosen.normalize('NFD'));
    expect(data?.resetPassword.username).toBe(user.username);
    for (const typed of [chosen, chosen.normalize('NFD'), ' ténéré and öhlins ', '\u2003ténéré and öhlins '])
      expect((await login(user.username, typed)).data?.login.username).toBe(user.username);
    for (const typed of [chosen.trim(), ` ${chosen}`, 'tenere and ohlins'])
      expect((await login(user.username, typed)).code).toBe('UNAUTHENTICATED');
  });

  test.each(['NFC', 'NFD'])('works if it was hashed as it was typed, in %s, by an earlier release', async (form) => {
    const old = ' ténéré\u00a0öhlins  ';
    const user = await createUser(app, { passwordHash: await hash(old.normalize(form)) });
    for (const typed of ['NFC', 'NFD'])
      expect((await login(user.username, old.normalize(typed))).data?.login.username).toBe(user.username);
    expect((await login(user.username, old.trim())).code).toBe('UNAUTHENTICATED');
  });
});

describe('a session opened with a temporary password', () => {
  async function restricted() {
    const user = await createUser(app, { passwordHash: null });
    await forgot(user.username);
    const password = await mailed(user.username);
    const { token } = await login(user.username, password);
    return { user, password, token };
  }

  test('can only choose a new password, read its user, and sign out', async () => {
    const { token, user } = await restricted();
    const answer = await app.graph('{ makeOptions { id } }', {}, { token });
    expect(answer.errors?.[0]?.extensions.code).toBe('PASSWORD_CHANGE_REQUIRED');
    expect(await me(token)).toEqual({ username: user.username });
    expect((await app.graph('mutation { logout { username } }', {}, { token })).data?.logout.username).toBe(
      user.username,
    );
  });

  test('is replaced by a full session with a new token, and the new password works', async () => {
    const { user, password, token } = await restricted();
    const answer = await reset(token, password, GOOD);
    expect(answer.data.resetPassword).toEqual({ username: user.username, passwordChangeRequired: false });
    expect(await me(token)).toBeNull();
    expect((await app.graph('{ makeOptions { id } }', {}, { token: answer.cookie })).errors).toBeUndefined();
    expect((await login(user.username, GOOD)).data.login.passwordChangeRequired).toBe(false);
    expect((await login(user.username, password)).code).toBe('UNAUTHENTICATED');
  });
});

describe('a temporary password', () => {
  test('is accepted in the session it opened, even if another was requested since', async () => {
    const user = await createUser(app, { passwordHash: null });
    await forgot(user.username);
    const first = await mailed(user.username);
    const { token } = await login(user.username, first);
    await forgot(user.username);
    const second = await mailed(user.username);
    expect((await reset(token, second, GOOD)).errors422).toHaveProperty('currentPassword');
    expect((await reset(token, first, GOOD)).data?.resetPassword.passwordChangeRequired).toBe(false);
    expect((await login(user.username, second)).code).toBe('UNAUTHENTICATED');
  });

  test('cannot be reused as the new password, and neither can any other temporary password', async () => {
    const user = await createUser(app, { passwordHash: null });
    await forgot(user.username);
    const first = await mailed(user.username);
    const { token } = await login(user.username, first);
    await forgot(user.username);
    for (const temporary of [first, await mailed(user.username), 'abcd-EFGH-jkmn-2345']) {
      expect((await reset(token, first, temporary)).errors422).toEqual({
        password: ['This is a temporary password. Choose one of your own.'],
      });
    }
  });
});

describe('resetPassword', () => {
  test('ends the other sessions', async () => {
    const user = await createUser(app);
    const [here, elsewhere] = [await signedIn(app, user), await signedIn(app, user)];
    const { cookie } = await reset(here.token!, PASSWORD, GOOD);
    expect([await me(elsewhere.token!), await me(here.token!)]).toEqual([null, null]);
    expect(await me(cookie!)).toEqual({ username: user.username });
    const [entry] = await app.sql('select details from log_entries where user_id = ? order by id desc limit 1', [
      user.id,
    ]);
    expect(entry?.details).toBe('Changed the password');
  });

  test('reports a wrong current password as 422, never 401, and locks after five', async () => {
    const person = await people.locksmith(app);
    const from = { remoteAddress: '10.77.0.1' };
    const attempt = () =>
      app.app.inject({
        ...from,
        method: 'POST',
        url: '/graphql',
        cookies: { session: person.token! },
        payload: { query: RESET, variables: { currentPassword: 'wrong', password: GOOD, passwordConfirmation: GOOD } },
      });
    for (let count = 0; count < 5; count++) {
      expect((await attempt()).json().errors[0].extensions).toEqual({
        code: 'BAD_USER_INPUT',
        errors: { currentPassword: ['The current password is wrong.'] },
        requestId: expect.any(String),
      });
    }
    expect((await attempt()).json().errors[0].extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(await me(person.token!)).not.toBeNull();
  });

  test('rejects a temporary password in a session that it did not open', async () => {
    const user = await createUser(app);
    const person = await signedIn(app, user);
    await forgot(user.username);
    expect((await reset(person.token!, await mailed(user.username), GOOD)).errors422).toHaveProperty('currentPassword');
  });

  test.each([
    ['', 'The password field is required.'],
    ['elevenchars', 'The password must have at least 12 characters.'],
    ['x'.repeat(129), 'The password may not have more than 128 characters.'],
    ['password1234', 'This password is too common. Choose another.'],
    ['Qwertyuiop123', 'This password is too common. Choose another.'],
    ['abababababab', 'This password is too common. Choose another.'],
    ...[
      'qwertyqwerty1',
      'P@ssw0rd1234',
      'monkeymonkey1',
      'dragon201920',
      'Orange#48213',
      '4821-sunshine',
      'liverpoolfc1',
      'Motokey2026!!',
      'locksmith99999',
      'demo-Keys-1990',
      'PatFerrier-42',
      'greenfieldkeys',
      'pat.ferrier.99',
    ].map((password) => [password, 'This password is too common. Choose another.']),
  ])('refuses %j', async (password, message) => {
    const client = await createClient(app, { name: 'Greenfield Keys' });
    const user = await createUser(app, {
      client,
      fullName: 'Pat Ferrier',
      username: `pat.ferrier${address}@mail.test`,
    });
    const person = await signedIn(app, user);
    expect((await reset(person.token!, PASSWORD, password!)).errors422).toMatchObject({ password: [message] });
  });

  test('tells at once what is wrong with the form of each, and then what is wrong with each', async () => {
    const person = await signedIn(app, await createUser(app));
    expect((await reset(person.token!, '', 'short', 'other')).errors422).toEqual({
      currentPassword: ['The current password field is required.'],
      password: ['The password must have at least 12 characters.'],
      passwordConfirmation: ['The password confirmation does not match.'],
    });
    expect((await reset(person.token!, 'wrong', 'password1234')).errors422).toEqual({
      currentPassword: ['The current password is wrong.'],
      password: ['This password is too common. Choose another.'],
    });
  });

  test('rejects the username and a mismatching confirmation, and accepts any characters', async () => {
    const user = await createUser(app);
    const person = await signedIn(app, user);
    expect((await reset(person.token!, PASSWORD, user.username.toUpperCase())).errors422).toHaveProperty('password');
    expect((await reset(person.token!, PASSWORD, GOOD, `${GOOD}!`)).errors422).toEqual({
      passwordConfirmation: ['The password confirmation does not match.'],
    });
    expect((await reset(person.token!, PASSWORD, 'пароль 🔑 длинный')).data).not.toBeNull();
  });
});

test('rejects every common password of 12 or more characters, and no ordinary passphrase', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed = dictionary['passwords-common'].map(String);
  expect(listed.length).toBeGreaterThan(3_000);
  const long = listed.filter((password) => password.length >= 12);
  expect(long.length).toBeGreaterThan(50);
  for (const password of long) expect([password, await isCommon(password)]).toEqual([password, true]);
  for (const word of listed.filter((password) => /^[a-z]{4,}$/.test(password)).slice(0, 300)) {
    const padded = `${word}4829`.padEnd(12, '17395');
    expect([padded, await isCommon(padded)]).toEqual([padded, true]);
  }
  for (const honest of [
    'a brand new secret',
    'blue kettle sings',
    'my dog is brown',
    'x7#kQ!vv09Lm',
    'Oktober im Moor',
  ]) {
    expect([honest, await isCommon(honest, ['Pat Ferrier', 'pat@example.com'])]).toEqual([honest, false]);
  }
});

test('a password set in the terminal voids the temporary one, ends the sessions, and is logged', async () => {
  const user = await createUser(app);
  const person = await signedIn(app, user);
  await forgot(user.username);
  const temporary = await mailed(user.username);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/server/admin.js', 'password', '--email', user.username.toUpperCase()],
    {
      env: {
        ...process.env,
        DATABASE_URL: Object.assign(new URL(inject('postgresUrl')), { pathname: app.database }).href,
      },
    },
  );
  const given = stdout.match(/: (\S+)\s*$/)?.[1] ?? '';
  expect((await login(user.username, temporary)).code).toBe('UNAUTHENTICATED');
  expect(await me(person.token!)).toBeNull();
  const [entry] = await app.sql('select details from log_entries where user_id = ? order by id desc limit 1', [
    user.id,
  ]);
  expect(entry?.details).toBe(`Set a new password for ${user.username} at the server's terminal`);
  expect((await login(user.username, given)).data.login.passwordChangeRequired).toBe(false);
});

describe('during a change of the username', () => {
  /** Runs `act` until it waits for the user's row, then performs the statements of a username change and commits. */
  async function during<T>(userId: number, act: () => Promise<T>): Promise<T> {
    const em = app.orm.em.fork();
    await em.begin();
    const [{ pid }] = await em.execute<[{ pid: number }]>('select pg_backend_pid() as pid');
    await em.execute('select 1 from users where id = ? for update', [userId]);
    const acting = act();
    await expect
      .poll(() => app.sql('select 1 from pg_stat_activity where ? = any(pg_blocking_pids(pid))', [pid]))
      .toHaveLength(1);
    await em.execute(`update users set username = 'new-' || username, password_hash = null where id = ?`, [userId]);
    await em.execute('delete from sessions where user_id = ?', [userId]);
    await em.commit();
    return acting;
  }

  test('no temporary password is mailed to the old address', async () => {
    const user = await createUser(app);
    await during(user.id, () => forgot(user.username));
    expect(await mailed(user.username)).toBe('');
    const [row] = await app.sql('select temporary_password_hash as hash from users where id = ?', [user.id]);
    expect(row?.hash).toBeNull();
  });

  test('the owner of the old address can no longer choose a password', async () => {
    const user = await createUser(app);
    const { token } = await signedIn(app, user);
    const answer = await during(user.id, () => reset(token!, PASSWORD, GOOD));
    expect(answer.errors[0].extensions.code).toBe('CONFLICT');
    const [row] = await app.sql('select password_hash as hash from users where id = ?', [user.id]);
    expect(row?.hash).toBeNull();
  });
});

describe('sendPassword', () => {
  test('mails a user a password at an administrator’s request, and logs it', async () => {
    const user = await createUser(app);
    const answer = await app.graph(
      'mutation ($id: ID!) { sendPassword(input: { id: $id }) { username } }',
      { id: user.id },
      admin,
    );
    expect(answer.data?.sendPassword.username).toBe(user.username);
    expect((await login(user.username, await mailed(user.username))).data.login.passwordChangeRequired).toBe(true);
    const [entry] = await app.sql('select details from log_entries where user_id = ? order by id desc limit 1', [
      admin.user?.id,
    ]);
    expect(entry?.details).toBe(`Sent a password to ${user.username}`);
  });
});
