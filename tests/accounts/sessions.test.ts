import { describe, expect, test } from 'vitest';
import { browserName } from '../../server/accounts/sessions/browserName';
import { type Person, sharedApp } from '../support/app';
import { createUser, day, PASSWORD } from '../support/factories';
import { people, sharedPerson, signedIn } from '../support/people';

const app = sharedApp({
  outside: {
    locate: (ip) => (ip === '203.0.113.7' ? { country: 'Norway', city: 'Bergen' } : { country: null, city: null }),
  },
});
const admin = sharedPerson(app, 'administrator');

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FIELDS = '{ id current browser ip country city createdAt lastUsedAt }';
const mine = async (as: Person) => (await app.graph(`{ mySessions ${FIELDS} }`, {}, as)).data?.mySessions;
const end = (id: string, as: Person) =>
  app.graph(`mutation ($id: ID!) { endSession(input: { id: $id }) { sessions ${FIELDS} } }`, { id }, as);
const lastLog = async (userId: unknown) =>
  (await app.sql('select details from log_entries where user_id = ? order by id desc limit 1', [userId]))[0]?.details;

test('an administrator sees where a user is signed in, and nobody else does', async () => {
  const user = await createUser(app);
  const session = await signedIn(app, user, { browser: 'Chrome on Windows', ip: '203.0.113.7' });
  const of = (as: Person) =>
    app.graph(`query ($id: ID!) { userSessions(id: $id) ${FIELDS} }`, { id: String(user.id) }, as);
  expect((await of(admin)).data?.userSessions).toEqual([
    expect.objectContaining({ browser: 'Chrome on Windows', country: 'Norway', city: 'Bergen', current: false }),
  ]);
  expect((await of(session)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});

describe('mySessions', () => {
  test('lists time, place and browser of each session, the current one first, and no secret', async () => {
    const user = await createUser(app);
    await signedIn(app, user);
    await createUser(app).then((other) => signedIn(app, other));
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '203.0.113.7',
      headers: { 'user-agent': CHROME },
      payload: { userEmail: user.username, userPassword: PASSWORD },
    });
    const token = response.cookies.find(({ name }) => name === 'session')!.value;
    const sessions = await mine({ token });
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toEqual({
      id: expect.any(String),
      current: true,
      browser: 'Chrome on Windows',
      ip: '203.0.113.7',
      country: 'Norway',
      city: 'Bergen',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    });
    expect(sessions[1]).toMatchObject({ current: false, country: null });
    const hashes = await app.sql('select token_hash from sessions where user_id = ?', [user.id]);
    for (const { token_hash } of hashes) expect(JSON.stringify(sessions)).not.toContain(token_hash);
  });

  test('omits expired sessions, and works after the subscription has ended', async () => {
    const user = await createUser(app, { subscriptionEndDate: day(-1) });
    const here = await signedIn(app, user);
    await signedIn(app, user);
    await app.sql(
      `update sessions set expires_at = now() - interval '1 second'
       where user_id = ? and token_hash <> encode(sha256(?::bytea), 'hex')`,
      [user.id, here.token],
    );
    expect(await mine(here)).toHaveLength(1);
  });
});

describe('ending sessions', () => {
  test('endSession ends the given session, and logs it', async () => {
    const user = await createUser(app);
    const [here, there] = [await signedIn(app, user), await signedIn(app, user)];
    const other = (await mine(here)).find((session: { current: boolean }) => !session.current);
    const answer = await end(other.id, here);
    expect(answer.data?.endSession.sessions).toMatchObject([{ current: true }]);
    expect([await mine(there), (await mine(here)).length]).toEqual([undefined, 1]);
    expect(await lastLog(user.id)).toMatch(/^Signed out /);
  });

  test('endSession of the current session signs out', async () => {
    const here = await people.locksmith(app);
    const [{ id }] = await mine(here);
    expect((await end(id, here)).errors).toBeUndefined();
    expect(await mine(here)).toBeUndefined();
  });

  test('endSession treats another user’s session as not found', async () => {
    const [one, other] = [await people.locksmith(app), await people.locksmith(app)];
    const [{ id }] = await mine(other);
    for (const foreign of [id, 'x', '1', '']) {
      expect((await end(foreign, one)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    }
    expect(await mine(other)).toHaveLength(1);
  });

  test('endOtherSessions keeps the current session and those of other users', async () => {
    const user = await createUser(app);
    const [here, ...others] = [await signedIn(app, user), await signedIn(app, user), await signedIn(app, user)];
    const bystander = await people.locksmith(app);
    const answer = await app.graph(`mutation { endOtherSessions { sessions ${FIELDS} } }`, {}, here);
    expect(answer.data?.endOtherSessions.sessions).toMatchObject([{ current: true }]);
    for (const other of others) expect(await mine(other)).toBeUndefined();
    expect(await mine(bystander)).toHaveLength(1);
    expect(await lastLog(user.id)).toBe('Signed out everywhere else');
  });

  test('endUserSessions, by an administrator, ends all of a user’s sessions and logs it, but keeps the administrator’s own', async () => {
    const user = await createUser(app);
    const sessions = [await signedIn(app, user), await signedIn(app, user)];
    const mutation = 'mutation ($id: ID!) { endUserSessions(input: { id: $id }) { username } }';
    expect((await app.graph(mutation, { id: user.id }, admin)).data?.endUserSessions.username).toBe(user.username);
    for (const session of sessions) expect(await mine(session)).toBeUndefined();
    expect(await lastLog(admin.user?.id)).toBe(`Signed the user ${user.username} out everywhere`);
    await app.graph(mutation, { id: admin.user?.id }, admin);
    expect(await mine(admin)).toHaveLength(1);
  });
});

test.each([
  [CHROME, 'Chrome on Windows'],
  [`${CHROME} Edg/140.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown browser'],
  ['Mozilla/5.0 (Windows NT 10.0) Something/1', 'Unknown browser on Windows'],
])('%s is named in plain words', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
