import { describe, expect, test } from 'vitest';
import { Role } from '../../server/accounts/users/role.entity';
import { changesOf } from '../../server/database';
import { CachedAnswer, Memory } from '../../server/gate/memory';
import { type Person, sharedApp, type TestApp } from '../support/app';
import { createClient, createImage, createMake, createModel, createUser, day } from '../support/factories';
import { people, sharedPerson, signedIn } from '../support/people';
import { shared } from '../support/shared';

/* Two servers on one database: the caches of each follow the changes of the other. */

const one = sharedApp();
const other = sharedApp({ sharing: one });
const administrator = sharedPerson(one, 'administrator');
const make = shared(() => createMake(one));
const model = shared(() =>
  createModel(one, make, { name: 'CB 500', tips: 'Long enough to be compressed. '.repeat(50) }),
);

const codeOf = async (app: TestApp, as: Person, query = '{ makeOptions { id } }') =>
  (await app.graph(query, {}, as)).errors?.[0]?.extensions.code ?? 'answered';
const saveUser = (app: TestApp, id: number, values: object) =>
  app.graph(
    'mutation ($input: UserInput!) { saveUser(input: $input) { id } }',
    { input: { id: String(id), ...values } },
    administrator,
  );

/** Ways to take access away, and how the next call is refused. */
const REVOCATIONS: [string, string, (app: TestApp, person: Person) => Promise<unknown>][] = [
  ['disabling the user', 'UNAUTHENTICATED', (app, { user }) => saveUser(app, user!.id, { enabled: false })],
  [
    'ending the subscription',
    'PAYMENT_REQUIRED',
    (app, { user }) => saveUser(app, user!.id, { subscriptionEndDate: day(-1) }),
  ],
  ['signing out', 'UNAUTHENTICATED', (app, person) => app.graph('mutation { logout { username } }', {}, person)],
  [
    'ending the client’s account',
    'PAYMENT_REQUIRED',
    (app, { user }) =>
      app.graph(
        'mutation ($input: ClientInput!) { saveClient(input: $input) { id } }',
        { input: { id: String(user!.client.id), accountExpired: true } },
        administrator,
      ),
  ],
  [
    'a statement at the terminal of PostgreSQL',
    'UNAUTHENTICATED',
    (app, { user }) => app.sql('update users set enabled = false where id = ?', [user!.id]),
  ],
];

describe.each([
  ['the same server', () => [one, one] as const],
  ['another server', () => [one, other] as const],
  ['another server, the other way round', () => [other, one] as const],
])('access that was revoked on %s', (_name, servers) => {
  test.each(REVOCATIONS)('ends at the next call: %s', async (_how, code, revoke) => {
    const [here, there] = servers();
    const person = await signedIn(here, await createUser(here));
    expect([await codeOf(here, person), await codeOf(there, person)]).toEqual(['answered', 'answered']);
    await revoke(here, person);
    // At once on the same server; elsewhere it takes as long as a message between servers.
    if (there === here) expect(await codeOf(there, person)).toBe(code);
    else await expect.poll(() => codeOf(there, person)).toBe(code);
  });

  test('ends at the next call: changing the role', async () => {
    const [here, there] = servers();
    const person = await people.administrator(here);
    expect(await codeOf(there, person, '{ clients { total } }')).toBe('answered');
    await saveUser(here, person.user!.id, { roleId: '4' });
    await expect.poll(() => codeOf(there, person, '{ clients { total } }')).toBe('FORBIDDEN');
  });
});

test('signing in makes no server read its callers again', async () => {
  const person = await people.locksmith(one);
  await codeOf(one, person);
  one.statements();
  await signedIn(one, await createUser(one));
  await codeOf(one, person);
  expect(one.statements().filter(({ sql }) => sql.includes('from sessions'))).toEqual([]);
});

test('one of ten creations for the last seat succeeds, whichever server they go to', async () => {
  const client = await createClient(one, { maxUsers: 1 });
  const create = (index: number) =>
    [one, other][index % 2]!.graph(
      'mutation ($input: UserInput!) { saveUser(input: $input) { id } }',
      {
        input: {
          clientId: String(client.id),
          username: `last-seat-${index}@example.com`,
          fullName: 'Lena Last',
          roleId: String(Role.USER),
          subscriptionEndDate: day(100),
        },
      },
      administrator,
    );
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => create(index)));
  const refused = answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? []);
  expect(refused).toEqual(Array(9).fill('BAD_USER_INPUT'));
  expect(await one.sql('select 1 from users where client_id = ?', [client.id])).toHaveLength(1);
});

describe('cached answers', () => {
  const url = () => `/products/${model.id}`;
  const nameOn = async (app: TestApp, as: Person) => (await app.rest('GET', url(), { as })).json().model;
  const rename = (app: TestApp, name: string) =>
    app.graph(
      'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }',
      { input: { id: String(model.id), name } },
      administrator,
    );

  test('are read once, and again when the catalogue has changed', async () => {
    const person = await people.locksmith(one);
    await nameOn(one, person);
    one.statements();
    await nameOn(one, person);
    expect(one.statements().filter(({ sql }) => sql.includes('from models'))).toEqual([]);
    for (const name of ['CB 501', 'CB 502']) {
      await rename(one, name);
      expect(await nameOn(one, person)).toBe(name);
      await expect.poll(() => nameOn(other, person)).toBe(name);
    }
    await rename(other, 'CB 503');
    expect(await nameOn(other, person)).toBe('CB 503');
    await expect.poll(() => nameOn(one, person)).toBe('CB 503');
  });

  test('change with pictures and makes, too, and with statements of our own', async () => {
    const person = await people.locksmith(one);
    const seen = async () => {
      const { company_detail: company, images } = (await one.rest('GET', url(), { as: person })).json();
      return [company.display_name, images.length];
    };
    expect(await seen()).toEqual([make.displayName, 0]);
    await one.sql('update makes set display_name = ? where id = ?', ['Hondo', make.id]);
    expect(await seen()).toEqual(['Hondo', 0]);
    const hash = 'a'.repeat(64);
    await createImage(one, hash);
    await one.sql('insert into model_images (model_id, position, hash, width, height) values (?, 0, ?, 1, 1)', [
      model.id,
      hash,
    ]);
    expect(await seen()).toEqual(['Hondo', 1]);
  });

  test('are not sent to callers whom the gate would refuse', async () => {
    expect((await one.rest('GET', url(), { as: await people.locksmith(one) })).statusCode).toBe(200);
    const expected = { visitor: 401, expired: 402, restricted: 403, disabled: 401 } as const;
    for (const [kind, status] of Object.entries(expected)) {
      const person = await people[kind as keyof typeof expected](one);
      expect((await one.rest('GET', url(), { as: person })).statusCode, kind).toBe(status);
    }
  });

  test('are confirmed with 304 if the caller has them, and compressed if the caller accepts it', async () => {
    const person = await people.locksmith(one);
    const first = await one.rest('GET', url(), { as: person });
    const etag = String(first.headers.etag);
    const again = await one.rest('GET', url(), { as: person, headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    for (const [header, status] of [
      [`W/${etag}`, 304],
      [`"x", W/"y", ${etag}`, 304],
      [' * ', 304],
      ['"x"', 200],
      [etag.slice(1, -1), 200],
    ] as const) {
      const answer = await one.rest('GET', url(), { as: person, headers: { 'if-none-match': header } });
      expect([header, answer.statusCode]).toEqual([header, status]);
    }
    const compressed = await one.rest('GET', url(), { as: person, headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    const head = await one.app.inject({
      method: 'HEAD',
      url: `/api${url()}`,
      headers: { cookie: `session=${person.token}` },
    });
    // It is not counted, and the tag would tell about key data.
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', undefined]);
    await rename(one, 'CB 504');
    const changed = await one.rest('GET', url(), { as: person, headers: { 'if-none-match': etag } });
    expect([changed.statusCode, changed.json().model]).toEqual([200, 'CB 504']);
  });

  test('are not kept if something changed while they were read', async () => {
    const { answers } = new Memory(changesOf(one.orm), 1_000_000);
    const { promise, resolve } = Promise.withResolvers<CachedAnswer>();
    const reading = answers.find('key', () => promise);
    await rename(one, 'CB 505');
    resolve(new CachedAnswer('old', []));
    await reading;
    expect(answers.get('key')).toBeUndefined();
  });

  test('are read by each waiting caller if the first read fails', async () => {
    const { answers } = new Memory(changesOf(one.orm), 1_000_000);
    const { promise, reject } = Promise.withResolvers<CachedAnswer>();
    const first = answers.find('key', () => promise);
    const second = answers.find('key', async () => new CachedAnswer('found', []));
    reject(new Error('cancelled'));
    await expect(first).rejects.toThrow('cancelled');
    expect((await second).text).toBe('found');
  });

  test('totals follow too', async () => {
    const total = async (app: TestApp) =>
      (await app.graph('{ models(limit: 1) { total } }', {}, administrator)).data?.models.total;
    const before = await total(one);
    expect(await total(other)).toBe(before);
    await createModel(one, make);
    expect(await total(one)).toBe(before + 1);
    await expect.poll(() => total(other)).toBe(before + 1);
  });
});

test('a server that receives no notifications caches nothing until it does again', async () => {
  const person = await signedIn(one, await createUser(one));
  expect(await codeOf(other, person)).toBe('answered');
  const changes = changesOf(other.orm);
  expect(changes.isListening).toBe(true);
  await one.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'motokey changes'`,
  );
  await expect.poll(() => changes.isListening).toBe(false);
  expect(await codeOf(other, person)).toBe('answered');
  await one.sql('update users set enabled = false where id = ?', [person.user!.id]);
  expect(await codeOf(other, person)).toBe('UNAUTHENTICATED');
  await expect.poll(() => changes.isListening).toBe(true);
  const later = await signedIn(one, await createUser(one));
  expect(await codeOf(other, later)).toBe('answered');
  await saveUser(one, later.user!.id, { enabled: false });
  await expect.poll(() => codeOf(other, later)).toBe('UNAUTHENTICATED');
});
