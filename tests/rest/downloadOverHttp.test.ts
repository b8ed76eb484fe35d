import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';

/* With the demo data, because a download must be larger than the buffers between server and reader. */

const app = sharedApp({ demo: true });
const admin = sharedPerson(app, 'administrator');
let port: number;
beforeAll(async () => {
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

const download = (query = '', as = admin) => app.rest('GET', `/products/download${query}`, { as });

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

const EXPORTS = `select count(*)::int as n from log_entries where kind = 'EXPORT'`;

describe('a download over HTTP', () => {
  test.each(['', '?format=csv', '?format=xlsx', '?format=xml'])(
    '%s frees its connection when the reader disconnects, and is logged',
    async (query) => {
      const [{ n }] = (await app.sql(EXPORTS)) as [{ n: number }];
      for (let round = 0; round < 4; round++) {
        const response = await request(query);
        expect(response.statusCode).toBe(200);
        response.destroy();
        await expect.poll(inTransaction).toBe(0);
        // The next download is refused until the server notices that this one has ended.
        await expect.poll(connections).toBe(0);
      }
      expect(await app.sql(EXPORTS)).toEqual([{ n: n + 4 }]);
    },
  );

  test('can be followed by another as soon as it is complete', async () => {
    const [few] = await app.sql('select make_id as id from models group by make_id order by count(*) limit 1');
    for (let count = 0; count < 30; count++) {
      const response = await request(`?format=csv&company_id=${few!.id}`);
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
