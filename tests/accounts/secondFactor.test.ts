import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/accounts/passwords/passwords';
import { resetSecondFactorAtTerminal } from '../../server/accounts/secondFactor/resetSecondFactor.operations';
import { TokenScope } from '../../server/accounts/tokenScope';
import { eraseAtTerminal } from '../../server/accounts/users/erasure.operations';
import { Role } from '../../server/accounts/users/role.entity';
import { type User } from '../../server/accounts/users/user.entity';
import { type Person, sharedApp } from '../support/app';
import { createUser, day, PASSWORD } from '../support/factories';
import { people, signedIn, withToken } from '../support/people';
import { codeOf, forgetStep, withApp } from '../support/secondFactor';

/* docs/rules.md, "Second factor". */

const app = sharedApp();

const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { id passwordChangeRequired secondFactorRequired } }`;
interface Credentials {
  password?: string | undefined;
  code?: string | undefined;
  trustDevice?: boolean;
  device?: string;
  from?: string;
}
let address = 1;
/** Signs in over HTTP, each time from a new network unless `from` is given. */
function login(username: string, { device, from = `10.1.0.${address++}`, ...input }: Credentials = {}) {
  return app.app.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress: from,
    cookies: device ? { device } : {},
    payload: { query: LOGIN, variables: { input: { username, password: PASSWORD, ...input } } },
  });
}
type Answer = Awaited<ReturnType<typeof login>>;
const outcome = (answer: Answer) => answer.json().errors?.[0].extensions.code ?? 'SIGNED_IN';
const deviceOf = (answer: Answer) => answer.cookies.find(({ name }) => name === 'device')?.value ?? '';
/** Everything that the caller can see, except what differs between any two answers. */
const seen = ({ statusCode, body, headers: { date, 'x-request-id': id, ...headers } }: Answer) => ({
  statusCode,
  body: body.replace(/"requestId":"[^"]+"/, ''),
  headers,
});

async function enrolled(data: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(app, data);
  const person = await signedIn(app, user);
  return { user, person, ...(await withApp(app, person)) };
}
const call = (as: Person, field: string, input: object) =>
  app.graph(
    `mutation ($input: ${field[0]!.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) {
      recoveryCodes secondFactor { totpSince recoveryCodesLeft trustedDevices required } } }`,
    { input },
    as,
  );
const startTotp = (as: Person, currentPassword = PASSWORD) =>
  app.graph(
    'mutation ($p: String!) { startTotp(input: { currentPassword: $p }) { secret uri } }',
    { p: currentPassword },
    as,
  );
const startPasskey = (as: Person, code?: string | null) =>
  app.graph(
    'mutation ($input: StartPasskeyInput!) { startPasskey(input: $input) { id } }',
    { input: { currentPassword: PASSWORD, code } },
    as,
  );
async function removePasskey(as: Person, code?: string | null) {
  const [passkey] = await app.sql<{ id: number }>('select id from passkeys where user_id = ?', [as.user!.id]);
  return app.graph(
    'mutation ($input: RemovePasskeyInput!) { removePasskey(input: $input) { recoveryCodes } }',
    { input: { id: String(passkey?.id ?? 1), currentPassword: PASSWORD, code } },
    as,
  );
}
const mine = async (as: Person) =>
  (
    await app.graph(
      '{ mySecondFactor { totpSince recoveryCodesLeft trustedDevices required passkeys { id } } }',
      {},
      as,
    )
  ).data!.mySecondFactor;
const logged = async ({ id }: User) =>
  (await app.sql('select kind, details from log_entries where user_id = ? order by id', [id])).map(
    ({ kind, details }) => `${kind}: ${details}`,
  );
const subjects = async ({ username }: User) =>
  (await app.sql<{ subject: string }>('select subject from mails where recipient = ? order by id', [username])).map(
    ({ subject }) => subject,
  );

describe('an authenticator app', () => {
  test('counts from its first code on; the recovery codes are shown once and stored hashed', async () => {
    const user = await createUser(app, { username: 'app@example.com' });
    const person = await signedIn(app, user);
    expect((await startTotp(person, 'not the password')).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: { currentPassword: ['The current password is wrong.'] },
    });
    const { secret, uri } = (await startTotp(person)).data!.startTotp;
    expect(uri).toBe(
      `otpauth://totp/Motokey:app%40example.com?issuer=Motokey&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(outcome(await login(user.username))).toBe('SIGNED_IN');

    const wrong = await call(person, 'confirmTotp', { code: codeOf(secret, 5) });
    expect(wrong.errors?.[0]?.extensions.errors?.code).toHaveLength(1);
    const first = codeOf(secret);
    const { data } = await call(person, 'confirmTotp', { code: first });
    const { recoveryCodes, secondFactor } = data!.confirmTotp;
    expect(secondFactor).toEqual({
      totpSince: expect.any(String),
      recoveryCodesLeft: 10,
      trustedDevices: 0,
      required: false,
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}(-[2-9a-hjkmnp-z]{5}){2}$/);
    const stored = JSON.stringify(await app.sql('select * from recovery_codes where user_id = ?', [user.id]));
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));

    expect((await call(person, 'confirmTotp', { code: codeOf(secret, 1) })).errors?.[0]?.extensions.code).toBe(
      'CONFLICT',
    );
    expect((await startTotp(person)).errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(outcome(await login(user.username))).toBe('UNAUTHENTICATED');
    // The code that set it up is used.
    expect(outcome(await login(user.username, { code: first }))).toBe('UNAUTHENTICATED');
    expect(outcome(await login(user.username, { code: codeOf(secret, 1) }))).toBe('SIGNED_IN');
    expect(await logged(user)).toContain('SECOND_FACTOR_ADDED: Set up an authenticator app');
    expect(await subjects(user)).toEqual(['An authenticator app was set up']);
  });

  test('is removed with the password and a code, and then the recovery codes are gone, too', async () => {
    const { user, person, secret } = await enrolled();
    const input = { currentPassword: PASSWORD, code: '000000' };
    const both = await call(person, 'removeTotp', { ...input, currentPassword: 'wrong' });
    expect(Object.keys(both.errors?.[0]?.extensions.errors ?? {})).toEqual(['currentPassword', 'code']);
    expect(Object.keys((await call(person, 'removeTotp', input)).errors?.[0]?.extensions.errors ?? {})).toEqual([
      'code',
    ]);
    const { data } = await call(person, 'removeTotp', { ...input, code: codeOf(secret) });
    expect(data!.removeTotp).toMatchObject({
      recoveryCodes: null,
      secondFactor: { totpSince: null, recoveryCodesLeft: 0 },
    });
    expect(outcome(await login(user.username))).toBe('SIGNED_IN');
    expect(await logged(user)).toContain('SECOND_FACTOR_REMOVED: Removed the authenticator app');
  });

  test('new recovery codes need a code, and replace the old ones', async () => {
    const { user, person, secret, recoveryCodes } = await enrolled();
    const { data } = await call(person, 'newRecoveryCodes', { currentPassword: PASSWORD, code: codeOf(secret) });
    expect(data!.newRecoveryCodes.recoveryCodes).toHaveLength(10);
    expect(outcome(await login(user.username, { code: recoveryCodes[0]! }))).toBe('UNAUTHENTICATED');
    expect(outcome(await login(user.username, { code: data!.newRecoveryCodes.recoveryCodes[0] }))).toBe('SIGNED_IN');
  });

  test('five of its codes are looked at, in whatever calls and sessions, with whatever calls between', async () => {
    const { user, person, secret } = await enrolled();
    const beside = await signedIn(app, user);
    const proof = (code: string) => ({ currentPassword: PASSWORD, code });
    const acts: ((code: string) => Promise<{ errors?: { extensions: { code: string } }[] }>)[] = [
      (code) => call(person, 'removeTotp', proof(code)),
      (code) => startPasskey(beside, code),
      (code) => removePasskey(person, code),
      (code) => call(beside, 'newRecoveryCodes', proof(code)),
    ];
    const answers: (string | undefined)[] = [];
    for (const act of [...acts, ...acts]) {
      answers.push((await act(codeOf(secret, 9))).errors?.[0]?.extensions.code);
      // With only the right password; it is refused, because there is an app already.
      const [between] = (await startTotp(person)).errors ?? [];
      expect(between?.extensions.code).toBe('CONFLICT');
    }
    expect(answers).toEqual([...Array(5).fill('BAD_USER_INPUT'), ...Array(3).fill('TOO_MANY_REQUESTS')]);
    expect((await removePasskey(person, codeOf(secret))).errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(outcome(await login(user.username, { code: codeOf(secret) }))).toBe('SIGNED_IN');
  });

  test('a right code lets its user begin anew', async () => {
    const { person, secret } = await enrolled();
    const wrong = () => call(person, 'removeTotp', { currentPassword: PASSWORD, code: codeOf(secret, 9) });
    for (let time = 0; time < 4; time++) await wrong();
    const input = { currentPassword: PASSWORD, code: codeOf(secret) };
    expect((await call(person, 'newRecoveryCodes', input)).errors).toBeUndefined();
    for (let time = 0; time < 5; time++) expect((await wrong()).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  test('with an app, passkeys are added and removed with a code, which works once', async () => {
    const { person, secret, recoveryCodes } = await enrolled();
    await app.sql(
      `insert into passkeys (user_id, credential_id, public_key, counter, name) values (?, 'appAndPasskey', '', 0, 'Key')`,
      [person.user!.id],
    );
    const wrongCode = ['This code is wrong, or it was used before.'];
    const required = ['The code field is required.'];
    for (const act of [startPasskey, removePasskey])
      for (const [code, errors] of [
        [undefined, required],
        [null, required],
        ['', required],
        [codeOf(secret, 9), wrongCode],
      ] as const)
        expect([act.name, code, (await act(person, code)).errors?.[0]?.extensions.errors]).toEqual([
          act.name,
          code,
          { code: errors },
        ]);
    const code = codeOf(secret);
    expect((await startPasskey(person, code)).errors).toBeUndefined();
    expect((await removePasskey(person, code)).errors?.[0]?.extensions.errors).toEqual({ code: wrongCode });
    expect((await mine(person)).passkeys).toHaveLength(1);
    expect((await removePasskey(person, recoveryCodes[0])).errors).toBeUndefined();
    expect(await mine(person)).toMatchObject({ passkeys: [], recoveryCodesLeft: 9 });
  });
});

test('a code that is not ASCII is read as it was meant, or wrong like any other', async () => {
  const wide = (code: string) => code.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  const user = await createUser(app);
  const person = await signedIn(app, user);
  const { secret } = (await startTotp(person)).data!.startTotp;
  const odd = ['12345é', '１２３４５', '😀😀😀', '١٢٣٤٥٦'];
  for (const code of odd)
    expect((await call(person, 'confirmTotp', { code })).errors?.[0]?.extensions.errors).toEqual({
      code: ['This code is wrong, or it was used before.'],
    });
  const { data: set } = await call(person, 'confirmTotp', { code: wide(codeOf(secret)) });
  for (const code of odd) {
    expect([code, outcome(await login(user.username, { code }))]).toEqual([code, 'UNAUTHENTICATED']);
    const body = { userEmail: user.username, userPassword: PASSWORD, code };
    expect([code, (await app.rest('POST', '/login', { body })).statusCode]).toEqual([code, 401]);
  }
  await forgetStep(app, person);
  const grouped = wide(codeOf(secret)).replace(/^.../, '$& ');
  expect(outcome(await login(user.username, { code: grouped }))).toBe('SIGNED_IN');
  // Word processors make dashes of hyphens, and web pages break lines at soft ones.
  for (const [index, dash] of ['–', '−', '\u00ad', '⁃', '·', '_'].entries()) {
    const code = set!.confirmTotp.recoveryCodes[index]!.replaceAll('-', dash);
    expect([dash, outcome(await login(user.username, { code }))]).toEqual([dash, 'SIGNED_IN']);
  }
});

describe('signing in', () => {
  test('no answer tells whether the password was right before the second factor is', async () => {
    const { user, secret } = await enrolled();
    const disabled = await enrolled();
    const ended = await enrolled();
    await app.sql('update users set enabled = false where id = ?', [disabled.user.id]);
    await app.sql('update users set subscription_end_date = ? where id = ?', [day(-1), ended.user.id]);
    const temporary = await enrolled();
    await app.sql(
      `update users set temporary_password_hash = ?, temporary_password_expires_at = now() + interval '1 day' where id = ?`,
      [await hashPassword('abcd-efgh-jkmn-pqrs'), temporary.user.id],
    );
    const tries: [username: string, Credentials][] = [
      ['nobody@example.com', {}],
      ['nobody@example.com', { code: '123456' }],
      [user.username, { password: 'wrong' }],
      [user.username, { password: 'wrong', code: '123456' }],
      [user.username, { password: 'wrong', code: codeOf(secret) }],
      [user.username, {}],
      [user.username, { code: '' }],
      [user.username, { code: '123456' }],
      [user.username, { code: 'not a code', trustDevice: true }],
      [user.username, { code: codeOf(secret, 9) }],
      [disabled.user.username, {}],
      [disabled.user.username, { code: '123456' }],
      [ended.user.username, {}],
      [ended.user.username, { code: '123456' }],
      [temporary.user.username, { password: 'abcd-efgh-jkmn-pqrs' }],
      [temporary.user.username, { password: 'abcd-efgh-jkmn-pqrs', code: '123456' }],
    ];
    const answers = [];
    const work = [];
    for (const [username, credentials] of tries) {
      app.statements();
      answers.push(seen(await login(username, credentials)));
      work.push(app.statements().map(({ sql }) => sql));
    }
    expect(answers[0]!.body).toContain('UNAUTHENTICATED');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    // And the same is done, so that it takes the same time.
    for (const statements of work.slice(1)) expect(statements).toEqual(work[0]);

    const rest = async (userEmail: string, userPassword: string, code?: string) =>
      seen(await app.rest('POST', '/login', { body: { userEmail, userPassword, code } }));
    const unknown = await rest('nobody@example.com', PASSWORD);
    expect(unknown.statusCode).toBe(401);
    expect(await rest(user.username, PASSWORD)).toEqual(unknown);
    expect(await rest(user.username, PASSWORD, '123456')).toEqual(unknown);
    expect(await rest(user.username, 'wrong', codeOf(secret))).toEqual(unknown);
    expect((await rest(user.username, PASSWORD, codeOf(secret))).statusCode).toBe(200);

    // With the code they are told what else is the matter; the temporary password is not spent.
    expect(outcome(await login(disabled.user.username, { code: codeOf(disabled.secret) }))).toBe('FORBIDDEN');
    expect(outcome(await login(ended.user.username, { code: codeOf(ended.secret) }))).toBe('PAYMENT_REQUIRED');
    const opened = await login(temporary.user.username, {
      password: 'abcd-efgh-jkmn-pqrs',
      code: codeOf(temporary.secret),
    });
    expect(opened.json().data.login.passwordChangeRequired).toBe(true);
  });

  test('nor do the log, mails, or how often one may try', async () => {
    const { user } = await enrolled();
    const before = await subjects(user);
    for (const password of [PASSWORD, 'wrong', PASSWORD, 'wrong', PASSWORD])
      expect(outcome(await login(user.username, { password, from: '10.2.0.1' }))).toBe('UNAUTHENTICATED');
    expect(outcome(await login(user.username, { from: '10.2.0.1' }))).toBe('TOO_MANY_REQUESTS');
    expect(outcome(await login(user.username, { from: '10.2.0.1', password: 'wrong' }))).toBe('TOO_MANY_REQUESTS');
    const failures = await app.sql(
      `select distinct details from log_entries where username = ? and kind = 'SIGN_IN_FAILED'`,
      [user.username],
    );
    expect(failures).toEqual([{ details: 'Failed to sign in from 10.2.0.1' }]);
    expect(await subjects(user)).toEqual(before);
  });

  test('in a day, 500 wrong ones for a username are the most', async () => {
    const { user, secret } = await enrolled();
    await app.sql(`insert into attempts values (?, 500, now() + interval '1 hour')`, [`day of ${user.username}`]);
    expect(outcome(await login(user.username, { code: codeOf(secret) }))).toBe('TOO_MANY_REQUESTS');
  });

  test('takes a code once, also at the same time, and none that is older than the last one', async () => {
    const { user, person, secret } = await enrolled();
    const same = codeOf(secret);
    const outcomes = (await Promise.all([1, 2, 3].map(() => login(user.username, { code: same })))).map(outcome);
    expect(outcomes.sort()).toEqual(['SIGNED_IN', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
    expect(outcome(await login(user.username, { code: same }))).toBe('UNAUTHENTICATED');
    expect(outcome(await login(user.username, { code: codeOf(secret, -1) }))).toBe('UNAUTHENTICATED');
    await forgetStep(app, person);
    expect(outcome(await login(user.username, { code: ` ${same.slice(0, 3)} ${same.slice(3)}` }))).toBe('SIGNED_IN');
    await forgetStep(app, person);
    expect(outcome(await login(user.username, { code: codeOf(secret, -4) }))).toBe('UNAUTHENTICATED');
  });

  test('takes a recovery code once, logs it and mails it', async () => {
    const { user, person, recoveryCodes } = await enrolled();
    const typed = recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ');
    const outcomes = (await Promise.all([1, 2].map(() => login(user.username, { code: typed })))).map(outcome);
    expect(outcomes.sort()).toEqual(['SIGNED_IN', 'UNAUTHENTICATED']);
    expect(outcome(await login(user.username, { code: recoveryCodes[3]! }))).toBe('UNAUTHENTICATED');
    expect(await mine(person)).toMatchObject({ recoveryCodesLeft: 9 });
    const lines = (await logged(user)).filter((line) => line.startsWith('RECOVERY'));
    expect(lines).toEqual(['RECOVERY_CODE_USED: Used a recovery code to sign in']);
    expect(await subjects(user)).toContain('A recovery code was used');
    expect(outcome(await login('someone@example.com', { code: recoveryCodes[4]! }))).toBe('UNAUTHENTICATED');
  });
});

describe('a trusted browser', () => {
  async function trusted() {
    const one = await enrolled();
    const { username } = one.user;
    const device = deviceOf(await login(username, { code: codeOf(one.secret), trustDevice: true }));
    await forgetStep(app, one.person);
    return { ...one, device, again: async () => outcome(await login(username, { device })) };
  }

  test('asks for no code for 30 days, and only there', async () => {
    const { user, person, device, again } = await trusted();
    expect(await again()).toBe('SIGNED_IN');
    expect(outcome(await login(user.username))).toBe('UNAUTHENTICATED');
    expect(outcome(await login(user.username, { device: 'made up' }))).toBe('UNAUTHENTICATED');
    expect(outcome(await login(user.username, { device, password: 'wrong' }))).toBe('UNAUTHENTICATED');
    const other = await enrolled();
    expect(outcome(await login(other.user.username, { device }))).toBe('UNAUTHENTICATED');
    expect(await mine(person)).toMatchObject({ trustedDevices: 1 });
    await app.sql(`update devices set trusted_until = now() - interval '1 second' where user_id = ?`, [user.id]);
    expect(await again()).toBe('UNAUTHENTICATED');
    expect(await mine(person)).toMatchObject({ trustedDevices: 0 });
  });

  test('looks at no code: any number could be tried, and tells of none whether it is right', async () => {
    const { user, person, secret, recoveryCodes, device } = await trusted();
    for (const code of [codeOf(secret, 9), codeOf(secret), recoveryCodes[0]!]) {
      const answer = await login(user.username, { device, code, trustDevice: true });
      expect([outcome(answer), deviceOf(answer)]).toEqual(['SIGNED_IN', device]);
    }
    expect(await mine(person)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(outcome(await login(user.username, { code: codeOf(secret) }))).toBe('SIGNED_IN');
  });

  test('is one only if that was asked for, with a right code', async () => {
    const { user, person, secret } = await enrolled();
    const device = deviceOf(await login(user.username, { code: codeOf(secret) }));
    expect(outcome(await login(user.username, { device, trustDevice: true }))).toBe('UNAUTHENTICATED');
    expect(await mine(person)).toMatchObject({ trustedDevices: 0 });
    // Nor in advance, by a user who has no second factor yet.
    const later = await createUser(app);
    const early = deviceOf(await login(later.username, { trustDevice: true, code: '123456' }));
    await withApp(app, await signedIn(app, later));
    expect(outcome(await login(later.username, { device: early }))).toBe('UNAUTHENTICATED');
  });

  test('gets a token that nobody can have put there, and its other users stay known', async () => {
    const { user, secret } = await enrolled();
    const other = await createUser(app);
    const planted = deviceOf(await login(other.username));
    const device = deviceOf(await login(user.username, { code: codeOf(secret), trustDevice: true, device: planted }));
    expect(device).not.toBe(planted);
    expect(outcome(await login(user.username, { device: planted }))).toBe('UNAUTHENTICATED');
    expect(outcome(await login(user.username, { device }))).toBe('SIGNED_IN');
    expect(await app.sql('select token_hash from devices where user_id in (?, ?)', [user.id, other.id])).toHaveLength(
      2,
    );
    expect(deviceOf(await login(other.username, { device }))).toBe(device);
  });

  test.each<[string, (one: Awaited<ReturnType<typeof trusted>>) => Promise<unknown>]>([
    [
      'a new password',
      ({ person, user }) =>
        app
          .graph(
            `mutation ($old: String!, $new: String!) {
              resetPassword(input: { currentPassword: $old, password: $new, passwordConfirmation: $new }) { id } }`,
            { old: PASSWORD, new: 'fourteen green horses' },
            person,
          )
          .then(() => app.sql('update users set password_hash = ? where id = ?', [user.passwordHash, user.id])),
    ],
    ['“forget”', ({ person }) => app.graph('mutation { forgetTrustedDevices { recoveryCodes } }', {}, person)],
    [
      'removing a factor',
      async ({ person, secret }) => {
        await call(person, 'removeTotp', { currentPassword: PASSWORD, code: codeOf(secret) });
        await withApp(app, person);
      },
    ],
    [
      'a reset',
      async ({ user }) => {
        await resetSecondFactorAtTerminal(app.system, { username: user.username });
        await withApp(app, await signedIn(app, user));
      },
    ],
  ])('is one no longer after %s', async (_what, act) => {
    const one = await trusted();
    expect(await one.again()).toBe('SIGNED_IN');
    await act(one);
    expect(await one.again()).toBe('UNAUTHENTICATED');
  });
});

describe('a reset', () => {
  const RESET = 'mutation ($id: ID!) { resetSecondFactor(input: { id: $id }) { id secondFactor } }';

  test('by an administrator ends everything of the user, and is logged and mailed', async () => {
    const admin = await people.administrator(app);
    const { user, person } = await enrolled({ roleId: Role.ADMIN });
    const answer = await app.graph(RESET, { id: user.id }, admin);
    expect(answer.data).toEqual({ resetSecondFactor: { id: String(user.id), secondFactor: false } });
    expect((await app.graph('{ me { id } }', {}, person)).data!.me).toBeNull();
    expect(outcome(await login(user.username))).toBe('SIGNED_IN');
    for (const table of ['totp_secrets', 'recovery_codes', 'passkeys'])
      expect(await app.sql(`select from ${table} where user_id = ?`, [user.id])).toEqual([]);
    expect(await logged(admin.user!)).toContain(`SECOND_FACTOR_RESET: Reset the second factor of ${user.username}`);
    expect(await subjects(user)).toContain('Your second factor was reset');
    expect((await app.graph(RESET, { id: user.id }, admin)).errors?.[0]?.extensions.code).toBe('CONFLICT');
  });

  test('is not for oneself, but at the terminal', async () => {
    const { user, person } = await enrolled({ roleId: Role.ADMIN });
    expect((await app.graph(RESET, { id: user.id }, person)).errors?.[0]?.extensions.errors?.id).toHaveLength(1);
    await resetSecondFactorAtTerminal(app.system, { username: user.username });
    expect(outcome(await login(user.username))).toBe('SIGNED_IN');
    await expect(resetSecondFactorAtTerminal(app.system, { username: 'nobody@example.com' })).rejects.toThrow(
      'no user',
    );
  });

  test('comes with a new username, whose owner is somebody else', async () => {
    const admin = await people.administrator(app);
    const { user } = await enrolled();
    const input = { id: String(user.id), username: 'successor@example.com', version: user.version };
    const saved = await app.graph(
      'mutation ($input: UserInput!) { saveUser(input: $input) { secondFactor } }',
      { input },
      admin,
    );
    expect(saved.errors).toBeUndefined();
    expect(await app.sql('select from totp_secrets where user_id = ?', [user.id])).toEqual([]);
    expect(await app.sql('select second_factor from users where id = ?', [user.id])).toEqual([
      { second_factor: false },
    ]);
  });
});

test('erasing a user leaves nothing of the second factor', async () => {
  const { user } = await enrolled();
  await eraseAtTerminal(app.system, { who: user.username });
  for (const table of ['totp_secrets', 'recovery_codes', 'passkeys', 'passkey_challenges', 'devices'])
    expect(await app.sql(`select from ${table} where user_id = ?`, [user.id])).toEqual([]);
  expect(await app.sql('select from mails where recipient = ?', [user.username])).toEqual([]);
});

describe('SECOND_FACTOR_FOR_ADMINS', () => {
  const config = { secondFactor: { forAdmins: true, key: 'a key that is outside the database' } };
  const strict = sharedApp({ sharing: app, config });
  const beside = sharedApp({ sharing: app, config });

  test('leaves an administrator nothing but setting one up, on all servers, until there is one', async () => {
    const admin = await people.administrator(app);
    const me = async (server: typeof app) =>
      (await server.graph('{ me { secondFactorRequired } }', {}, admin)).data!.me.secondFactorRequired;
    expect(await me(app)).toBe(false);
    expect([await me(strict), await me(beside)]).toEqual([true, true]);
    const refused = async (document: string) =>
      (await strict.graph(document, {}, admin)).errors?.[0]?.extensions.code ?? null;
    for (const document of [
      '{ users(page: 1, limit: 1) { total } }',
      '{ mySessions { id } }',
      '{ makeOptions { id } }',
      'mutation { startPayment(input: { userIds: ["1"] }) { email } }',
      'mutation { saveMake(input: { displayName: "A", fullName: "A" }) { id } }',
    ])
      expect([document, await refused(document)]).toEqual([document, 'SECOND_FACTOR_REQUIRED']);
    const rest = await strict.rest('GET', '/users', { as: admin });
    expect([rest.statusCode, rest.json().message]).toEqual([403, 'Please set up a second factor first.']);

    const program = await withToken(app, admin.user!, { scopes: [TokenScope.ACCOUNTS] });
    const byProgram = () => strict.rest('GET', '/users', { as: { apiToken: program.apiToken } });
    expect((await byProgram()).statusCode).toBe(403);

    await withApp(strict, admin);
    await expect.poll(async () => (await byProgram()).statusCode).toBe(200);
    expect(await refused('{ users(page: 1, limit: 1) { total } }')).toBeNull();
    await expect.poll(() => me(beside)).toBe(false);
    expect(await mine(admin)).toMatchObject({ required: false });
  });

  test('is not for others', async () => {
    const locksmith = await people.locksmith(app);
    expect(
      (await strict.graph('{ me { secondFactorRequired } makeOptions { id } }', {}, locksmith)).data,
    ).toMatchObject({
      me: { secondFactorRequired: false },
    });
  });

  test('with a key outside the database, the database alone does not give away the secrets', async () => {
    const user = await createUser(app);
    const person = await signedIn(app, user);
    const { secret } = await withApp(strict, person);
    const [{ secret: stored } = { secret: '' }] = await app.sql<{ secret: string }>(
      'select secret from totp_secrets where user_id = ?',
      [user.id],
    );
    expect(stored).toMatch(/^aes:/);
    expect(stored).not.toContain(secret);
    // This server does not have the key.
    expect(outcome(await login(user.username, { code: codeOf(secret) }))).toBe('UNAUTHENTICATED');
    const right = { userEmail: user.username, userPassword: PASSWORD, code: codeOf(secret) };
    expect((await strict.rest('POST', '/login', { body: right })).statusCode).toBe(200);
    // Nor does it fit another user's row.
    const other = await createUser(app);
    await withApp(strict, await signedIn(app, other));
    await app.sql('update totp_secrets set secret = ?, last_step = 0 where user_id = ?', [stored, other.id]);
    const taken = await strict.rest('POST', '/login', { body: { ...right, userEmail: other.username } });
    expect(taken.statusCode).toBe(401);
  });
});
