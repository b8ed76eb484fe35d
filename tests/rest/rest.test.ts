import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { Role } from '../../server/accounts/users/role.entity';
import { ModelImage } from '../../server/catalogue/images/modelImage.entity';
import { type Person, sharedApp } from '../support/app';
import { createImage, createMake, createModel, createUser, day, PASSWORD } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { form } from '../support/pictures';

/* Only the REST format. What the calls do is tested through the graph. */

const app = sharedApp();
const locksmith = sharedPerson(app, 'locksmith');
let modelId: number;
const depthValues = Array.from({ length: 16 }, (_, index) => `d${index + 1}`);
const spacing = Array.from({ length: 12 }, (_, index) => `s${index + 1}`);
beforeAll(async () => {
  const honda = await createMake(app, { id: 53, displayName: 'Honda', fullName: 'Honda Motor Co., Ltd.' });
  const model = await createModel(app, honda, { name: 'CB 500', year: 2001, spacing, depthValues });
  await createModel(app, honda, { name: 'CBR600RR', year: 2007 });
  modelId = model.id;
});

const json = async (path: string, as: Person = locksmith) => (await app.rest('GET', path, { as })).json();
const status = async (path: string, as: Person = locksmith) => (await app.rest('GET', path, { as })).statusCode;

const FORM = 'application/x-www-form-urlencoded';
const multipart = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--frontier\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--frontier--\r\n`;

describe('POST /login', () => {
  test.each([
    ['JSON', (fields: Record<string, string>) => ({ type: 'application/json', body: JSON.stringify(fields) })],
    ['a form', (fields: Record<string, string>) => ({ type: FORM, body: new URLSearchParams(fields).toString() })],
    [
      'multipart',
      (fields: Record<string, string>) => ({ type: 'multipart/form-data; boundary=frontier', body: multipart(fields) }),
    ],
  ])('accepts %s, and answers with the documented body and a working cookie', async (_name, encode) => {
    const user = await createUser(app, { roleId: Role.ADMIN });
    const { type, body } = encode({ userEmail: user.username, userPassword: PASSWORD, remember: '1' });
    const response = await app.rest('POST', '/login', { body, headers: { 'content-type': type } });
    expect(response.statusCode).toBe(200);
    const data = {
      id: user.id,
      username: user.username,
      full_name: user.fullName,
      isAdmin: true,
      roles: [{ id: 1, authority: 'ROLE_ADMIN' }],
      subscription_end_date: day(300),
    };
    expect(response.json()).toEqual({ data: { USER_DATA: data }, USER_DATA: data });
    const cookie = response.cookies.find(({ name }) => name === 'session')!;
    expect(cookie.maxAge).toBe(2_592_000);
    expect(await status('/company-detail/list/', { token: cookie.value })).toBe(200);
  });

  test.each([
    ['a wrong password', {}, 'wrong', 401],
    ['an ended subscription', { subscriptionEndDate: day(-1) }, PASSWORD, 402],
    ['a disabled user', { enabled: false }, PASSWORD, 403],
  ])('answers %s', async (_name, data, userPassword, expected) => {
    const user = await createUser(app, data);
    const response = await app.rest('POST', '/login', { body: { userEmail: user.username, userPassword } });
    expect(response.statusCode).toBe(expected);
    expect(response.json()).toEqual({ message: expect.any(String) });
  });

  test('uses REST field names in a 422', async () => {
    const response = await app.rest('POST', '/login', { body: { userEmail: '', remember: 'perhaps' } });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({
      message: 'The given data was invalid.',
      errors: {
        userEmail: ['The email field is required.'],
        userPassword: ['The password field is required.'],
        remember: [expect.any(String)],
      },
    });
  });

  test('answers 429 with Retry-After', async () => {
    const body = { userEmail: 'many@example.com', userPassword: 'wrong' };
    for (let attempt = 0; attempt < 5; attempt++) await app.rest('POST', '/login', { body });
    const response = await app.rest('POST', '/login', { body });
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.json()).toEqual({ message: expect.any(String) });
  });
});

describe('POST /logout', () => {
  test.each(['/logout', '/logout/'])('%s answers 204 and ends the session', async (path) => {
    const person = await people.locksmith(app);
    const response = await app.rest('POST', path, { as: person });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await status('/company-detail/list', person)).toBe(401);
  });
});

describe('the lookup', () => {
  test.each(['/company-detail/list', '/company-detail/list/'])('%s is a bare array', async (path) => {
    expect(await json(path)).toEqual([
      { id: 53, display_name: 'Honda', full_name: 'Honda Motor Co., Ltd.', image: null },
    ]);
  });

  test('/product-detail uses the mode as its key; years are numbers', async () => {
    expect(await json('/product-detail?company_id=53&mode=year')).toEqual([{ year: 2007 }, { year: 2001 }]);
    expect(await json('/product-detail?company_id=53&mode=model')).toEqual([
      { model: 'CB 500' },
      { model: 'CBR600RR' },
    ]);
  });

  test('/product-detail/sublist lists id, model and year', async () => {
    const expected = [{ id: modelId, model: 'CB 500', year: 2001 }];
    expect(await json('/product-detail/sublist?company_id=53&value=2001&mode=year')).toEqual(expected);
    expect(await json('/product-detail/sublist?company_id=53&value=CB+500&mode=model')).toEqual(expected);
  });

  test.each([
    ['/product-detail?company_id=999&mode=year', 404, undefined],
    ['/product-detail?company_id=abc&mode=year', 404, undefined],
    ['/product-detail?company_id=53&mode=colour', 422, 'mode'],
    ['/product-detail?company_id=53', 422, 'mode'],
    ['/product-detail?mode=year', 422, 'company_id'],
    ['/product-detail?company_id=53&mode=year&mode=model', 422, 'mode'],
    ['/product-detail/sublist?company_id=53&mode=year', 422, 'value'],
    ['/product-detail/sublist?company_id=999&mode=year&value=2001', 404, undefined],
  ])('%s is %i', async (path, expected, field) => {
    const response = await app.rest('GET', path, { as: locksmith });
    expect(response.statusCode).toBe(expected);
    expect(Object.keys(response.json().errors ?? {})).toEqual(field ? [field] : []);
  });

  test('callers without access learn nothing about the input or about existing records', async () => {
    const expired = await people.expired(app);
    for (const path of ['/product-detail?mode=colour', '/products/999999', '/products/1?naming=odd']) {
      expect(await status(path, {})).toBe(401);
      expect(await status(path, expired)).toBe(402);
    }
  });
});

describe('GET /products/{id}', () => {
  test('has every documented field, in the form naming by default', async () => {
    await createImage(app, 'c'.repeat(64));
    const em = app.orm.em.fork();
    const image = em.create(ModelImage, { model: modelId, position: 0, hash: 'c'.repeat(64), width: 3, height: 2 });
    await em.flush();
    const product = await json(`/products/${modelId}`);
    const texts =
      'ilco jma jet silca oem code_series transponder accu_reader lishi ignition gas_cap seat_aux hpc itl dsd';
    for (const name of [...texts.split(' '), 'paka_punch', 'tips', 'tips2']) expect(product).toHaveProperty(name, '');
    expect(product).toMatchObject({
      id: modelId,
      company_detail_id: 53,
      company_detail: { id: 53, display_name: 'Honda' },
      model: 'CB 500',
      year: 2001,
      date_created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      images: [{ id: image.id, image: `/images/models/${'c'.repeat(64)}.webp` }],
      number1: 's1',
      number12: 's12',
      num1: 'd1',
      num2: 'd2',
      num16: 'd16',
      version: 1,
    });
    expect(await json(`/products/${modelId}/?naming=form`)).toEqual(product);
    const listing = await json(`/products/${modelId}?naming=listing`);
    expect(listing).toMatchObject({ num1: 's1', num12: 's12', number1: ['d1', 'd2'], number8: ['d15', 'd16'] });
    expect(listing).not.toHaveProperty('number9');
    expect(listing).not.toHaveProperty('num13');
  });

  test('answers 404 and 422', async () => {
    expect(await status('/products/999999')).toBe(404);
    expect(await status('/products/abc')).toBe(404);
    expect(await status('/products/999999?naming=odd')).toBe(422);
  });
});

describe('texts are UTF-8 or refused, and nothing is stored', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const part = (name: string, value: string, type = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n${value}\r\n`;
  const MULTIPART = 'multipart/form-data; boundary=x';
  const json = (text: string) => JSON.stringify({ details: text });
  const lines = () => app.sql('select details from log_entries where details like ?', ['%T_n_r_%']);
  const send = (type: string, body: Buffer | string) =>
    app.rest('POST', '/userlogs', { as: locksmith, body, headers: { 'content-type': type } });

  test.each([
    ['JSON', 'application/json', latin(json('Ténéré'))],
    ['JSON in UTF-16', 'application/json', Buffer.from(`\ufeff${json('Ténéré')}`, 'utf16le')],
    ['JSON whose last character is cut off', 'application/json', Buffer.from(json('Ténéré')).subarray(0, -4)],
    ['a form', FORM, latin('details=Ténéré')],
    ['a form with escapes', FORM, 'details=T%E9n%E9r%E9'],
    ['a form with one half of a character', FORM, 'details=Ten%C3'],
    ['multipart', MULTIPART, latin(`${part('details', 'Ténéré')}--x--\r\n`)],
    [
      'multipart that says UTF-8',
      MULTIPART,
      latin(`${part('details', 'Ténéré', 'Content-Type: text/plain; charset=utf-8\r\n')}--x--\r\n`),
    ],
    [
      'JSON within multipart',
      MULTIPART,
      latin(`${part('details', '{"a":"Ténéré"}', 'Content-Type: application/json\r\n')}--x--\r\n`),
    ],
  ])('%s', async (_what, type, body) => {
    const answer = await send(type, body);
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: expect.any(String) }]);
    expect(await lines()).toEqual([]);
  });

  test.each(['make=%E9', 'make=Ten%C3', 'make=%C3%28', 'make=x&%FF=1'])('the query string %s', async (query) => {
    const as = await people.administrator(app);
    expect((await app.rest('GET', `/products/search?${query}`, { as })).statusCode).toBe(400);
    expect((await app.rest('POST', `/userlogs?${query}`, { as, body: { details: 'x' } })).statusCode).toBe(400);
  });

  test.each([
    ['JSON with a byte-order mark', 'application/json', `\ufeff${json('Tänärä')}`],
    ['a form with a byte-order mark', FORM, '\ufeffdetails=Tänärä'],
    ['escapes', FORM, 'details=T%C3%A4n%c3%a4r%C3%A4'],
    ['escapes beside plain characters', FORM, 'details=T%C3%A4när%C3%A4'],
    ['multipart', MULTIPART, `${part('details', 'Tänärä')}--x--\r\n`],
    [
      'multipart in a charset that it names',
      MULTIPART,
      latin(`${part('details', 'Tänärä', 'Content-Type: text/plain; charset=iso-8859-1\r\n')}--x--\r\n`),
    ],
  ])('but %s is taken', async (_what, type, body) => {
    const answer = await send(type, body);
    expect([answer.statusCode, answer.json().details]).toEqual([201, 'Tänärä']);
    await app.sql('delete from log_entries');
  });
});

describe('a parameter that is blank is absent', () => {
  test.each([
    '/users?page=&limit=&search=&category=&sortBy=&dir=',
    '/clients?sortBy=&dir=',
    '/company-detail?page=&sortBy=',
    '/products?naming=&sortBy=&dir=&limit=',
    '/products/search?make=Honda&year=&sorting=&order=&naming=',
    '/products/download?format=&naming=&company_id=&model=&year_from=&missing=&sample=&changed_from=&changed_to=',
    '/userlogs?page=&limit=',
    '/corrections?sortBy=&dir=',
    '/feedbacks?sortBy=&dir=',
    '/payment-history?userId=&sortBy=&dir=',
    '/product-detail?company_id=53&mode=year&naming=',
  ])('GET %s', async (path) => {
    const as = await people.administrator(app);
    const [bare = '', query = ''] = path.split('?');
    const given = query.split('&').filter((one) => !one.endsWith('='));
    const [blank, absent] = [
      await app.rest('GET', path, { as }),
      await app.rest('GET', `${bare}?${given.join('&')}`, { as }),
    ];
    expect([blank.statusCode, blank.body]).toEqual([200, absent.body]);
  });
});

describe('unreadable requests', () => {
  const big = 'x'.repeat(1_100_000);
  const half = 'x'.repeat(500_000);
  test.each([
    ['broken JSON', { body: '{"userEmail":', headers: { 'content-type': 'application/json' } }, 400],
    ['JSON that is no object', { body: '[1]', headers: { 'content-type': 'application/json' } }, 400],
    ['JSON null', { body: 'null', headers: { 'content-type': 'application/json' } }, 422],
    ['broken multipart', { body: 'nonsense', headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 400],
    ['multipart without boundary', { body: 'nonsense', headers: { 'content-type': 'multipart/form-data' } }, 400],
    ['another content type', { body: '<a/>', headers: { 'content-type': 'text/xml' } }, 415],
    ['a body over 1 MiB', { body: { userEmail: big } }, 413],
    [
      'multipart fields of more than 1 MiB in total',
      form([
        ['userEmail', half],
        ['userPassword', half],
        ['x', half],
      ]),
      413,
    ],
    ['a file for a call without files', form([['userEmail', { name: 'x.png', bytes: Buffer.from('x') }]]), 413],
    ['a form of 40,000 fields', { body: 'a&'.repeat(40_000), headers: { 'content-type': FORM } }, 413],
    ['a form of 201 fields', { body: 'a=1&'.repeat(200).concat('a=1'), headers: { 'content-type': FORM } }, 413],
    ['a form of 200 fields', { body: 'a=1&'.repeat(199).concat('a=1'), headers: { 'content-type': FORM } }, 422],
    ['multipart of 201 fields', form(Array.from({ length: 201 }, () => ['a', '1'])), 413],
    ['no body at all', {}, 422],
    ['text instead of an object', { body: { userEmail: { $ne: 1 }, userPassword: ['x'] } }, 422],
    ['characters that cannot be stored', { body: { userEmail: 'a\u0000b', userPassword: 'x' } }, 422],
    ['__proto__', { body: '{"__proto__": {"x": 1}}', headers: { 'content-type': 'application/json' } }, 422],
  ])('%s', async (_name, request, expected) => {
    const response = await app.rest('POST', '/login', request);
    expect(response.statusCode).toBe(expected);
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.json().message).toEqual(expect.any(String));
    expect(response.body).not.toMatch(/node_modules|at .*\.ts|SELECT|select /);
  });

  test('a query of more than 200 fields', async () => {
    const path = `/products/search?${'a&'.repeat(201)}`;
    const response = await app.rest('GET', path, { as: await people.administrator(app) });
    expect([response.statusCode, response.json()]).toEqual([413, { message: expect.stringContaining('200') }]);
  });

  test.each([
    ['REST', '/api/login'],
    ['the graph', '/graphql'],
    ['the webhook', '/webhooks/stripe'],
  ])('a compressed body, to %s', async (_name, url) => {
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'nonsense']) {
      const response = await app.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        payload: gzipSync('{"query":"{ me { id } }","userEmail":"","userPassword":""}'),
      });
      expect([encoding, response.statusCode]).toEqual([encoding, 415]);
      expect(response.body).toContain('uncompressed');
    }
  });

  test('nothing is read from callers without access', async () => {
    for (const [type, body] of [
      ['application/json', big],
      ['application/json', '{'],
      [FORM, 'a&'.repeat(40_000)],
      ['text/xml', '<a/>'],
    ] as const) {
      const headers = { 'content-type': type };
      expect((await app.rest('POST', '/clients', { body, headers })).statusCode).toBe(401);
      expect((await app.rest('POST', '/clients', { body, headers, as: locksmith })).statusCode).toBe(403);
    }
  });

  test.each([
    ['GET', '/'],
    ['GET', ''],
    ['GET', '/nothing'],
    ['GET', '/login'],
    ['DELETE', '/login'],
    ['GET', '/%E0%A4%A'],
    ['GET', `/products/${'9'.repeat(600)}`],
  ] as const)('%s %s gets an error as JSON', async (method, path) => {
    const response = await app.rest(method, path, { headers: { accept: 'text/html' }, as: locksmith });
    expect([400, 404, 405, 414]).toContain(response.statusCode);
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.json()).toEqual({ message: expect.any(String) });
  });
});
