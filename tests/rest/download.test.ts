import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';

const app = sharedApp({ demo: true });
const admin = sharedPerson(app, 'administrator');
let port: number;
beforeAll(async () => {
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

const download = (query = '', as = admin) => app.rest('GET', `/products/download${query}`, { as });
const lastLog = async () => (await app.sql('select details, username from log_entries order by id desc limit 1'))[0];

/** An HTTP request whose response is read only as far as the test wants. */
async function request(query: string, as = admin): Promise<IncomingMessage> {
  const headers = { cookie: `session=${as.token}` };
  const sent = get({ port, path: `/api/products/download${query}`, headers, agent: false });
  const [response] = await once(sent, 'response');
  return response;
}

/** The number of connections in a transaction, which are those of running exports. */
const inTransaction = async () => {
  const rows = await app.sql(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`);
  return rows[0]!.n as number;
};

/** The number of open client connections. */
const connections = () => new Promise((resolve) => app.app.server.getConnections((_error, count) => resolve(count)));

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

describe('a download over HTTP', () => {
  test.each(['', '?format=csv', '?format=xlsx', '?format=xml'])(
    '%s frees its connection when the reader disconnects, and is logged',
    async (query) => {
      const [{ n }] = (await app.sql('select count(*)::int as n from log_entries')) as [{ n: number }];
      for (let round = 0; round < 4; round++) {
        const response = await request(query);
        expect(response.statusCode).toBe(200);
        response.destroy();
        await expect.poll(inTransaction).toBe(0);
        // The next download is refused until the server notices that this one has ended.
        await expect.poll(connections).toBe(0);
      }
      expect(await app.sql('select count(*)::int as n from log_entries')).toEqual([{ n: n + 4 }]);
    },
  );

  test('can be followed by another as soon as it is complete', async () => {
    for (let count = 0; count < 30; count++) {
      const response = await request('?format=csv&company_id=53');
      expect(response.statusCode).toBe(200);
      await once(response.resume(), 'end');
    }
  });

  test('is limited to one per user; slow readers block nobody and hold no connection', async () => {
    const slow = [admin, ...(await Promise.all([1, 2, 3, 4].map(() => people.downloader(app))))];
    // Unread responses stop when the buffers are full.
    const open = await Promise.all(slow.map((as) => request('?format=xml', as)));
    for (const response of open) expect(response.statusCode).toBe(200);
    await expect.poll(inTransaction).toBe(0);
    const second = await download('?format=csv');
    expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '15']);
    expect(second.json().message).toMatch(/^You already have a download running/);
    expect((await download('?format=csv', await people.downloader(app))).statusCode).toBe(200);
    for (const response of open) response.destroy();
    await expect.poll(async () => (await download('?format=csv')).statusCode).toBe(200);
  });

  test('HEAD leaves nothing running', async () => {
    const head = await app.app.inject({
      method: 'HEAD',
      url: '/api/products/download?format=xml',
      headers: { cookie: `session=${admin.token}` },
    });
    expect(head.statusCode).toBe(200);
    await expect.poll(async () => (await download('?format=csv')).statusCode).toBe(200);
  });

  test('is one snapshot, whatever changes while it is read', async () => {
    const [{ n }] = (await app.sql('select count(*)::int as n from models')) as [{ n: number }];
    // The log entry is written between the count and the read.
    await app.sql(`create function vanish() returns trigger language plpgsql as $$ begin
      delete from models where id > 20000; return new; end $$`);
    await app.sql('create trigger vanish before insert on log_entries for each row execute function vanish()');
    const response = await request('?format=xml');
    await app.sql('drop trigger vanish on log_entries');
    await expect.poll(inTransaction).toBe(1);
    await app.sql('delete from models where id > 10000');
    expect(response.headers['x-total-rows']).toBe(String(n));
    let body = '';
    for await (const chunk of response.setEncoding('utf8')) body += chunk;
    expect(body.match(/<product>/g)).toHaveLength(n);
    expect(body.endsWith('</products>\n')).toBe(true);
  });

  test('that fails midway does not look complete', async () => {
    const make = await createMake(app, { displayName: 'Zzz' });
    const broken = await createModel(app, make, { name: 'Broken' });
    await app.sql(`update models set tips = 'a' || chr(31) || 'b' where id = ?`, [broken.id]);
    const response = await request('?format=csv');
    expect(response.statusCode).toBe(200);
    await expect(async () => {
      for await (const _ of response);
    }).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
    await expect.poll(inTransaction).toBe(0);
  });
});
