import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/database';
import { BODY_LIMIT } from '../../server/inputs/uploads';
import { openLog } from '../../server/observe/serverLog';
import { sharedApp, silent, startApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';
import { shared } from '../support/shared';

/* Observability of a server: its log, its metrics, its traces. */

const TOKEN = 'a-token-of-the-metrics';
const lines: Record<string, any>[] = [];
let collector: Server;
const app = shared(async () =>
  startApp({
    log: openLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
    // Every statement is slow.
    config: { metricsToken: TOKEN, slowAfter: 0, proxies: 1, tracesUrl: await startCollector() },
  }),
);
const plain = sharedApp({ sharing: app });
const member = sharedPerson(app, 'locksmith');
const make = shared(() => createMake(app));
beforeAll(async () => {
  await createModel(app, make, { name: 'CB 500', year: 1994 });
});
afterAll(() => void collector.close());

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}
const spans: OtlpSpan[] = [];

/** An OpenTelemetry collector. */
const startCollector = () =>
  new Promise<string>((listens) => {
    collector = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (request.url === '/v1/traces')
        for (const { scopeSpans } of JSON.parse(body).resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans);
      response.setHeader('content-type', 'application/json').end('{}');
    }).listen(0, '127.0.0.1', () => listens(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`));
  });

const LOOKUP = 'query ($make: ID!) { lookupValues(makeId: $make, mode: YEAR) }';
const lookup = (headers: Record<string, string> = {}, server = app, session = member.token!) =>
  server.app.inject({
    method: 'POST',
    url: '/graphql',
    headers,
    cookies: { session },
    payload: { query: LOOKUP, variables: { make: String(make.id) } },
  });
const idOf = ({ headers }: { headers: object }) => (headers as Record<string, string>)['x-request-id']!;
const linesOf = (id: string, msg: string) => lines.filter((line) => line.requestId === id && line.msg === msg);

describe('the log', () => {
  test('has one line for each request, with the id of the header', async () => {
    const response = await lookup();
    const line = { level: 30, method: 'POST', path: '/graphql', operation: 'lookupValues', status: 200 };
    expect(linesOf(idOf(response), 'request')).toEqual([expect.objectContaining(line)]);
    const rest = await app.rest('GET', '/products/999999999?secret=typed', { as: member });
    expect(linesOf(idOf(rest), 'request')).toEqual([
      expect.objectContaining({ operation: 'GET /api/products/:id', path: '/api/products/999999999', status: 404 }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('typed');
  });

  test('has the id in an error of the graph, and the status on REST', async () => {
    const response = await lookup({}, app, 'no session');
    const [error] = response.json().errors;
    expect(error.extensions).toEqual({ code: 'UNAUTHENTICATED', requestId: idOf(response) });
    expect(linesOf(error.extensions.requestId, 'request')).toMatchObject([{ operation: 'lookupValues', status: 401 }]);
    for (const payload of [{ query: '{ none }' }, { query: '{' }, 'not JSON']) {
      const answer = await app.app.inject({
        method: 'POST',
        url: '/graphql',
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.json().errors[0].extensions.requestId).toBe(idOf(answer));
      expect(linesOf(idOf(answer), 'request')).toMatchObject([{ operation: 'POST /graphql', status: 400 }]);
    }
  });

  test('names the slow statement and its request, without values', async () => {
    const response = await app.rest('POST', '/login', {
      body: { userEmail: 'slow@example.com', userPassword: 'hidden-word' },
    });
    const statements = linesOf(idOf(response), 'Slow statement').map(({ statement }) => statement as string);
    expect(statements).toContainEqual(
      expect.stringMatching(/^insert into attempts .* values \(\$1, \?, now\(\) \+ \? \* interval \?\)/),
    );
    expect(linesOf(idOf(await lookup()), 'Slow statement')).toMatchObject([
      { statement: expect.stringContaining('from model_years') },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/hidden-word|slow@example/);
    // Long work is expected to take long.
    await app.sql('select 1 as long_work');
    expect(JSON.stringify(lines)).not.toContain('long_work');
  });

  test('has faults of the server as errors, and nothing as a warning that anybody can cause', async () => {
    expect(lines.filter(({ level, msg }) => level > 30 && msg === 'request')).toEqual([]);
    await app.sql('alter table makes rename to broken');
    const id = idOf(await lookup());
    await app.sql('alter table broken rename to makes');
    expect(linesOf(id, 'Unhandled error in an operation')).toMatchObject([
      { level: 50, err: { message: expect.any(String) } },
    ]);
    expect(linesOf(id, 'request')).toMatchObject([{ level: 50, status: 500 }]);
  });
});

describe('the id of a request', () => {
  test('is that of a trusted proxy, if it is well-formed', async () => {
    const given = 'proxy-0123456789';
    expect(idOf(await lookup({ 'x-request-id': given }))).toBe(given);
    for (const wrong of ['short', 'x'.repeat(65), 'with spaces in it', '{"a":"12345678"}'])
      expect(idOf(await lookup({ 'x-request-id': wrong }))).toMatch(/^[0-9a-f-]{36}$/);
    expect(idOf(await lookup({ 'x-request-id': given }, plain))).not.toBe(given);
  });

  test('is in refusals, too', async () => {
    for (const url of ['/none.txt', '/%zz', '/api/none']) expect(idOf(await app.app.inject(url))).toBeTruthy();
    const foreign = await app.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { origin: 'https://evil.example' },
    });
    expect([foreign.statusCode, foreign.json().errors[0].extensions.requestId]).toEqual([403, idOf(foreign)]);
    const tooLarge = (url: string) =>
      app.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload: ' '.repeat(BODY_LIMIT + 1),
      });
    const [graph, rest] = await Promise.all([tooLarge('/graphql'), tooLarge('/api/login')]);
    expect([graph.statusCode, graph.json().errors[0].extensions.requestId]).toEqual([413, idOf(graph)]);
    expect([rest.statusCode, linesOf(idOf(rest), 'request').length]).toEqual([413, 1]);
  });
});

const scrape = (authorization = `Bearer ${TOKEN}`, server = app) =>
  server.app.inject({ url: '/metrics', headers: { authorization } });
/** The value of a series, as it is written in Prometheus' text. */
const seriesOf = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

describe('/metrics', () => {
  test('require the token, and are absent if none is configured', async () => {
    expect((await scrape('')).statusCode).toBe(401);
    expect((await scrape('Bearer another token')).statusCode).toBe(401);
    expect((await scrape(undefined, plain)).statusCode).toBe(404);
    expect((await scrape()).headers).toMatchObject({
      'content-type': expect.stringContaining('text/plain'),
      'cache-control': 'no-store',
    });
  });

  test('count requests by operation and status, never by a text of the caller', async () => {
    const before = (await scrape()).body;
    await lookup();
    await app.app.inject({ method: 'POST', url: '/graphql', payload: { query: 'query Mine { myName: me { id } }' } });
    await app.app.inject('/made/up/path.txt');
    const { body } = await scrape();
    const series = (operation: string, status: number) =>
      `motokey_request_seconds_count{operation="${operation}",status="${status}"}`;
    const grown = (name: string) => Number(seriesOf(body, name)) - Number(seriesOf(before, name) ?? 0);
    expect(grown(series('lookupValues', 200))).toBe(1);
    expect(grown(series('me', 200))).toBe(1);
    expect(body).not.toMatch(/Mine|myName|made/);
    expect(grown('motokey_cache_hits_total{cache="callers"}')).toBe(1);
    expect(seriesOf(body, 'motokey_pool_connections{state="waiting"}')).toBe('0');
    expect(Number(seriesOf(body, 'motokey_pipelined_connections{of="reads"}'))).toBeGreaterThan(0);
  });

  test('count refused sign-ins by kind', async () => {
    const refused = async () =>
      Number(seriesOf((await scrape()).body, 'motokey_sign_in_refusals_total{code="UNAUTHENTICATED"}'));
    const before = await refused();
    await app.rest('POST', '/login', { body: { userEmail: 'nobody@example.com', userPassword: 'x' } });
    expect(await refused()).toBe(before + 1);
  });

  test('report the work that waits in the database', async () => {
    await app.sql(`insert into mails (recipient, subject, text, tries, next_try_at, expires_at, created_at)
      select 'a@b.example', 's', 't', 0, now(), now() + interval '1 day', now() - n * interval '1 hour' from generate_series(1, 2) n`);
    await app.sql(`insert into payment_attempts (key, username, "join", company, full_name, provider, state, charge, next_look_at, created_at, updated_at)
      values ('k', 'a@b.example', true, '', '', 'sandbox', 'charging', 'c', now(), now(), now() - interval '10 minutes')`);
    const { body } = await scrape();
    expect(seriesOf(body, 'motokey_database_up')).toBe('1');
    expect(seriesOf(body, 'motokey_mails_waiting')).toBe('2');
    expect(Number(seriesOf(body, 'motokey_mails_oldest_seconds'))).toBeGreaterThanOrEqual(7_200);
    expect(seriesOf(body, 'motokey_payments_unsettled')).toBe('1');
    expect(Number(seriesOf(body, 'motokey_payments_oldest_seconds'))).toBeGreaterThanOrEqual(600);
    expect(seriesOf(body, 'motokey_imports_running')).toBe('0');
  });

  test('answer without the database, and say so', async () => {
    const em = app.orm.em.fork();
    await em.begin();
    await em.execute('lock table mails in access exclusive mode');
    const slow = await scrape();
    await em.rollback();
    const orm = openDatabase('postgres://nobody:nothing@127.0.0.1:1/none', silent);
    const lonely = await createApp(readConfig({ METRICS_TOKEN: TOKEN }), { orm, outside: app.outside, log: silent });
    const away = await lonely.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
    await lonely.close();
    for (const { statusCode, body } of [slow, away]) {
      expect(statusCode).toBe(200);
      expect(seriesOf(body, 'motokey_database_up')).toBe('0');
      expect(seriesOf(body, 'motokey_mails_waiting')).toBe('Nan');
    }
  });
});

describe('the dashboard and the alerts', () => {
  const rules = parse(readFileSync('docker/alerts.yaml', 'utf8')).groups.flatMap(({ rules }: any) => rules);
  const { panels } = JSON.parse(readFileSync('docker/grafana/motokey.json', 'utf8'));

  test('name only metrics that a server has', async () => {
    await lookup();
    // A label's name or value follows a brace or a comma, a function is called, and `up` is Prometheus' own.
    const namesIn = (expr: string) =>
      expr
        .replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|without)\s*\([^)]*\)/g, ' ')
        .match(/[a-z_]\w*(?!\w*\s*\()/gi)!
        .filter((name) => name !== 'up');
    const named = [
      ...rules.map(({ expr }: any) => expr),
      ...panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr)),
    ];
    const reported = new Set((await scrape()).body.match(/^[a-z_]\w*/gm));
    expect(named.length).toBeGreaterThan(25);
    expect(named.flatMap(namesIn).filter((name) => !reported.has(name))).toEqual([]);
  });

  test('each alert has a runbook', () => {
    const headings = readFileSync('docs/operations.md', 'utf8').match(/^### Motokey\w+$/gm);
    expect(headings).toEqual(rules.map(({ alert }: any) => `### ${alert}`));
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
  });
});

describe('traces', () => {
  test('have a request, its operation and its statements, without values', async () => {
    const id = idOf(await lookup());
    const requestOf = () => spans.find(({ attributes }) => attributes.some(({ value }) => value.stringValue === id));
    await expect.poll(requestOf).toBeDefined();
    const request = requestOf()!;
    const operation = spans.find(
      ({ parentSpanId, name }) => parentSpanId === request.spanId && name === 'lookupValues',
    );
    const [statement] = spans.filter(({ parentSpanId }) => parentSpanId === operation?.spanId);
    expect([request.name, request.parentSpanId ?? '', operation?.name, statement?.name]).toEqual([
      'lookupValues',
      '',
      'lookupValues',
      'PostgreSQL',
    ]);
    expect(statement?.attributes).toContainEqual({
      key: 'db.query.text',
      value: { stringValue: expect.stringContaining('from model_years') },
    });
    expect(JSON.stringify(spans)).not.toMatch(/hidden-word|slow@example/);
  });

  test('load OpenTelemetry, and metrics their library, only where they are set', () => {
    const bundle = readdirSync('dist/server', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    const loads = bundle.flatMap((name) =>
      [
        ...readFileSync(`dist/server/${name}`, 'utf8').matchAll(
          /(from|import\(?)\s*["'](@opentelemetry\/[\w-]+|prom-client)["']/g,
        ),
      ].map(([, how]) => how),
    );
    expect(loads.length).toBeGreaterThan(3);
    expect(new Set(loads)).toEqual(new Set(['import(']));
  });
});
