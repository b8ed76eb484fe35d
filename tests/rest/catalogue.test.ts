import { beforeAll, describe, expect, test } from 'vitest';
import { type Request, sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';
import { form, png } from '../support/pictures';

/* The REST format of the catalogue calls. The rules are tested through the graph. */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let red: Buffer;
let green: Buffer;
let blue: Buffer;
beforeAll(async () => {
  await createMake(app, { id: 53, displayName: 'Honda' });
  [red, green, blue] = (await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(png))) as [Buffer, Buffer, Buffer];
});

type Fields = Parameters<typeof form>[0];
const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, request: Request = {}) => {
  const response = await app.rest(method, path, { as: admin, ...request });
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
};
const post = (path: string, fields: Fields) => call('POST', path, form(fields));
const get = (path: string) => call('GET', path);
const visible = async (url: string) =>
  (await app.app.inject({ url, cookies: { session: admin.token! } })).statusCode === 200;
const file = (bytes: Buffer, name = 'a.png') => ({ name, bytes });

describe('/company-detail', () => {
  test('creates, reads, updates, copies and deletes', async () => {
    const created = await post('/company-detail', [
      ['display_name', 'Yamaha'],
      ['full_name', 'Yamaha Motor Co., Ltd.'],
      ['other_details', 'Japan'],
      ['icon', file(red)],
    ]);
    expect(created).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        display_name: 'Yamaha',
        full_name: 'Yamaha Motor Co., Ltd.',
        other_details: 'Japan',
        image: expect.stringMatching(/^\/images\/icons\/[0-9a-f]{64}-100\.webp$/),
        date_created: expect.stringMatching(/Z$/),
        last_updated: expect.stringMatching(/Z$/),
        version: 1,
      },
    });
    const path = `/company-detail/${created.body.id}`;
    expect((await get(path)).body).toEqual(created.body);

    const updated = await post(path, [
      ['display_name', 'Yamaha!'],
      ['full_name', 'Yamaha'],
    ]);
    expect(updated).toMatchObject({
      status: 200,
      body: { display_name: 'Yamaha!', other_details: 'Japan', image: created.body.image, version: 2 },
    });
    const renewed = await post(path, [['icon', file(green)]]);
    expect(renewed.body.image).not.toBe(created.body.image);
    expect(await visible(created.body.image)).toBe(false);

    const copy = await post('/company-detail', [
      ['display_name', 'Copy'],
      ['full_name', 'Copy'],
      ['copy_of', String(created.body.id)],
    ]);
    expect(copy).toMatchObject({ status: 201, body: { image: renewed.body.image, version: 1 } });
    expect(await call('DELETE', path)).toEqual({ status: 204, body: undefined });
    expect((await get(path)).status).toBe(404);
    expect(await visible(copy.body.image)).toBe(true);
  });

  test('an icon left empty in a browser’s form is ignored, and an empty file is refused', async () => {
    const fields: Fields = [
      ['display_name', 'Plain'],
      ['full_name', 'Plain'],
    ];
    expect((await post('/company-detail', [...fields, ['icon', file(Buffer.alloc(0), '')]])).status).toBe(201);
    const empty = await post('/company-detail', [...fields, ['icon', file(Buffer.alloc(0))]]);
    expect(empty).toMatchObject({ status: 422, body: { errors: { icon: [expect.any(String)] } } });
  });

  test('an icon over 10 MB is reported in the icon field', async () => {
    const big = file(Buffer.alloc(10_000_001));
    const { status, body } = await post('/company-detail/53', [['icon', big]]);
    const message = 'A file is larger than 10 MB.';
    expect({ status, body }).toEqual({ status: 413, body: { message, errors: { icon: [message] } } });
    const model = await post('/products', [...MODEL, ['images[]', big]]);
    expect(model).toEqual({ status: 413, body: { message, errors: { images: [message] } } });
  });

  test('lists', async () => {
    const list = await get('/company-detail?sortBy=last_updated&dir=desc&limit=1');
    expect(list.body).toEqual({ data: [expect.objectContaining({ version: 1 })], total: expect.any(Number) });
    expect((await get('/company-detail?page=999')).body).toEqual({ data: [], total: list.body.total });
  });

  test.each([
    ['sortBy=displayName', 'sortBy'],
    ['sortBy=constructor', 'sortBy'],
    ['dir=up', 'dir'],
    ['page=0', 'page'],
    ['page=%20', 'page'],
    ['page=1.5', 'page'],
    ['page=99999999999999999999', 'page'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
  ])('?%s is 422', async (query, field) => {
    for (const path of ['/company-detail', '/products']) {
      const { status, body } = await get(`${path}?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  test('uses REST field names in a 422, and refuses stale changes and records in use', async () => {
    expect((await post('/company-detail', [['display_name', ' ']])).body).toEqual({
      message: 'The given data was invalid.',
      errors: {
        display_name: ['The display name field is required.'],
        full_name: ['The full name field is required.'],
      },
    });
    expect((await post('/company-detail/53', [['version', '7']])).status).toBe(409);
    const make = await createMake(app, { displayName: 'Used' });
    await createModel(app, make);
    expect(await call('DELETE', `/company-detail/${make.id}`)).toEqual({
      status: 409,
      body: { message: 'Used has 1 model: delete it first.' },
    });
  });
});

const MODEL: Fields = [
  ['company_detail_id', '53'],
  ['model', 'CBR600RR'],
  ['year', '2007'],
];

describe('/products', () => {
  test('reports errors in the order of the form', async () => {
    const long = 'x'.repeat(256);
    const { body } = await call('POST', '/products', {
      body: { tips2: 'x'.repeat(10_001), ilco: long, number1: long, sample: 'maybe', year: 1 },
    });
    expect(Object.keys(body.errors)).toEqual([
      'company_detail_id',
      'model',
      'year',
      'ilco',
      'tips2',
      'number1',
      'sample',
    ]);
  });

  test('creates with images, updates by the path or by id among the fields, copies and deletes', async () => {
    const created = await post('/products', [
      ...MODEL,
      ['ilco', 'X221'],
      ['paka_punch', 'PAK-H7'],
      ['number1', '.102'],
      ['number12', '.900'],
      ['num1', '.301'],
      ['num2', '.287'],
      ['num16', '.100'],
      ['images[]', file(red)],
      ['images[]', file(green)],
    ]);
    expect(created).toMatchObject({
      status: 201,
      body: {
        company_detail: { id: 53, display_name: 'Honda' },
        model: 'CBR600RR',
        year: 2007,
        ilco: 'X221',
        paka_punch: 'PAK-H7',
        number1: '.102',
        number2: '',
        number12: '.900',
        num1: '.301',
        num2: '.287',
        num16: '.100',
        images: [{ id: expect.any(Number) }, { id: expect.any(Number) }],
      },
    });
    const { id, images } = created.body;
    expect((await get(`/products/${id}`)).body).toEqual(created.body);

    const added = await post(`/products/${id}`, [['images', file(blue)]]);
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({ ilco: 'X221', number1: '.102', num16: '.100' });
    expect(added.body.images.slice(0, 2)).toEqual(images);
    expect(added.body.images).toHaveLength(3);

    const kept = await post('/products', [
      ['id', String(id)],
      ['image_ids[]', String(added.body.images[2].id)],
      ['image_ids[]', String(images[0].id)],
      ['ilco', ''],
    ]);
    expect(kept.status).toBe(200);
    expect(kept.body.images).toEqual([added.body.images[2], images[0]]);
    expect(kept.body.ilco).toBe('');
    expect(await visible(images[1].image)).toBe(false);

    const copy = await post('/products', [...MODEL, ['copy_of', String(id)]]);
    expect(copy.status).toBe(201);
    expect(copy.body.images.map((one: any) => one.image)).toEqual(kept.body.images.map((one: any) => one.image));

    const bare = await post(`/products/${id}`, [['image_ids[]', '']]);
    expect(bare.body.images).toEqual([]);
    expect(await call('DELETE', `/products/${id}`)).toEqual({ status: 204, body: undefined });
    expect((await get(`/products/${id}`)).status).toBe(404);
    expect(await visible(images[0].image)).toBe(true);
  });

  test('accepts JSON and forms, in either naming', async () => {
    const json = await call('POST', '/products?naming=listing', {
      body: { company_detail_id: 53, model: 'JSON', year: 2001, num1: '.500', number2: ['1x', '2x'], tips: 7 },
    });
    expect(json).toMatchObject({
      status: 201,
      body: { num1: '.500', number1: ['', ''], number2: ['1x', '2x'], tips: '7' },
    });
    expect((await get(`/products/${json.body.id}`)).body).toMatchObject({ number1: '.500', num3: '1x', num4: '2x' });
    const encoded = await call('POST', '/products', {
      body: 'company_detail_id=53&model=Form&year=2002&number3=.700',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(encoded).toMatchObject({ status: 201, body: { model: 'Form', year: 2002, number3: '.700' } });
  });

  test('lists in the listing naming by default, with the make', async () => {
    await createModel(app, { id: 53 } as any, { name: '0 first', spacing: ['.5', ...Array(11).fill('')] });
    const { body } = await get('/products?sortBy=model&limit=1');
    expect(body.data[0]).toMatchObject({
      model: '0 first',
      company_detail: { id: 53, display_name: 'Honda' },
      num1: '.5',
      number8: ['', ''],
    });
    expect((await get('/products?sortBy=model&limit=1&naming=form')).body.data[0]).toMatchObject({
      number1: '.5',
      num16: '',
    });
    for (const column of ['model', 'year', 'date_created']) {
      expect((await get(`/products?sortBy=${column}&dir=desc`)).status).toBe(200);
    }
  });

  test('searches', async () => {
    await createModel(app, { id: 53 } as any, { name: 'Needle', year: 1999, tips: 'in the Haystack' });
    for (const query of [
      'keyword=haySTACK',
      'make=hond&model=needle&year=1999&keyword=',
      'model=Needle&sorting=year&order=desc',
    ]) {
      const { body } = await get(`/products/search?${query}`);
      expect(body).toMatchObject({ total: 1, data: [{ model: 'Needle', company_detail: { display_name: 'Honda' } }] });
    }
  });

  test('searches by every filter in both namings on one connection', async () => {
    await createModel(app, { id: 53 } as any, { name: 'Thread', year: 1998, tips: 'through the needle' });
    const query = 'make=hond&model=thread&year=1998&keyword=needle&sorting=model&order=desc';
    for (let times = 0; times < 8; times++)
      for (const [naming, row] of [
        ['form', { num16: '' }],
        ['listing', { number8: ['', ''] }],
      ] as const) {
        const { body } = await get(`/products/search?${query}&naming=${naming}`);
        expect(body).toMatchObject({ total: 1, data: [row] });
      }
  });

  test('has empty pages', async () => {
    const past = (await get('/products?page=100000')).body;
    expect(past).toEqual({ data: [], total: (await get('/products')).body.total });
    expect((await get('/products/search?keyword=nowhere-to-be-found')).body).toEqual({ data: [], total: 0 });
  });

  test.each([
    ['/products/search', 'keyword'],
    ['/products/search?make=&year=', 'keyword'],
    ['/products/search?keyword=x&sorting=colour', 'sorting'],
    ['/products/search?keyword=x&order=up', 'order'],
    ['/products/search?year=abc', 'year'],
    ['/products?naming=odd', 'naming'],
    ['/products?sortBy=name', 'sortBy'],
  ])('GET %s is 422', async (path, field) => {
    const { status, body } = await get(path);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test.each([
    [[], ['company_detail_id', 'model', 'year']],
    [[...MODEL, ['year', 'soon']], ['year']],
    [[...MODEL.slice(0, 2), ['year', '']], ['year']],
    [[...MODEL, ['image_ids[]', '12345']], ['image_ids']],
    [[...MODEL, ['copy_of', 'x']], ['copy_of']],
    [[...MODEL, ['number1', 'x'.repeat(256)]], ['number1']],
    [[...MODEL, ['num1', 'x'.repeat(256)]], ['num1']],
    [[...MODEL, ['sample', 'perhaps']], ['sample']],
  ] as [Fields, string[]][])('a POST of %j is 422', async (fields, errors) => {
    const unique = [...new Map(fields).entries()] as Fields;
    const { status, body } = await post('/products', unique);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, errors]);
  });

  test.each([
    ['images[0]', 'images[1]'],
    ['images[1]', 'images[0]'],
    ['images[0]', 'images[]'],
    ['images', 'images[7]'],
  ])('reads pictures under %s and %s', async (one, other) => {
    const fields: Fields = [...MODEL, [one, file(red)], [other, file(green)]];
    const { status, body } = await post('/products', fields);
    expect([status, body.images.length]).toEqual([201, 2]);
    const [first, second] = body.images.map(({ id }: { id: number }) => String(id));
    const turned = new URLSearchParams({ 'image_ids[1]': first!, 'image_ids[0]': second! });
    const kept = await call('POST', `/products/${body.id}`, {
      body: turned.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(kept.body.images.map(({ id }: { id: number }) => String(id))).toEqual([second, first]);
    const asJson = await call('POST', `/products/${body.id}`, { body: { 'image_ids[0]': first } });
    expect(asJson.body.images.map(({ id }: { id: number }) => String(id))).toEqual([first]);
  });

  test.each([
    ['images[a]', { images: [expect.stringContaining('images[a]')] }],
    ['images[0][file]', { images: [expect.stringContaining('images[0][file]')] }],
    ['images[-1]', { images: [expect.any(String)] }],
  ])('refuses pictures under %s, and keeps none', async (name, errors) => {
    const before = await app.sql('select count(*) from models');
    const { status, body } = await post('/products', [...MODEL, [name, file(red)]]);
    expect([status, body.errors]).toEqual([422, errors]);
    const ids = await call('POST', '/products', { body: { ...Object.fromEntries(MODEL), 'image_ids[a]': '1' } });
    expect([ids.status, Object.keys(ids.body.errors)]).toEqual([422, ['image_ids']]);
    expect(await app.sql('select count(*) from models')).toEqual(before);
  });

  test('reads the two measures of a depth however a form writes them', async () => {
    const pairs = ['number1=a&number1=b', 'number1[]=a&number1[]=b', 'number1[1]=b&number1[0]=a'];
    const wrong = ['number1[0]=a&number1[2]=b', 'number1[0]=a&number1[00]=b', 'number1[]=a&number1[]=b&number1[]=c'];
    for (const pair of [...pairs, 'number2[1]=b', ...wrong, 'number1=a&number1[]=b', 'number1[]=a&number1[1]=b']) {
      const answer = await call('POST', '/products?naming=listing', {
        body: `${new URLSearchParams(MODEL as [string, string][])}&${pair}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      if (pair.includes('number2')) expect(answer.body.number2).toEqual(['', 'b']);
      else if (pairs.includes(pair)) expect([pair, answer.body.number1]).toEqual([pair, ['a', 'b']]);
      else expect([pair, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([pair, 422, ['number1']]);
    }
    const body = { ...Object.fromEntries(MODEL), number1: ['a', 'b', 'c'] };
    const longer = await call('POST', '/products?naming=listing', { body });
    expect([longer.status, Object.keys(longer.body.errors ?? {})]).toEqual([422, ['number1']]);
  });

  test('takes a number for a text only if its digits are kept', async () => {
    const save = (fields: string) =>
      call('POST', '/products', {
        body: JSON.stringify(Object.fromEntries(MODEL)).replace('}', `,${fields}}`),
        headers: { 'content-type': 'application/json' },
      });
    const { status, body } = await save('"ilco":406,"jma":1.25,"silca":123456789012345,"number1":0.098');
    expect([status, body.ilco, body.jma, body.silca, body.number1]).toEqual([
      201,
      '406',
      '1.25',
      '123456789012345',
      '.098',
    ]);
    for (const number of ['12345678901234567890', '0.12345678901234567891', '1e21', '0.00000012']) {
      for (const name of ['ilco', 'number1']) {
        const refused = await save(`"${name}":${number}`);
        expect([number, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([number, 422, [name]]);
      }
    }
  });

  test('refuses too many images, and keeps none', async () => {
    const before = await app.sql('select count(*) from images');
    const many = Array.from({ length: 21 }, (): Fields[number] => ['images[]', file(red)]);
    const { status, body } = await post('/products', [...MODEL, ...many]);
    expect([413, 422]).toContain(status);
    expect(body.errors).toEqual({ images: [expect.any(String)] });
    expect(await app.sql('select count(*) from images')).toEqual(before);
  });

  test('a failed save keeps none of its images', async () => {
    const yellow = await png('#ffff00');
    const { status } = await post('/products', [
      ...MODEL.slice(1),
      ['company_detail_id', '9999'],
      ['images[]', file(yellow)],
    ]);
    expect(status).toBe(422);
    const answer = await app.upload('MODEL', yellow, admin);
    const { hash } = answer.data!.uploadImage;
    expect(await app.sql('select 1 from images where hash = ?', [hash])).toHaveLength(1);
    expect(await app.sql(`select 1 from images where touched_at < now() - interval '1 minute'`)).toEqual([]);
  });
});
