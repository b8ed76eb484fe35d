import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startApp, type TestApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { people } from '../support/people';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await people.administrator(app);
});
afterAll(() => app.close());

const save = (input: object) =>
  app.graph(
    `mutation ($input: ClientInput!) { saveClient(input: $input) {
      id name primaryEmail maxUsers usersCount accountExpired subscriptionStartDate subscriptionEndDate description version
    } }`,
    { input },
    admin,
  );
const remove = (id: unknown) =>
  app.graph('mutation ($id: ID!) { deleteClient(input: { id: $id }) { id } }', { id }, admin);
let count = 0;
const NEW = () => ({
  name: 'Harbour Locks',
  primaryEmail: `harbour${++count}@example.com`,
  maxUsers: 3,
  subscriptionStartDate: '2026-01-01',
  subscriptionEndDate: '2026-12-31',
});
const errorsOf = (answer: Awaited<ReturnType<typeof save>>) => answer.errors?.[0]?.extensions.errors;
const lastLog = async () => (await app.sql('select details from log_entries order by id desc limit 1'))[0]?.details;

describe('saveClient', () => {
  test('creates and changes a client, and logs it', async () => {
    const input = NEW();
    const { data } = await save(input);
    expect(data?.saveClient).toMatchObject({
      ...input,
      usersCount: 0,
      accountExpired: false,
      description: '',
      version: 1,
    });
    expect(await lastLog()).toBe('Created the client Harbour Locks');
    const changed = await save({ id: data?.saveClient.id, version: 1, accountExpired: true, description: 'late' });
    expect(changed.data?.saveClient).toMatchObject({ ...input, accountExpired: true, description: 'late', version: 2 });
    expect((await save({ id: data?.saveClient.id, version: 1, name: 'x' })).errors?.[0]?.extensions.code).toBe(
      'CONFLICT',
    );
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ primaryEmail: '' }, 'primaryEmail'],
    [{ primaryEmail: 'no address' }, 'primaryEmail'],
    [{ maxUsers: 0 }, 'maxUsers'],
    [{ maxUsers: 100_001 }, 'maxUsers'],
    [{ maxUsers: null }, 'maxUsers'],
    [{ subscriptionEndDate: '2025-12-31' }, 'subscriptionEndDate'],
    [{ description: 'x'.repeat(10_001) }, 'description'],
  ])('refuses %j', async (change, field) => {
    expect(Object.keys(errorsOf(await save({ ...NEW(), ...change })) ?? {})).toEqual([field]);
  });

  test('lists every required field that is missing', async () => {
    expect(Object.keys(errorsOf(await save({})) ?? {}).sort()).toEqual([
      'maxUsers',
      'name',
      'primaryEmail',
      'subscriptionEndDate',
      'subscriptionStartDate',
    ]);
  });

  test('refuses a primary email that is taken, whatever its case', async () => {
    const input = NEW();
    await save(input);
    expect(errorsOf(await save({ ...NEW(), primaryEmail: input.primaryEmail.toUpperCase() }))).toEqual({
      primaryEmail: ['The primary email has already been taken.'],
    });
  });

  test('compares primary emails as it compares usernames, whatever the database’s locale', async () => {
    const input = NEW();
    await save({ ...input, primaryEmail: `straße-${input.primaryEmail}` });
    expect(errorsOf(await save({ ...NEW(), primaryEmail: `ｓＴＲＡßＥ-${input.primaryEmail}` }))).toEqual({
      primaryEmail: ['The primary email has already been taken.'],
    });
  });

  test('refuses fewer seats than users', async () => {
    const client = await createClient(app, { maxUsers: 5 });
    for (let index = 0; index < 2; index++) await createUser(app, { client, enabled: index === 0 });
    expect(errorsOf(await save({ id: client.id, maxUsers: 1 }))).toEqual({
      maxUsers: ['The client has 2 users already.'],
    });
    expect((await save({ id: client.id, maxUsers: 2 })).data?.saveClient).toMatchObject({ maxUsers: 2, usersCount: 2 });
  });
});

describe('deleteClient', () => {
  test('deletes a client without users; refuses one with users and says how many it has', async () => {
    const client = await createClient(app, { name: 'Full House' });
    const user = await createUser(app, { client });
    expect((await remove(client.id)).errors?.[0]).toMatchObject({
      message: 'Full House has 1 user: delete or move it first.',
      extensions: { code: 'CONFLICT' },
    });
    await app.sql('delete from users where id = ?', [user.id]);
    expect((await remove(client.id)).data?.deleteClient.id).toBe(String(client.id));
    expect((await remove(client.id)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('clients', () => {
  test.each(['NAME', 'PRIMARY_EMAIL', 'MAX_USERS', 'ACCOUNT_EXPIRED', 'SUBSCRIPTION_END_DATE'])(
    'sorts by %s both ways',
    async (sortBy) => {
      const list = async (dir: string) =>
        (
          await app.graph(
            `{ clients(sortBy: ${sortBy}, dir: ${dir}, limit: 100) { items { id usersCount } total } }`,
            {},
            admin,
          )
        ).data?.clients.items;
      expect(await list('DESC')).toEqual((await list('ASC')).reverse());
    },
  );

  test('clientOptions marks full clients', async () => {
    const client = await createClient(app, { name: '0 Full', maxUsers: 1, subscriptionEndDate: day(1) });
    await createUser(app, { client });
    const { data } = await app.graph('{ clientOptions { name maxUsers usersCount } }', {}, admin);
    expect(data?.clientOptions[0]).toEqual({ name: '0 Full', maxUsers: 1, usersCount: 1 });
  });
});
