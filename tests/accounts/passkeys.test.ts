import { describe, expect, test } from 'vitest';
import { type Person, sharedApp, type TestApp } from '../support/app';
import { Authenticator } from '../support/authenticator';
import { createUser, day, PASSWORD } from '../support/factories';
import { people, signedIn } from '../support/people';

/* docs/rules.md, "Second factor". The authenticator is one in software; everything else is real. */

const app = sharedApp();
const elsewhere = sharedApp({ sharing: app, config: { publicOrigin: 'https://keys.example.com' } });

const start = (person: Person, currentPassword = PASSWORD, server: TestApp = app) =>
  server.graph(
    'mutation ($p: String!) { startPasskey(input: { currentPassword: $p }) { id options } }',
    { p: currentPassword },
    person,
  );
const add = (person: Person, input: { challengeId: string; response: object; name?: string }, server: TestApp = app) =>
  server.graph(
    `mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) {
      recoveryCodes secondFactor { recoveryCodesLeft passkeys { id name createdAt lastUsedAt } } } }`,
    { input: { name: 'Phone', ...input } },
    person,
  );
async function addNew(person: Person, authenticator = new Authenticator(), name = 'Phone') {
  const { id, options } = (await start(person)).data!.startPasskey;
  const answer = await add(person, { challengeId: id, response: authenticator.create(options), name });
  return { authenticator, answer, id: answer.data?.addPasskey.secondFactor.passkeys.at(-1)?.id };
}
/** A user with one passkey. */
async function withPasskey(data: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(app, data);
  const person = await signedIn(app, user);
  return { user, person, ...(await addNew(person)) };
}

let address = 1;
const send = (query: string, variables: object, from = `10.3.0.${address++}`) =>
  app.app.inject({ method: 'POST', url: '/graphql', remoteAddress: from, payload: { query, variables } });
const ask = async (from?: string) => (await send('mutation { startPasskeySignIn { id options } }', {}, from)).json();
const asked = async () => (await ask()).data.startPasskeySignIn;
const signIn = (challengeId: string, response: object, from?: string) =>
  send(
    `mutation ($input: PasskeySignInInput!) { signInWithPasskey(input: $input) { username passwordChangeRequired } }`,
    { input: { challengeId, response } },
    from,
  );
type Answer = Awaited<ReturnType<typeof signIn>>;
const outcome = (answer: Answer) => answer.json().errors?.[0].extensions.code ?? 'SIGNED_IN';
async function signInWith(authenticator: Authenticator, behaviour: Parameters<Authenticator['get']>[1] = {}) {
  const { id, options } = await asked();
  return signIn(id, authenticator.get(options, behaviour));
}
const passwordAlone = async (username: string) =>
  (await app.rest('POST', '/login', { body: { userEmail: username, userPassword: PASSWORD } })).statusCode;

describe('a new passkey', () => {
  test('is a second factor, with recovery codes, and signs in by itself', async () => {
    const user = await createUser(app);
    const person = await signedIn(app, user);
    expect((await start(person, 'wrong')).errors?.[0]?.extensions.errors?.currentPassword).toHaveLength(1);
    const { options } = (await start(person)).data!.startPasskey;
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const { authenticator, answer } = await addNew(person);
    expect(answer.data!.addPasskey).toEqual({
      recoveryCodes: expect.arrayContaining([expect.any(String)]),
      secondFactor: {
        recoveryCodesLeft: 10,
        passkeys: [{ id: expect.any(String), name: 'Phone', createdAt: expect.any(String), lastUsedAt: null }],
      },
    });
    expect(await passwordAlone(user.username)).toBe(401);
    const code = answer.data!.addPasskey.recoveryCodes[0];
    const recovered = { userEmail: user.username, userPassword: PASSWORD, code };
    expect((await app.rest('POST', '/login', { body: recovered })).statusCode).toBe(200);

    const signedInNow = await signInWith(authenticator);
    expect(signedInNow.json().data.signInWithPasskey).toEqual({
      username: user.username,
      passwordChangeRequired: false,
    });
    const session = signedInNow.cookies.find(({ name }) => name === 'session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(signedInNow.cookies.some(({ name }) => name === 'device')).toBe(true);
    const mine = await app.graph('{ mySecondFactor { passkeys { lastUsedAt } } }', {}, { token: session!.value });
    expect(mine.data!.mySecondFactor.passkeys).toEqual([{ lastUsedAt: expect.any(String) }]);
    const lines = await app.sql('select kind, details from log_entries where user_id = ? order by id desc limit 1', [
      user.id,
    ]);
    expect(lines).toEqual([
      { kind: 'SIGN_IN', details: expect.stringMatching(/^Signed in with a passkey from 10\.3/) },
    ]);
    expect(await app.sql('select subject from mails where recipient = ? order by id', [user.username])).toEqual([
      { subject: 'A passkey was added' },
      { subject: 'A recovery code was used' },
    ]);
  });

  test('is asked of authenticators that have none yet, and is not added twice', async () => {
    const { person, authenticator, answer } = await withPasskey();
    expect(answer.errors).toBeUndefined();
    const { id, options } = (await start(person)).data!.startPasskey;
    expect(options.excludeCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }]);
    const again = await add(person, { challengeId: id, response: authenticator.create(options) });
    expect(again.errors?.[0]?.extensions.code).toBe('CONFLICT');
    const second = await addNew(person, new Authenticator(), 'Key');
    expect(second.answer.data!.addPasskey.recoveryCodes).toBeNull();
  });

  test('is refused if the answer is of another challenge, user, site or person', async () => {
    const person = await people.locksmith(app);
    const other = await people.locksmith(app);
    const begin = async () => (await start(person)).data!.startPasskey;
    const codeOf = async (of: Promise<{ errors?: { extensions: { code: string } }[] }>) =>
      (await of).errors?.[0]?.extensions.code ?? null;
    const authenticator = new Authenticator();

    const first = await begin();
    const second = await begin();
    const crossed = { challengeId: first.id, response: authenticator.create(second.options) };
    expect(await codeOf(add(person, crossed))).toBe('BAD_USER_INPUT');
    // Used up, even so.
    const late = { challengeId: first.id, response: authenticator.create(first.options) };
    expect(await codeOf(add(person, late))).toBe('CONFLICT');
    const stolen = { challengeId: second.id, response: authenticator.create(second.options) };
    expect(await codeOf(add(other, stolen))).toBe('CONFLICT');

    for (const behaviour of [
      { origin: 'https://localhost.example.com' },
      { origin: 'http://127.0.0.1:3000' },
      { rpId: 'example.com' },
      { verifies: false },
    ]) {
      const { id, options } = await begin();
      const response = authenticator.create(options, behaviour);
      expect([behaviour, await codeOf(add(person, { challengeId: id, response }))]).toEqual([
        behaviour,
        'BAD_USER_INPUT',
      ]);
    }
    const expired = await begin();
    await app.sql(`update passkey_challenges set expires_at = now() - interval '1 second' where id = ?::uuid`, [
      expired.id,
    ]);
    const response = authenticator.create(expired.options);
    expect(await codeOf(add(person, { challengeId: expired.id, response }))).toBe('CONFLICT');
    for (const nonsense of [{ id: 'x' }, { id: 'x', response: {} }, { id: 'x', response: { clientDataJSON: 'AA' } }]) {
      const { id } = await begin();
      expect(await codeOf(add(person, { challengeId: id, response: nonsense }))).toBe('BAD_USER_INPUT');
    }
    expect(await codeOf(add(person, { challengeId: 'none', response: { id: 'x', much: 'x'.repeat(30_000) } }))).toBe(
      'BAD_USER_INPUT',
    );
    expect(await app.sql('select from passkeys where user_id = ?', [person.user!.id])).toEqual([]);
  });

  test('is the last one when there are twenty', async () => {
    const { user, person, answer } = await withPasskey();
    expect(answer.errors).toBeUndefined();
    const { id, options } = (await start(person)).data!.startPasskey;
    await app.sql(
      `insert into passkeys (user_id, credential_id, public_key, counter, name)
       select ?, 'more ' || n || '-' || ?, '', 0, 'More' from generate_series(1, 19) n`,
      [user.id, user.id],
    );
    const late = await add(person, { challengeId: id, response: new Authenticator().create(options) });
    expect([late, await start(person)].map(({ errors }) => errors?.[0]?.extensions.code)).toEqual([
      'CONFLICT',
      'CONFLICT',
    ]);
  });

  test('is of the host of PUBLIC_URL', async () => {
    const person = await people.locksmith(app);
    const { id, options } = (await start(person, PASSWORD, elsewhere)).data!.startPasskey;
    expect(options.rp.id).toBe('keys.example.com');
    const foreign = new Authenticator('https://other.example.com').create(options);
    expect((await add(person, { challengeId: id, response: foreign }, elsewhere)).errors).toHaveLength(1);
    const again = (await start(person, PASSWORD, elsewhere)).data!.startPasskey;
    const response = new Authenticator('https://keys.example.com').create(again.options);
    expect((await add(person, { challengeId: again.id, response }, elsewhere)).errors).toBeUndefined();
  });
});

describe('signing in with a passkey', () => {
  test('takes each answer once, within five minutes', async () => {
    const { authenticator } = await withPasskey();
    const { id, options } = await asked();
    const response = authenticator.get(options);
    const outcomes = (await Promise.all([1, 2, 3].map(() => signIn(id, response)))).map(outcome);
    expect(outcomes.sort()).toEqual(['SIGNED_IN', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
    const old = await asked();
    await app.sql(`update passkey_challenges set expires_at = now() - interval '1 second' where id = ?::uuid`, [
      old.id,
    ]);
    expect(outcome(await signIn(old.id, authenticator.get(old.options)))).toBe('UNAUTHENTICATED');
    // Nobody answered it: the next challenge deletes it.
    await asked();
    expect(await app.sql('select from passkey_challenges where expires_at < now()')).toEqual([]);
  });

  test('answers the same, whatever is wrong with it', async () => {
    const { authenticator, person } = await withPasskey();
    const stranger = new Authenticator();
    const registered = (await start(person)).data!.startPasskey;
    stranger.create(registered.options);
    const answers = [
      await signInWith(stranger),
      await signInWith(authenticator, { origin: 'https://evil.example.com' }),
      await signInWith(authenticator, { rpId: 'evil.example.com' }),
      await signInWith(authenticator, { verifies: false }),
      await signInWith(authenticator, { userHandle: Buffer.from('1').toString('base64url') }),
      // The challenge of another purpose.
      await signIn(registered.id, authenticator.get({ ...registered.options, rpId: 'localhost' })),
      await signIn('none', authenticator.get((await asked()).options)),
      await signIn((await asked()).id, authenticator.get((await asked()).options)),
      await signIn((await asked()).id, { id: authenticator.id.toString('base64url') }),
    ];
    const bodies = answers.map(({ body }) => body.replace(/"requestId":"[^"]+"/, ''));
    expect(bodies[0]).toContain('UNAUTHENTICATED');
    expect(new Set(bodies).size).toBe(1);
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
    expect(outcome(await signInWith(authenticator))).toBe('SIGNED_IN');
  });

  test('refuses a copy, whose counter lags behind', async () => {
    const { authenticator } = await withPasskey();
    authenticator.counter = 5;
    expect(outcome(await signInWith(authenticator))).toBe('SIGNED_IN');
    expect(outcome(await signInWith(authenticator))).toBe('UNAUTHENTICATED');
    authenticator.counter = 4;
    expect(outcome(await signInWith(authenticator))).toBe('UNAUTHENTICATED');
    authenticator.counter = 6;
    expect(outcome(await signInWith(authenticator))).toBe('SIGNED_IN');
  });

  test('may have a counter of any 32 bits', async () => {
    const authenticator = new Authenticator();
    authenticator.counter = 2 ** 32 - 2;
    await addNew(await people.locksmith(app), authenticator);
    authenticator.counter += 1;
    expect(outcome(await signInWith(authenticator))).toBe('SIGNED_IN');
  });

  test('whose answer is nested too deeply to be one is refused as any other input', async () => {
    const payload = JSON.stringify({
      query: 'mutation ($input: PasskeySignInInput!) { signInWithPasskey(input: $input) { username } }',
      variables: { input: { challengeId: 'none', response: { id: 'x', nested: '?' } } },
    }).replace('"?"', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    const headers = { 'content-type': 'application/json' };
    expect(outcome(await app.app.inject({ method: 'POST', url: '/graphql', headers, payload }))).toBe('BAD_USER_INPUT');
  });

  test('is refused to disabled users, and after the end of the subscription', async () => {
    const disabled = await withPasskey();
    const ended = await withPasskey();
    await app.sql('update users set enabled = false where id = ?', [disabled.user.id]);
    await app.sql('update users set subscription_end_date = ? where id = ?', [day(-1), ended.user.id]);
    expect(outcome(await signInWith(disabled.authenticator))).toBe('FORBIDDEN');
    expect(outcome(await signInWith(ended.authenticator))).toBe('PAYMENT_REQUIRED');
    expect(await passwordAlone(ended.user.username)).toBe(401);
  });

  test('is limited by network, and so is asking for challenges', async () => {
    const from = '10.4.0.1';
    await app.sql(`insert into attempts values (?, 50, now() + interval '1 minute')`, [
      `from ${from}: passkey sign-ins`,
    ]);
    await app.sql(`insert into attempts values (?, 200, now() + interval '1 minute')`, [
      `from ${from}: passkey challenges`,
    ]);
    const { authenticator } = await withPasskey();
    const { id, options } = await asked();
    expect(outcome(await signIn(id, authenticator.get(options), from))).toBe('TOO_MANY_REQUESTS');
    expect((await ask(from)).errors[0].extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(await app.sql(`select kind, username from log_entries where details like '%${from}%'`)).toEqual([
      { kind: 'SIGN_IN_FAILED', username: '(passkey)' },
    ]);
  });
});

test('a passkey is renamed and removed by its user only; the last one takes the recovery codes along', async () => {
  const { user, person, authenticator, id } = await withPasskey();
  const stranger = await people.locksmith(app);
  const rename = (as: Person) =>
    app.graph(
      'mutation ($id: ID!) { renamePasskey(input: { id: $id, name: "Laptop" }) { secondFactor { passkeys { name } } } }',
      { id },
      as,
    );
  const remove = (as: Person, currentPassword = PASSWORD) =>
    app.graph(
      `mutation ($id: ID!, $p: String!) { removePasskey(input: { id: $id, currentPassword: $p }) {
        secondFactor { recoveryCodesLeft passkeys { name } } } }`,
      { id, p: currentPassword },
      as,
    );
  expect((await rename(stranger)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  expect((await rename(person)).data!.renamePasskey.secondFactor.passkeys).toEqual([{ name: 'Laptop' }]);
  expect((await remove(stranger)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  expect((await remove(person, 'wrong')).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  expect((await remove(person)).data!.removePasskey.secondFactor).toEqual({ recoveryCodesLeft: 0, passkeys: [] });
  expect(outcome(await signInWith(authenticator))).toBe('UNAUTHENTICATED');
  expect(await passwordAlone(user.username)).toBe(200);
  const kinds = await app.sql(
    `select kind, details from log_entries where user_id = ? and kind like 'SECOND%' order by id`,
    [user.id],
  );
  expect(kinds).toEqual([
    { kind: 'SECOND_FACTOR_ADDED', details: 'Added a passkey' },
    { kind: 'SECOND_FACTOR_REMOVED', details: 'Removed a passkey' },
  ]);
});
