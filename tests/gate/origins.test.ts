import { expect, test } from 'vitest';
import { routes } from '../../server/rest/routes';
import { sharedApp } from '../support/app';
import { sharedPerson } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

/** Headers that a browser sends when another site's page makes the request. The last is from a page on another port. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'https://localhost' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-site' },
];

const BODIES: [type: string, payload: string][] = [
  ['application/json', '{"id":1,"username":"x@example.com"}'],
  ['application/x-www-form-urlencoded', 'id=1&username=x%40example.com'],
  ['text/plain', '{}'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="id"\r\n\r\n1\r\n--b--\r\n'],
];

/** Every path that changes something, with and without a trailing slash. */
const TARGETS = [
  ...routes
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ method, path }) => ['', '/'].map((end) => [method, `/api${path.replace(':id', '1')}${end}`] as const)),
  ['POST', '/graphql'] as const,
  ['POST', '/webhooks/stripe'] as const,
];

/** All rows of all tables, as one text. */
async function contents(): Promise<string> {
  const tables = await app.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows = await Promise.all(tables.map(({ name }) => app.sql(`select * from "${name}" t order by t::text`)));
  return JSON.stringify(rows);
}

test(`requests of another site's page are refused on every path and change nothing`, async () => {
  const before = await contents();
  const admitted: string[] = [];
  for (const [method, url] of TARGETS) {
    for (const foreign of FOREIGN) {
      for (const [type, payload] of BODIES) {
        const response = await app.app.inject({
          method,
          url,
          headers: { host: 'localhost', cookie: `session=${admin.token}`, 'content-type': type, ...foreign },
          payload,
        });
        if (response.statusCode !== 403)
          admitted.push(`${response.statusCode} ${method} ${url} ${JSON.stringify(foreign)}`);
      }
    }
  }
  expect(TARGETS.length * FOREIGN.length * BODIES.length).toBeGreaterThan(1_000);
  expect(admitted).toEqual([]);
  expect(await contents()).toBe(before);
});
