import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';
import { form } from '../support/pictures';

const app = sharedApp();
let locksmith: Person;
let admin: Person;
beforeAll(async () => {
  [locksmith, admin] = await Promise.all([people.locksmith(app), people.administrator(app)]);
});

describe('/corrections', () => {
  const fields = { email_id: 'a@example.com', make: 'BMW', model: 'R 80', year: '1995', corrections: 'Wrong blank' };

  test('accepts multipart, uses the session’s user whatever user_id says, and is shown to administrators', async () => {
    const make = await createMake(app, { displayName: 'BMW' });
    await createModel(app, make, { name: 'R 80', year: 1995 });
    const { body, headers } = form(Object.entries({ ...fields, user_id: String(admin.user!.id) }));
    const created = await app.rest('POST', '/corrections', { as: locksmith, body, headers });
    expect(created.statusCode).toBe(201);
    const expected = {
      id: expect.any(Number),
      email_id: 'a@example.com',
      user: { id: locksmith.user!.id, username: locksmith.user!.username },
      make: 'BMW',
      model: 'R 80',
      year: 1995,
      corrections: 'Wrong blank',
      state: 'open',
      reason: '',
      date_created: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(created.json()).toEqual(expected);
    const shown = await app.rest('GET', `/corrections/${created.json().id}`, { as: admin });
    expect(shown.json()).toEqual(created.json());
    const list = await app.rest('GET', '/corrections', { as: admin });
    expect(list.json()).toEqual({ data: [created.json()], total: 1 });
  });

  test('sorts by each documented column, newest first by default', async () => {
    for (const make of ['Aprilia', 'Zündapp', 'Cagiva']) {
      await app.rest('POST', '/corrections', { as: locksmith, body: { ...fields, make } });
    }
    const makes = async (query: string) =>
      (await app.rest('GET', `/corrections${query}`, { as: admin })).json().data.map((one: any) => one.make);
    expect(await makes('?limit=3')).toEqual(['Cagiva', 'Zündapp', 'Aprilia']);
    expect(await makes('?sortBy=make&dir=asc')).toEqual(['Aprilia', 'BMW', 'Cagiva', 'Zündapp']);
    for (const column of ['email_id', 'model', 'year', 'user', 'date_created']) {
      expect(await makes(`?sortBy=${column}&dir=asc`)).toHaveLength(4);
    }
    expect((await app.rest('GET', '/corrections?sortBy=comment', { as: admin })).statusCode).toBe(422);
  });

  test('uses REST field names for errors', async () => {
    const { statusCode, body } = await app.rest('POST', '/corrections', { as: locksmith, body: { year: 'x' } });
    expect(statusCode).toBe(422);
    expect(Object.keys(JSON.parse(body).errors).toSorted()).toEqual([
      'corrections',
      'email_id',
      'make',
      'model',
      'year',
    ]);
    expect((await app.rest('GET', '/corrections/999999', { as: admin })).statusCode).toBe(404);
  });
});

describe('/feedbacks', () => {
  test('accepts multipart, and is shown to administrators, newest first', async () => {
    const { body, headers } = form(
      Object.entries({ email_id: 'f@example.com', phone_number: '+1 555', comment: 'Thanks', user_id: '1' }),
    );
    const created = await app.rest('POST', '/feedbacks', { as: locksmith, body, headers });
    expect(created.statusCode).toBe(201);
    expect(created.json()).toEqual({
      id: expect.any(Number),
      email_id: 'f@example.com',
      phone_number: '+1 555',
      comment: 'Thanks',
      user_id: locksmith.user!.id,
      user: { username: locksmith.user!.username },
      date_created: expect.any(String),
    });
    expect((await app.rest('GET', `/feedbacks/${created.json().id}`, { as: admin })).json()).toEqual(created.json());
    const second = await app.rest('POST', '/feedbacks', {
      as: locksmith,
      body: { email_id: 'b@example.com', comment: 'More' },
    });
    const list = async (query = '') => (await app.rest('GET', `/feedbacks${query}`, { as: admin })).json();
    expect(await list()).toEqual({ data: [second.json(), created.json()], total: 2 });
    expect((await list('?sortBy=email_id&dir=desc')).data[0]).toEqual(created.json());
    expect(await list('?page=2&limit=1')).toEqual({ data: [created.json()], total: 2 });
  });

  test.each(['x?bcc=all@example.com', 'x?body=y@example.com', { toString: 1 }, ['a@example.com'], 5])(
    '%j is no address to write to',
    async (email_id) => {
      const response = await app.rest('POST', '/feedbacks', { as: locksmith, body: { email_id, comment: 'x' } });
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['email_id']]);
    },
  );

  test('uses REST field names for errors', async () => {
    const { statusCode, body } = await app.rest('POST', '/feedbacks', {
      as: locksmith,
      body: { email_id: 'no address', phone_number: 'x'.repeat(256), comment: ' ' },
    });
    expect([statusCode, JSON.parse(body).errors]).toEqual([
      422,
      {
        email_id: ['The email id must be a valid email address.'],
        phone_number: ['The phone number may not have more than 255 characters.'],
        comment: ['The comment field is required.'],
      },
    ]);
  });

  test('is kept when its user is deleted, with the user’s name', async () => {
    const leaver = await people.locksmith(app);
    const body = {
      email_id: 'l@example.com',
      make: 'BMW',
      model: 'R 80',
      year: 1995,
      corrections: 'x',
      comment: 'Bye',
    };
    const feedback = (await app.rest('POST', '/feedbacks', { as: leaver, body })).json().id;
    const correction = (await app.rest('POST', '/corrections', { as: leaver, body })).json().id;
    await app.rest('DELETE', `/users/${leaver.user!.id}`, { as: admin });
    expect((await app.rest('GET', `/feedbacks/${feedback}`, { as: admin })).json()).toMatchObject({
      user_id: null,
      user: { username: leaver.user!.username },
    });
    expect((await app.rest('GET', `/corrections/${correction}`, { as: admin })).json().user).toEqual({
      id: null,
      username: leaver.user!.username,
    });
  });
});
