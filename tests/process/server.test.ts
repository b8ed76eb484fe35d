import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../server/app';
import { clientPages } from '../../server/clientPages';
import { ConfigError, readConfig } from '../../server/config';
import { openDatabase } from '../../server/database';
import { sharedApp, silent, startApp } from '../support/app';
import { people } from '../support/people';

const app = sharedApp({
  demo: true,
  config: { supportPhone: '+1 555 0100 </script>', supportEmail: 'help@example.com' },
});
let port: number;
beforeAll(async () => {
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });
/** Sends the URL as it is; `inject` would normalise it. */
async function rawGet(path: string): Promise<{ statusCode: number | undefined; body: string }> {
  const [response] = (await once(request({ port, path, agent: false }).end(), 'response')) as [IncomingMessage];
  return { statusCode: response.statusCode, body: await text(response) };
}

describe('the server', () => {
  test('/healthz and /readyz answer', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toEqual({ status: 'ok' });
  });

  test.each(['/healthz', '/readyz', '/metrics'])(
    '%s has no other spelling, so that a proxy can block it',
    async (path) => {
      const letter = `%${path.charCodeAt(1).toString(16)}`;
      const spellings = [`${path}/`, `/${path}`, `${path}//`, `/${letter}${path.slice(2)}`, path.toUpperCase()];
      for (const url of [
        ...spellings,
        `/.${path}`,
        `/x/..${path}`,
        `${path};x`,
        `${path}%2f`,
        `http://localhost${path}`,
      ]) {
        const { statusCode, body } = await rawGet(url);
        expect([url, /"status"|UNAUTHENTICATED|METRICS_TOKEN/.test(body)]).toEqual([url, false]);
        expect([url, statusCode]).toEqual([url, expect.toSatisfy((status) => [200, 400, 404].includes(status))]);
      }
      expect((await get(`${path}?x=/`)).statusCode).toBe((await get(path)).statusCode);
    },
  );

  test('files and pictures are confirmed with 304, whatever form their tag has', async () => {
    const picture = (await app.sql('select icon_hash from makes where icon_hash is not null limit 1'))[0]?.icon_hash;
    const asset = readdirSync('dist/client/assets').find((name) => name.endsWith('.js'));
    for (const url of [`/images/icons/${picture}-100.webp`, `/assets/${asset}`]) {
      const etag = String((await get(url)).headers.etag).replace(/^W\//, '');
      expect(etag).toMatch(/^".+"$/);
      for (const tag of [etag, `W/${etag}`, `"x", W/"y",${etag}`, '*']) {
        const { statusCode, body } = await get(url, { 'if-none-match': tag });
        expect([url, tag, statusCode, body]).toEqual([url, tag, 304, '']);
      }
      expect((await get(url, { 'if-none-match': '"x"' })).statusCode).toBe(200);
    }
  });

  test('concurrent health requests share one database check', async () => {
    const probes = ['/healthz', '/readyz'].flatMap((path) => Array<string>(50).fill(path));
    app.statements();
    const answers = await Promise.all(probes.map((path) => app.app.inject(path)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(app.statements().length).toBeLessThan(5);
  });

  test('without its database it is live but not ready, and calls get 503', async () => {
    const orm = openDatabase('postgres://nobody:nothing@127.0.0.1:1/none', silent);
    const lonely = await createApp(readConfig({}), { orm, outside: app.outside, log: silent });
    const ask = async (url: string, payload?: object) => {
      const method = payload ? 'POST' : 'GET';
      const response = await lonely.inject({
        method,
        url,
        ...(payload && { payload }),
        cookies: { session: 'some token' },
      });
      return [response.statusCode, response.json()];
    };
    const message = 'The database is not responding. Please try again shortly.';
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await ask('/readyz')).toEqual([503, { status: 'unavailable' }]);
    expect(await ask('/api/company-detail/list')).toEqual([503, { message }]);
    expect(await ask('/api/login', { userEmail: 'a@b.c', userPassword: 'x' })).toEqual([503, { message }]);
    const [, { errors }] = await ask('/graphql', { query: '{ makeOptions { id } }' });
    expect(errors[0]).toMatchObject({ message, extensions: { code: 'SERVICE_UNAVAILABLE' } });
    await lonely.close();
  });

  test('serves the client for its own paths, with the settings, and JSON errors for unknown paths elsewhere', async () => {
    for (const path of ['/', '/login', '/product?company=53&m=year', '/no/such/page']) {
      const page = await get(path, { accept: 'text/html' });
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.body).toContain('{"supportPhone":"+1 555 0100 \\u003c/script>","supportEmail":"help@example.com"');
      // Of the demo catalogue.
      expect(page.body).toMatch(/"makes":"70","models":"\d\d,\d00","sample":"yes"}/);
    }
    for (const path of ['/api', '/api/none', '/images/none', '/assets/none.js', '/graphql/none']) {
      const response = await get(path, { accept: 'text/html' });
      expect([path, response.statusCode]).toEqual([path, 404]);
      expect(response.headers['content-type']).toContain('application/json');
    }
  });

  test('serves visitors the rendered pages with the settings, and signed-in users the shell or the frame', async () => {
    for (const [path, text] of [
      ['/', 'The key is not.'],
      ['/login', 'All users must reset their password'],
      ['/login/?from=mail', 'href="tel:+15550100"'],
      ['/login', '+1 555 0100 &lt;/script&gt;'],
      ['/picture-gallery', '/gallery/by_year.webp'],
      ['/join', 'href="mailto:help@example.com"'],
    ] as const) {
      expect((await get(path, { accept: 'text/html' })).body).toContain(text);
      const shell = await get(path, { accept: 'text/html', cookie: 'session=anything' });
      if (path !== '/') expect(shell.body).toContain('<div id="root"></div>');
    }
    for (const path of ['/', '/product?company=53&m=year', '/clients/list']) {
      const frame = await get(path, { accept: 'text/html', cookie: 'session=anything' });
      expect(frame.body).toMatch(/<div id="root"><.*aria-label="Find a bike, blank or code"/s);
      expect((await get(path, { accept: 'text/html' })).body).not.toContain('aria-label="Find a bike, blank or code"');
    }
  });

  test('serves the shell where the build has rendered no page', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'motokey-client-'));
    const config = { supportPhone: '', supportEmail: '' };
    const nothing = { makes: 0, models: 0, hasSample: false };
    expect(clientPages(dir, config)).toBeUndefined();
    await writeFile(join(dir, 'index.html'), 'shell');
    await mkdir(join(dir, '.visitors'));
    const rendered: object[] = [];
    const placeholders = { supportPhone: '#1', supportEmail: '#2', makes: '#3', models: '#4', legalText: '#5' };
    for (const [path, shows, text] of [
      ['/join', [], 'join'],
      ['/', [], 'no numbers'],
      ['/', ['sample'], 'a sample'],
      ['/', ['models'], '#3 makes and more than #4 models'],
      ['/login', ['supportPhone'], 'login, with a phone number'],
    ] as const) {
      const file = `${rendered.length}.html`;
      rendered.push({ path, shows, file });
      await writeFile(join(dir, '.visitors', file), text);
    }
    await writeFile(join(dir, '.visitors/pages.json'), JSON.stringify({ open: ['/join'], placeholders, rendered }));
    const pages = clientPages(dir, config);
    expect(['/', '/login', '/join', '/join/', '/join/x'].map((path) => pages?.of(path, false, nothing))).toEqual([
      'no numbers',
      'shell',
      'join',
      'join',
      'shell',
    ]);
    expect(pages?.of('/join', true, nothing)).toBe('shell');

    // Numbers of models are rounded down to a hundred, and say “more than”.
    const home = (makes: number, models: number, hasSample = false) =>
      pages?.of('/', false, { makes, models, hasSample });
    expect(home(2, 100)).toBe('no numbers');
    expect(home(2, 101)).toBe('2 makes and more than 100 models');
    expect(home(62, 3_200)).toBe('62 makes and more than 3,100 models');
    expect(home(62, 22_294)).toBe('62 makes and more than 22,200 models');
    expect(home(1, 9, true)).toBe('a sample');
    await rm(dir, { recursive: true });
  });

  test('serves the client for Accept: */* and for HEAD; missing files are still 404', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const page = await app.app.inject({ method, url: '/login', headers: { accept: '*/*' } });
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
    expect((await get('/robots.txt', { accept: '*/*' })).statusCode).toBe(404);
  });

  test('does not serve the build’s internal files', async () => {
    for (const path of ['/.vite/manifest.json', '/%2evite/manifest.json', '/.vite']) {
      const response = await get(path, { accept: '*/*' });
      expect(response.body).not.toContain('isEntry');
      if (path.endsWith('.json')) expect(response.statusCode).toBe(404);
    }
  });

  test('refuses downloads started by a page of another site with a member’s cookie', async () => {
    const few = await startApp();
    const { token } = await people.administrator(few);
    const paths = ['/api/products/download', '/%61pi/products/download?format=csv', '/imports/template.csv'];
    for (const url of [...paths, '/imports/1/result.csv', '/api/payment-history']) {
      const ask = async (headers: object, method: 'GET' | 'HEAD' = 'GET') =>
        (await few.app.inject({ method, url, headers: { cookie: `session=${token}`, ...headers } })).statusCode;
      const own = await ask({});
      expect([200, 404]).toContain(own);
      for (const site of ['same-origin', 'none']) expect(await ask({ 'sec-fetch-site': site })).toBe(own);
      for (const site of ['cross-site', 'same-site']) {
        expect(await ask({ 'sec-fetch-site': site })).toBe(403);
        expect(await ask({ 'sec-fetch-site': site }, 'HEAD')).toBe(403);
      }
      expect(await ask({ origin: 'https://evil.example' })).toBe(403);
    }
    await few.close();
    const page = await get('/login', { accept: 'text/html', 'sec-fetch-site': 'cross-site' });
    expect(page.statusCode).toBe(200);
  });

  test('forbids caches to store answers of REST and the graph, and browsers to show them as pages', async () => {
    for (const path of ['/api/company-detail/list', '/api/nowhere', '/graphql?query={__typename}']) {
      const { headers } = await get(path);
      expect(headers['cache-control'], path).toBe('no-store');
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('a script or a font has none of the headers that apply to documents', async () => {
    const name = readdirSync('dist/client/assets').find((file) => file.endsWith('.js'));
    const { headers } = await get(`/assets/${name}`);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toBeUndefined();
    expect((await get('/early.js')).headers['content-security-policy']).toBeDefined();
  });

  test('allows pages to run only the client’s own files', async () => {
    const policy = String((await get('/', { accept: 'text/html' })).headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'self'/);
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toMatch(/frame-ancestors 'self'/);
  });

  test('answers 403 to an unsafe request from another origin even if the path does not exist', async () => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/nothing',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.statusCode).toBe(403);
  });
});

describe('the address of a caller', () => {
  const seen = async (proxies: number) => {
    const served = await startApp({ config: { proxies } });
    const response = await served.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' },
      payload: { query: '{ visitorLocation { ip } }' },
    });
    await served.close();
    return response.json().data.visitorLocation.ip;
  };

  test('comes from headers only if trusted proxies are configured', async () => {
    expect(await seen(0)).toBe('127.0.0.1');
    expect(await seen(1)).toBe('203.0.113.9');
  });
});

test('long answers are compressed if the browser accepts it', async () => {
  const page = await get('/schema.graphql', { 'accept-encoding': 'gzip' });
  expect(page.headers['content-encoding']).toBe('gzip');
  expect((await get('/schema.graphql')).headers['content-encoding']).toBeUndefined();
});

test('the client’s chunks are served as the build compressed them, in an encoding the browser accepts', async () => {
  const chunk = readdirSync('dist/client/assets').find((name) => name.endsWith('.js'));
  const fetched = (encoding: string) => get(`/assets/${chunk}`, { 'accept-encoding': encoding });
  for (const [encoding, decode] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync })) {
    const { headers, rawPayload } = await fetched(encoding);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(rawPayload.length),
      'content-type': expect.stringMatching(/^(text|application)\/javascript/),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(decode(rawPayload).toString()).toBe(readFileSync(`dist/client/assets/${chunk}`, 'utf8'));
  }
  expect((await fetched('identity')).headers['content-encoding']).toBeUndefined();
});

describe('settings', () => {
  test('are checked at once, and every wrong one is named', () => {
    const read = () =>
      readConfig({ PORT: 'abc', DATABASE_URL: 'mysql://x', SUPPORT_EMAIL: 'nobody', LOG_LEVEL: 'loud' });
    expect(read).toThrow(ConfigError);
    for (const name of ['PORT', 'DATABASE_URL', 'SUPPORT_EMAIL', 'LOG_LEVEL']) expect(read).toThrow(name);
  });

  test.each(['postgres://one,other/motokey', 'postgres://one:5432,other:5432/motokey'])(
    'several hosts are refused: %s',
    (url) =>
      expect(() => readConfig({ DATABASE_URL: url })).toThrow(
        'DATABASE_URL: must be a postgres:// address of one host',
      ),
  );

  test('have defaults; blank values count as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3000,
      production: false,
      proxies: 0,
    });
    expect(readConfig({}).databaseUrl).toBeUndefined();
  });

  test('that are secrets can come from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'motokey-secrets-'));
    const file = join(folder, 'url');
    writeFileSync(file, 'postgres://keys@db/motokey\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://keys@db/motokey');
    expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://db/other' })).toThrow('not both');
    writeFileSync(file, 'mysql://x');
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow('DATABASE_URL: must be a postgres:// address');
    rmSync(folder, { recursive: true });
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow('DATABASE_URL_FILE');
  });

  test('require a database and a public address in production', () => {
    const read = () => readConfig({ NODE_ENV: 'production' });
    expect(read).toThrow('DATABASE_URL');
    expect(read).toThrow('PUBLIC_URL');
  });

  test('listen only on this machine if there are demo accounts, unless HOST is set', () => {
    expect(readConfig({}).host).toBe('localhost');
    expect(readConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(readConfig({ DATABASE_URL: 'postgres://127.0.0.1/motokey' }).host).toBe('0.0.0.0');
  });

  describe('in production', () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://127.0.0.1/motokey',
      PUBLIC_URL: 'https://keys.example.com',
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_FROM: 'keys@example.com',
      STRIPE_SECRET_KEY: 'sk_live_secret',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_shown',
      STRIPE_WEBHOOK_SECRET: 'whsec_signs',
    };
    const testKeys = { STRIPE_SECRET_KEY: 'rk_test_secret', STRIPE_PUBLISHABLE_KEY: 'pk_test_shown' };

    test('require https in PUBLIC_URL', () => {
      expect(readConfig(production).publicOrigin).toBe('https://keys.example.com');
      expect(() => readConfig({ ...production, PUBLIC_URL: 'http://keys.example.com' })).toThrow(
        'PUBLIC_URL: must be an https:// address in production',
      );
      expect(readConfig({ PUBLIC_URL: 'http://keys.example.com' }).publicOrigin).toBe('http://keys.example.com');
    });

    test('refuse Stripe’s test keys unless STRIPE_TEST_MODE allows them', () => {
      const read = (settings: object) => () => readConfig({ ...production, ...settings });
      expect(read(testKeys)).toThrow('STRIPE_SECRET_KEY: is a test key');
      expect(read(testKeys)).toThrow('STRIPE_TEST_MODE=true');
      expect(read({ ...testKeys, STRIPE_TEST_MODE: 'false' })).toThrow('STRIPE_SECRET_KEY');
      expect(read({ ...testKeys, STRIPE_TEST_MODE: 'true' })().stripe?.secretKey).toBe('rk_test_secret');
      // STRIPE_TEST_MODE promises that no money moves.
      expect(read({ STRIPE_TEST_MODE: 'true' })).toThrow('STRIPE_TEST_MODE: is true, but');
    });
  });

  describe('of Stripe', () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test_secret',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_shown',
      STRIPE_WEBHOOK_SECRET: 'whsec_signs',
    };

    test('must be set together or not at all', () => {
      expect(readConfig({}).stripe).toBeUndefined();
      expect(readConfig({ ...stripe, STRIPE_API_URL: 'http://127.0.0.1:12111' }).stripe).toEqual({
        secretKey: 'sk_test_secret',
        publishableKey: 'pk_test_shown',
        webhookSecret: 'whsec_signs',
        apiUrl: 'http://127.0.0.1:12111',
      });
    });

    test.each(Object.keys(stripe))('without %s the others are incomplete', (name) => {
      expect(() => readConfig({ ...stripe, [name]: '' })).toThrow(
        new RegExp(`^These settings are wrong:\\n {2}${name}: is required with STRIPE_[A-Z_]+$`),
      );
    });

    test('are required in production', () => {
      const read = () => readConfig({ NODE_ENV: 'production' });
      for (const name of Object.keys(stripe)) expect(read).toThrow(`${name}: is required in production`);
    });

    test('are checked for being swapped, and not printed', () => {
      const read = () => readConfig({ ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_secret' });
      expect(read).toThrow('STRIPE_PUBLISHABLE_KEY: must begin with pk_');
      expect(read).not.toThrow('sk_test_secret');
      expect(() => readConfig({ ...stripe, STRIPE_SECRET_KEY: 'pk_test_shown' })).toThrow('STRIPE_SECRET_KEY');
      expect(() => readConfig({ ...stripe, STRIPE_API_URL: 'localhost' })).toThrow('STRIPE_API_URL');
      expect(() => readConfig({ ...stripe, STRIPE_SECRET_KEY: 'sk_live_secret' })).toThrow(
        'STRIPE_PUBLISHABLE_KEY: is a test key, but STRIPE_SECRET_KEY is a live key',
      );
    });
  });

  test.each([
    ['true', 1],
    ['false', 0],
    ['2', 2],
  ])('TRUST_PROXY=%s believes %i proxies', (value, proxies) => {
    expect(readConfig({ TRUST_PROXY: value }).proxies).toBe(proxies);
    expect(() => readConfig({ TRUST_PROXY: 'everybody' })).toThrow('TRUST_PROXY');
  });

  test('PUBLIC_URL is reduced to its origin', () => {
    expect(readConfig({ PUBLIC_URL: 'https://keys.example.com/path' }).publicOrigin).toBe('https://keys.example.com');
  });
});
