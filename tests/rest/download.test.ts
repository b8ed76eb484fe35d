import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
beforeAll(async () => {
  for (const [id, displayName] of [
    [53, 'Honda'],
    [54, 'BMW'],
  ] as const) {
    const make = await createMake(app, { id, displayName });
    for (let n = 0; n < 15; n++) await createModel(app, make, { name: `Model ${n % 4}`, year: 2000 + (n % 7) });
  }
});

const download = (query = '', as = admin) => app.rest('GET', `/products/download${query}`, { as });
const lastLog = async () => (await app.sql('select details, username from log_entries order by id desc limit 1'))[0];

describe('HEAD /products/download', () => {
  test.each(['', '?format=csv', '?format=xlsx&complete=true', '?company_id=53'])(
    '%s has the headers of the download, and is none',
    async (query) => {
      const before = await app.sql('select count(*) from log_entries');
      const url = `/api/products/download${query}`;
      const head = await app.app.inject({ method: 'HEAD', url, cookies: { session: admin.token! } });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(await app.sql('select count(*) from log_entries')).toEqual(before);
      const { headers } = await download(query);
      for (const name of ['content-type', 'content-disposition', 'x-total-rows'])
        expect(head.headers[name]).toBe(headers[name]);
    },
  );

  test('is refused like the download', async () => {
    const ask = async (query: string, as: Person) =>
      (
        await app.app.inject({
          method: 'HEAD',
          url: `/api/products/download${query}`,
          cookies: { session: as.token ?? '' },
        })
      ).statusCode;
    expect(await ask('?format=pdf', admin)).toBe(422);
    expect(await ask('', await people.locksmith(app))).toBe(403);
    expect(await ask('', {})).toBe(401);
  });
});

describe('GET /products/download', () => {
  test('returns the array of the listing, sorted by make, name and year', async () => {
    const response = await download();
    const products = response.json();
    const [{ n }] = (await app.sql('select count(*)::int as n from models')) as [{ n: number }];
    expect(products).toHaveLength(n);
    expect(response.headers['x-total-rows']).toBe(String(n));
    expect(await lastLog()).toEqual({
      details: `Exported the catalogue as JSON: ${n} models`,
      username: admin.user?.username,
    });
    const [first] = await app.sql(
      `select m.id from models m join makes k on k.id = make_id order by k.display_name, k.id, name, year, m.id limit 1`,
    );
    const listed = await app.rest('GET', '/products/search?keyword=e&sorting=make&limit=1', { as: admin });
    expect(Object.keys(products[0])).toEqual(Object.keys(listed.json().data[0]));
    expect(products[0].id).toBe(first!.id);
  });

  test.each(['listing', 'form'])(
    'has what the record of a model has, except its images, in the naming %s',
    async (naming) => {
      const make = await createMake(app, { displayName: 'The "other" make' });
      const { id } = await createModel(app, make, {
        name: 'CB “500” \\n',
        tips: '"\\/\r\n\t</script>\u2028\u007fé🏍',
        spacing: Array.from({ length: 12 }, (_, index) => `s"${index}`),
        depthValues: Array.from({ length: 16 }, (_, index) => (index % 3 ? `.${index}` : '')),
        sample: naming === 'form',
      });
      const { images: _, ...record } = (
        await app.rest('GET', `/products/${id}?naming=${naming}`, { as: admin })
      ).json();
      const products = (await download(`?naming=${naming}`)).json();
      const exported = products.find((one: { id: number }) => one.id === id);
      expect(exported).toEqual(record);
      expect(Object.keys(exported)).toEqual(Object.keys(record));
    },
  );

  test.each([
    ['?format=pdf', 'format'],
    ['?format=%20', 'format'],
    ['?naming=other', 'naming'],
    ['?complete=perhaps', 'complete'],
  ])('%s is 422', async (query, field) => {
    const response = await download(query);
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors)).toEqual([field]);
  });

  test.each(['csv', 'xlsx', 'xml'])(
    '%s has its documented file name, and is logged with its row count',
    async (format) => {
      const response = await download(`?format=${format}`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-disposition']).toBe(`attachment; filename="products.${format}"`);
      const rows = response.headers['x-total-rows'];
      expect((await lastLog())?.details).toBe(`Exported the catalogue as ${format.toUpperCase()}: ${rows} models`);
    },
  );

  test('is for administrators, and for members with the flag', async () => {
    const status = async (as?: Person) => (await download('?format=csv', as)).statusCode;
    const exports = () => app.sql(`select count(*) from log_entries where details like 'Exported%'`);
    const before = await exports();
    expect(await status({})).toBe(401);
    expect(await status(await people.locksmith(app))).toBe(403);
    const lapsed = await people.downloader(app);
    await app.sql('update users set subscription_end_date = current_date - 1 where id = ?', [lapsed.user!.id]);
    expect(await status(lapsed)).toBe(402);
    expect(await exports()).toEqual(before);
    const downloader = await people.downloader(app);
    expect(await status(downloader)).toBe(200);
    expect((await lastLog())?.username).toBe(downloader.user?.username);
  });
});
