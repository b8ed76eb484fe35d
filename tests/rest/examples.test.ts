import { expect, test } from 'vitest';
import { Role } from '../../server/accounts/users/role.entity';
import { asAppError } from '../../server/errors';
import { routes } from '../../server/rest/routes';
import { type Person, sharedApp } from '../support/app';
import { createClient, createUser, PASSWORD } from '../support/factories';
import { people, signedIn } from '../support/people';
import { form, png } from '../support/pictures';

/*
 * The examples of the OpenAPI document are real calls and their answers: this test makes the calls, and fails where
 * server/rest/examples.json says something else. `npm test -- tests/rest/examples.test.ts -u` writes the file.
 */

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Sent {
  as?: Person;
  body?: object | string;
  headers?: Record<string, string>;
}

const app = sharedApp();

/** What differs from run to run, replaced by a value that looks the same. */
const steady = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-12-02T09:30:00.000Z')
    .replace(/sandbox_setup_[\w-]+?_secret/g, 'sandbox_setup_1_secret')
    .replace(/[0-9a-f]{64}/g, '4d0b5a1f'.repeat(8));

test('server/rest/examples.json has a true example of every call', async () => {
  const ends = '2030-12-31';
  const office = await createClient(app, {
    name: 'Motokey',
    primaryEmail: 'office@example.com',
    subscriptionStartDate: '2026-12-01',
    subscriptionEndDate: ends,
  });
  const ann = await createUser(app, {
    username: 'ann@example.com',
    fullName: 'Ann Lee',
    client: office,
    roleId: Role.ADMIN,
    subscriptionEndDate: ends,
  });
  const admin = await signedIn(app, ann);

  const recorded: Record<string, object> = {};
  async function send(call: string, { as = admin, body, headers = {} }: Sent = {}) {
    const [method, path] = call.split(' ') as [Method, string];
    return app.rest(method, path, { as, body, headers });
  }
  /** Makes the call and records it under `name`, which is the call's method and path in routes.ts. */
  async function record(name: string, sent: Sent & { id?: number; query?: string } = {}) {
    const { id, query, body } = sent;
    const answer = await send(`${name.replace(':id', String(id))}${query ? `?${query}` : ''}`, sent);
    expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(300);
    recorded[name] = {
      ...(id && { id }),
      ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
      ...(body && { body }),
      status: answer.statusCode,
      ...(answer.body && { answer: JSON.parse(steady(answer.body)) }),
    };
  }

  // First, so that the numbers of its lines do not depend on what the other calls log.
  await record('POST /userlogs', { body: { details: 'Signed in from 192.0.2.1' } });
  await record('GET /userlogs', { query: 'page=1&limit=1&sortBy=date_created&dir=desc' });

  await record('POST /login', { as: {}, body: { userEmail: ann.username, userPassword: PASSWORD, remember: true } });
  await record('GET /roles');

  await record('POST /clients', {
    body: {
      name: 'Lee Locks',
      primary_email: 'office@lee-locks.example',
      max_user: 3,
      account_expired: false,
      subcription_start_date: '2026-12-01',
      subcription_end_date: ends,
      description: 'Paid by invoice',
    },
  });
  const client = 2;
  await record('GET /clients', { query: 'page=1&limit=10&sortBy=name&dir=asc' });
  await record('GET /clients/list');
  await record('GET /clients/:id', { id: client });
  await record('PUT /clients/:id', { id: client, body: { max_user: 5, version: 1 } });

  await record('POST /company-detail', {
    body: { display_name: 'Honda', full_name: 'Honda Motor Co., Ltd.', other_details: 'Japan' },
  });
  const make = 1;
  await record('GET /company-detail', { query: 'page=1&limit=10&sortBy=display_name&dir=asc' });
  await record('GET /company-detail/list');
  await record('GET /company-detail/:id', { id: make });
  await record('POST /company-detail/:id', { id: make, body: { other_details: 'Tokyo, Japan' } });

  await record('POST /products', {
    body: {
      company_detail_id: make,
      model: 'CB 500',
      year: 2001,
      ilco: 'X84',
      code_series: 'A001-A100',
      number1: '.100',
      number2: '.200',
      num1: '.250',
      num2: '.300',
    },
  });
  const model = 1;
  const picture = form([['images[]', { name: 'key.png', bytes: await png() }]]);
  expect((await send(`POST /products/${model}`, picture)).statusCode).toBe(200);
  await record('GET /products', { query: 'page=1&limit=10&sortBy=model&dir=asc' });
  await record('GET /products/search', { query: 'make=Honda&year=2001&sorting=model&order=asc&page=1&limit=10' });
  await record('GET /products/download', { query: `company_id=${make}` });
  await record('GET /products/:id', { id: model });
  await record('POST /products/:id', { id: model, body: { tips: 'The cap has cuts 1 to 4.', image_ids: [1] } });
  await record('GET /product-detail', { query: `company_id=${make}&mode=year` });
  await record('GET /product-detail/sublist', { query: `company_id=${make}&mode=year&value=2001` });

  await record('POST /users', {
    body: {
      client_id: client,
      username: 'joe@lee-locks.example',
      full_name: 'Joe Lee',
      account_expired: false,
      enabled: true,
      is_data_base_download_allowed: false,
      subscription_end_date: ends,
      role_id: Role.USER,
    },
  });
  const user = 2;
  await record('GET /users', { query: `page=1&limit=10&category=${client}&sortBy=username&dir=asc` });
  await record('GET /users/:id', { id: user });
  await record('PUT /users/:id', { id: user, body: { full_name: 'Joseph Lee' } });

  const email_id = ann.username;
  await record('POST /corrections', {
    body: { email_id, make: 'Honda', model: 'CB 500', year: 2001, corrections: 'The blank is X84-P, too.' },
  });
  await record('GET /corrections', { query: 'page=1&limit=10&sortBy=date_created&dir=desc' });
  await record('GET /corrections/:id', { id: 1 });
  await record('POST /feedbacks', {
    body: { email_id, phone_number: '+1 555 0100', comment: 'Please add the Honda Monkey.' },
  });
  await record('GET /feedbacks', { query: 'page=1&limit=10' });
  await record('GET /feedbacks/:id', { id: 1 });

  await record('POST /createIntent', { body: { email: ann.username } });
  await record('POST /subscribe', { body: { paymentMethod: 'pm_card_visa', email: ann.username } });
  await record('GET /payment-history', { query: 'userId=1&page=1&limit=10' });
  await record('GET /subscription-status');

  const errors: Record<string, object> = {};
  async function recordError(call: string, sent: Sent = {}) {
    const { statusCode, body } = await send(call, sent);
    errors[statusCode] = JSON.parse(body);
  }
  await recordError('POST /clients', { body: '{"name":', headers: { 'content-type': 'application/json' } });
  await recordError('GET /company-detail/list', { as: await people.expired(app) });
  await recordError('GET /users', { as: await people.locksmith(app) });
  await recordError('GET /products/999');
  await recordError(`PUT /clients/${client}`, { body: { max_user: 6, version: 1 } });
  await recordError(`GET /products?${'page=1&'.repeat(201)}`);
  await recordError('POST /clients', { body: 'Lee Locks', headers: { 'content-type': 'text/plain' } });
  await recordError('POST /clients', { body: { name: 'Lee Locks', max_user: 0, primary_email: 'office' } });
  for (let attempt = 0; attempt < 6; attempt++)
    await recordError('POST /login', { as: {}, body: { userEmail: 'many@example.com', userPassword: 'wrong' } });
  await recordError('GET /users', { as: {} });
  for (const cause of [new Error('a fault'), Object.assign(new Error(), { code: 'ECONNREFUSED' })]) {
    const { status, message } = asAppError(cause);
    errors[status] = { message };
  }

  await record('DELETE /products/:id', { id: model });
  await record('DELETE /company-detail/:id', { id: make });
  await record('DELETE /users/:id', { id: user });
  await record('DELETE /clients/:id', { id: client });
  await record('POST /password/email', { as: {}, body: { username: ann.username } });
  const password = 'five brass pins and a spring';
  await record('POST /password/reset', {
    body: { current_password: PASSWORD, password, password_confirmation: password },
  });
  await record('POST /logout', { as: await signedIn(app, ann) });

  const calls = Object.fromEntries(
    routes.map(({ method, path }) => [`${method} ${path}`, recorded[`${method} ${path}`]]),
  );
  expect(Object.keys(calls).filter((call) => !calls[call])).toEqual([]);
  await expect(`${JSON.stringify({ calls, errors }, null, 2)}\n`).toMatchFileSnapshot(
    '../../server/rest/examples.json',
  );
});
