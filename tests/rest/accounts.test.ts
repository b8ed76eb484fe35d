import { describe, expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { sharedApp } from '../support/app';
import { createClient, createUser, day, PASSWORD } from '../support/factories';
import { people, sharedPerson, signedIn } from '../support/people';

/* The REST format of the account calls. The rules are tested through the graph. */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = admin) => {
  const response = await app.rest(method, path, { as, body });
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
};

describe('/clients', () => {
  const NEW = {
    name: 'Wire Locks',
    primary_email: 'wire@example.com',
    max_user: '4',
    account_expired: 'false',
    subcription_start_date: '2026-01-01T10:00:00Z',
    subcription_end_date: '2026-12-31 23:59:59',
    description: 'by REST',
  };

  test('creates, reads, updates, lists and deletes, with the REST names', async () => {
    const created = await call('POST', '/clients', NEW);
    const record = {
      id: expect.any(Number),
      name: 'Wire Locks',
      primary_email: 'wire@example.com',
      max_user: 4,
      account_expired: false,
      subcription_start_date: '2026-01-01',
      subcription_end_date: '2026-12-31',
      description: 'by REST',
      users_count: 0,
      date_created: expect.stringMatching(/Z$/),
      version: 1,
    };
    expect(created).toEqual({ status: 201, body: record });
    const path = `/clients/${created.body.id}`;
    expect(await call('GET', path)).toEqual({ status: 200, body: created.body });
    const updated = await call('PUT', path, { subscription_end_date: '2027-06-30', account_expired: 1 });
    expect(updated).toMatchObject({
      status: 200,
      body: { name: 'Wire Locks', subcription_end_date: '2027-06-30', account_expired: true, version: 2 },
    });
    for (const sortBy of ['name', 'primary_email', 'max_user', 'account_expired', 'subcription_end_date']) {
      const list = await call('GET', `/clients?sortBy=${sortBy}&dir=desc&page=1&limit=10`);
      expect(list).toMatchObject({ status: 200, body: { total: expect.any(Number) } });
    }
    const options = (await call('GET', '/clients/list')).body;
    expect(options).toContainEqual({ id: created.body.id, name: 'Wire Locks', max_user: 4, users_count: 0 });
    expect(await call('DELETE', path)).toEqual({ status: 204, body: undefined });
    expect((await call('GET', path)).status).toBe(404);
  });

  test('uses REST field names in a 422', async () => {
    const { status, body } = await call('POST', '/clients', { max_user: 'many', subcription_start_date: '2026-02-30' });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['max_user', 'name', 'primary_email', 'subcription_end_date', 'subcription_start_date'],
    ]);
    expect((await call('GET', '/clients?sortBy=description')).status).toBe(422);
  });

  test.each(['2026-01-01 garbage', '2026-01-01Tomorrow', '2026-01-01 25:00', '2026-01-01T', '2026-01-01T10:00 or so'])(
    '“%s” is no day',
    async (text) => {
      const body = { ...NEW, primary_email: 'day@example.com', subcription_start_date: text };
      const { status, body: answer } = await call('POST', '/clients', body);
      expect([status, Object.keys(answer.errors)]).toEqual([422, ['subcription_start_date']]);
    },
  );

  test.each(['2026-01-01T23:59:59.000Z', '2026-01-01T23:59', '2026-01-01 00:00:00+00', '2026-01-01 10:00:00 UTC'])(
    'the time in %s is ignored',
    async (text) => {
      const body = { ...NEW, primary_email: `${text.length}@example.com`, subcription_start_date: text };
      expect((await call('POST', '/clients', body)).body.subcription_start_date).toBe('2026-01-01');
    },
  );

  test('POST creates a record and ignores an id in the body', async () => {
    const other = await createClient(app);
    for (const id of [other.id, 'nonsense', { toString: 1 }]) {
      const body = { ...NEW, primary_email: `own${JSON.stringify(id).length}@example.com`, id };
      const created = await call('POST', '/clients', body);
      expect([created.status, created.body.id === other.id]).toEqual([201, false]);
    }
    const put = await call('PUT', `/clients/${other.id}`, { id: 1, description: 'of the path' });
    expect(put).toMatchObject({ status: 200, body: { id: other.id, description: 'of the path' } });
  });

  test('simultaneous creations with one email create one client, and name the field for the rest', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => {
        const primary_email = n % 2 ? 'one.email@example.com' : 'One.Email@Example.com';
        return call('POST', '/clients', { ...NEW, primary_email });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
    for (const { status, body } of answers) {
      if (status === 422) expect(body.errors).toEqual({ primary_email: ['The primary email has already been taken.'] });
    }
  });

  test('DELETE answers 409 if it has users', async () => {
    const client = await createClient(app, { name: 'Lived In' });
    await createUser(app, { client });
    expect(await call('DELETE', `/clients/${client.id}`)).toEqual({
      status: 409,
      body: { message: 'Lived In has 1 user: delete or move it first.' },
    });
  });
});

describe('/users', () => {
  const newUser = ({ client }: User) => ({
    client_id: client.id,
    full_name: 'Nora New',
    subscription_end_date: day(1),
    role_id: 4,
  });

  test('creates, reads, updates, lists and deletes, with flat and nested fields', async () => {
    const client = await createClient(app, { name: 'Wire Client', maxUsers: 1 });
    const created = await call('POST', '/users', {
      client_id: client.id,
      username: 'wire.user@example.com',
      full_name: 'Willa Wire',
      account_expired: 0,
      enabled: 'true',
      is_data_base_download_allowed: '1',
      subscription_end_date: day(30),
      role_id: 4,
    });
    expect(created).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        client_id: client.id,
        client: { id: client.id, name: 'Wire Client' },
        username: 'wire.user@example.com',
        full_name: 'Willa Wire',
        account_expired: false,
        enabled: true,
        is_data_base_download_allowed: true,
        subscription_end_date: day(30),
        role_id: 4,
        roles: [{ id: 4, authority: 'ROLE_USER' }],
        user_profile: { full_name: 'Willa Wire', is_data_base_download_allowed: true },
        date_created: expect.stringMatching(/Z$/),
        login_time: null,
        logout_time: null,
        version: 1,
      },
    });
    const path = `/users/${created.body.id}`;
    expect((await call('GET', path)).body).toEqual(created.body);
    const updated = await call('PUT', path, { full_name: 'Willa Wired', role_id: '1', enabled: false });
    expect(updated).toMatchObject({ status: 200, body: { full_name: 'Willa Wired', role_id: 1, enabled: false } });
    const found = await call('GET', `/users?search=willa&category=${client.id}&sortBy=full_name&dir=asc`);
    expect(found.body).toEqual({ data: [updated.body], total: 1 });
    expect((await call('GET', '/users?category=&search=')).body.total).toBeGreaterThan(1);
    const tooLong = { search: ['The search may not have more than 255 characters.'] };
    const wrong = await call('GET', `/users?search=${'x'.repeat(256)}&category=none`);
    expect(wrong.body.errors).toEqual({ ...tooLong, category: ['There is no such client.'] });
    const forbidden = { search: ['This contains characters that cannot be stored.'] };
    expect((await call('GET', '/users?search=%00')).body.errors).toEqual(forbidden);
    const full = await call('POST', '/users', { client_id: client.id, username: 'x@example.com' });
    expect(Object.keys(full.body.errors).sort()).toEqual(['full_name', 'role_id', 'subscription_end_date']);
    expect(await call('DELETE', path)).toEqual({ status: 204, body: undefined });
    expect((await call('GET', path)).status).toBe(404);
  });

  test('POST creates a record and ignores an id in the body', async () => {
    const other = await createUser(app);
    const created = await call('POST', '/users', { ...newUser(other), username: 'with.id@example.com', id: other.id });
    expect([created.status, created.body.id === other.id]).toEqual([201, false]);
  });

  test('simultaneous creations with one username create one user, and name the field for the rest', async () => {
    const other = await createUser(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        // Each with its own client, because saves of one client's users wait for each other.
        const client_id = (await createClient(app)).id;
        const username = n % 2 ? 'one.name@example.com' : 'One.Name@Example.com';
        return call('POST', '/users', { ...newUser(other), client_id, username });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
    for (const { status, body } of answers) {
      if (status === 422) expect(body.errors).toEqual({ username: ['The username has already been taken.'] });
    }
    expect(await app.sql(`select 1 from mails where lower(recipient) = 'one.name@example.com'`)).toHaveLength(1);
  });

  test('one of several simultaneous changes to the same username succeeds', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => createUser(app)));
    const answers = await Promise.all(
      users.map(({ id }) => call('PUT', `/users/${id}`, { username: 'changed.to@example.com' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(422)]);
  });

  test('reports a full client in client_id', async () => {
    const client = await createClient(app, { maxUsers: 1 });
    await createUser(app, { client });
    const { status, body } = await call('POST', '/users', {
      client_id: client.id,
      username: 'late@example.com',
      full_name: 'Late',
      subscription_end_date: day(1),
      role_id: 4,
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['client_id']]);
  });

  test.each([
    'username',
    'full_name',
    'client_id',
    'role_id',
    'enabled',
    'account_expired',
    'subscription_end_date',
    'date_created',
  ])('sorts by %s', async (column) => {
    expect((await call('GET', `/users?sortBy=${column}`)).status).toBe(200);
  });

  test('/roles is a bare array', async () => {
    expect((await call('GET', '/roles')).body).toEqual([
      { id: 1, authority: 'ROLE_ADMIN' },
      { id: 4, authority: 'ROLE_USER' },
    ]);
  });
});

describe('/userlogs', () => {
  test('logs for the session’s user, whatever user the payload names, and lists 50 a page', async () => {
    const locksmith = await people.locksmith(app);
    const made = await call('POST', '/userlogs', { details: 'IP 1.2.3.4', user: 'somebody@else.example' }, locksmith);
    const common = { user: locksmith.user?.username, details: 'IP 1.2.3.4' };
    expect(made).toMatchObject({ status: 201, body: { ...common, from_client: true } });
    const list = (await call('GET', '/userlogs')).body;
    expect(list.data[0]).toEqual({
      id: expect.any(Number),
      ...common,
      from_client: true,
      date_created: expect.stringMatching(/Z$/),
    });
    await call('POST', '/logout', {}, locksmith);
    expect((await call('GET', '/userlogs')).body.data[0]).toMatchObject({ details: 'Signed out', from_client: false });
    for (const column of ['user', 'details', 'date_created']) {
      expect((await call('GET', `/userlogs?sortBy=${column}&dir=asc&limit=2`)).body.data.length).toBe(2);
    }
    const other = await people.locksmith(app);
    expect((await call('POST', '/userlogs', { details: ' ' }, other)).body.errors).toHaveProperty('details');
  });
});

describe('/password', () => {
  test('/email gives everybody the same answer, and its errors where old clients expect them', async () => {
    const user = await createUser(app);
    for (const username of [user.username, 'nobody@example.com']) {
      const message = `Password sent to user's email ${username}`;
      expect(await call('POST', '/password/email', { username }, {})).toEqual({
        status: 200,
        body: { message, response: { app_status_msg: message } },
      });
    }
    const refused = await call('POST', '/password/email', {}, {});
    expect(refused).toEqual({
      status: 422,
      body: {
        message: 'The given data was invalid.',
        errors: { username: ['You need to put username.'] },
        response: { app_status_msg: 'The given data was invalid.' },
      },
    });
  });

  test('/reset changes the password of the session’s user, and ignores userEmail', async () => {
    const [user, other] = [await createUser(app), await createUser(app)];
    const person = await signedIn(app, user);
    const body = { current_password: PASSWORD, password: 'a brand new secret', userEmail: other.username };
    const wrong = await call('POST', '/password/reset', { ...body, password_confirmation: 'another secret' }, person);
    expect(wrong.body.errors).toEqual({ password_confirmation: ['The password confirmation does not match.'] });
    const done = await call('POST', '/password/reset', { ...body, password_confirmation: body.password }, person);
    expect(done).toEqual({ status: 200, body: { message: 'Password reset successfully.' } });
    const login = (username: string, userPassword: string) =>
      call('POST', '/login', { userEmail: username, userPassword }, {}).then(({ status }) => status);
    expect(await login(user.username, body.password)).toBe(200);
    expect(await login(other.username, PASSWORD)).toBe(200);
  });
});
