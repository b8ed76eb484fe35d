import { afterAll, beforeAll, expect, test } from 'vitest';
import { openapi } from '../../server/rest/openapi';
import { routes } from '../../server/rest/routes';
import type { Call } from '../../server/rest/wire/reader';
import type { Person, TestApp } from '../support/app';
import { form } from '../support/pictures';
import { edgesOf, LEAK, objectOf, oddJson, oddTexts, TEXTS } from './corpus';
import { startTarget, type Target } from './target';

type Route = (typeof routes)[number];
interface Hostile {
  path: string;
  /** The odd field and its value. */
  odd?: [name: string, value: string];
  body?: string | Buffer;
  headers?: Record<string, string>;
}

let target: Target;
let unique = 0;
beforeAll(async () => {
  target = await startTarget('REST');
});
afterAll(() => target.close());

const ALIKE = /^(num(ber)?([2-7]|9|1[0-35])|jma|jet|silca|oem|accu_reader|lishi|gas_cap|seat_aux|hpc|itl|dsd)$/;

/** The field names that a route reads, found by running its reader. */
function namesOf({ input }: Route, part: 'query' | 'body'): string[] {
  const seen = new Set<string>();
  const source = new Proxy({}, { get: (_target, name) => void seen.add(String(name)) });
  for (const naming of ['form', 'listing']) {
    const query = { naming };
    const call = { query, body: {}, [part]: part === 'query' ? withNaming(source, naming) : source } as Call;
    input.read(call);
  }
  // A few fields stand for all that share a rule.
  return [...seen].filter((name) => name !== 'then' && !ALIKE.test(name));
}

const withNaming = (source: object, naming: string) =>
  new Proxy(source, { get: (target, name) => Reflect.get(target, name) ?? (name === 'naming' ? naming : undefined) });

interface Described {
  type?: string | string[];
  format?: string;
  enum?: string[];
  anyOf?: Described[];
  properties?: Record<string, Described>;
}
const document = openapi('session') as unknown as {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: { name: string; in: string; schema: Described }[];
        requestBody?: { content: Record<string, { schema: { $ref?: string; anyOf?: { $ref: string }[] } }> };
      }
    >
  >;
  components: { schemas: Record<string, Described> };
};

/** The fields that the document describes in a query string or in a body, in any naming. */
function describedIn({ path, method }: Route, part: 'query' | 'body'): [name: string, schema: Described][] {
  const call = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (part === 'query')
    return (call?.parameters ?? []).filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]);
  const body = call?.requestBody?.content['application/json']?.schema;
  const named = (body?.anyOf ?? [body]).flatMap((one) => one?.$ref?.split('/').at(-1) ?? []);
  return named.flatMap((name) => Object.entries(document.components.schemas[name]?.properties ?? {}));
}

/** What is odd for a field of this kind in particular, as JSON. */
const edges = ({ type, format, enum: names }: Described): string[] =>
  edgesOf(
    format === 'date'
      ? 'LocalDate'
      : Array.isArray(type) && type.includes('integer')
        ? 'ID'
        : type === 'integer'
          ? 'Int'
          : '',
    names,
  );

/** A valid value for a field; for most, a short text. */
const right = (name: string): unknown =>
  ({
    userEmail: 'nobody@example.com',
    username: `user${++unique}@example.com`,
    email: 'nobody@example.com',
    email_id: 'somebody@example.com',
    primary_email: `office${++unique}@example.com`,
    max_user: 5,
    version: undefined,
    copy_of: undefined,
    id: undefined,
    icon: undefined,
    images: undefined,
    image_ids: undefined,
    subcription_start_date: '2026-01-01',
    subcription_end_date: '2027-01-01',
    subscription_end_date: '2027-01-01',
    year: 2007,
    client_id: target.ids.client,
    role_id: 4,
    company_detail_id: target.ids.make,
    company_id: target.ids.make,
    mode: 'year',
    remember: 'true',
    enabled: true,
    account_expired: false,
    is_data_base_download_allowed: false,
    sample: false,
    keyword: 'x',
  })[name];
const isRight = (name: string) => !/^(version|copy_of|id|icon|images|image_ids|num(ber)?\d+|.*\[\])$/.test(name);
const rightBody = (names: string[]) =>
  new Map(names.filter(isRight).map((name) => [name, JSON.stringify(right(name) ?? 'x')]));

const asText = (json: string) => (json.startsWith('"') ? (JSON.parse(json) as string) : json);
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

const pathOf = ({ path }: Route, id: string | number = idFor(path)) => path.replace(':id', String(id));
const idFor = (path: string) =>
  path.startsWith('/clients')
    ? target.ids.client
    : path.startsWith('/users')
      ? target.ids.user
      : path.startsWith('/products')
        ? target.ids.model
        : target.ids.make;

/** Text encoded for a URL; a lone surrogate has no encoding, so it is sent as the bytes that some clients use. */
const encoded = (text: string) =>
  text.replace(/[^A-Za-z0-9_.~-]/gu, (one) =>
    one.isWellFormed()
      ? encodeURIComponent(one).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
      : '%ED%A0%80',
  );

const QUERIES = [
  '%',
  '%zz=%zz',
  '&&&&',
  '===',
  '__proto__=1&constructor=2&toString=3',
  'page[toString]=1',
  'page=1&page=2',
  'limit=1&limit[]=2',
  'sortBy=toString&dir=__proto__',
  'naming=form&naming=listing',
  'a=%00&b=%ED%A0%80&c=%FF',
  'x=1&'.repeat(3_000),
];

function* queriesTo(route: Route): Generator<Hostile> {
  const names = namesOf(route, 'query');
  for (const query of QUERIES) yield { path: `${pathOf(route)}?${query}` };
  for (const name of names) {
    const others = names.filter((other) => other !== name && isRight(other) && right(other) !== undefined);
    const rest = others.map((other) => `${other}=${encoded(String(right(other)))}`).join('&');
    const described = describedIn(route, 'query').filter(([one]) => one === name);
    for (const edge of described.flatMap(([, schema]) => edges(schema)))
      yield { path: `${pathOf(route)}?${rest}&${name}=${encoded(asText(edge))}` };
    for (const text of oddTexts()) {
      // Longer ones never reach us: Node refuses headers of 16 KiB.
      yield { path: `${pathOf(route)}?${rest}&${name}=${encoded(text.slice(0, 2_000))}` };
      yield { path: `${pathOf(route)}?${rest}&${name}=1&${name}=${encoded(text.slice(0, 2_000))}` };
    }
  }
  if (!route.path.includes(':id')) return;
  const ids = edgesOf('ID').map(asText);
  for (const text of [...ids, ...oddTexts()]) if (text) yield { path: pathOf(route, encoded(text.slice(0, 600))) };
}

const BODIES: [type: string, body: string | Buffer][] = [
  ...[
    '',
    'null',
    '5',
    '"x"',
    'true',
    '[]',
    '[1]',
    '[{}]',
    '{',
    '{"a":',
    '{"a":1,}',
    '\ufeff{}',
    '{"a":1}{"b":2}',
    'NaN',
  ].map((body): [string, string] => ['application/json', body]),
  ['application/json', '['.repeat(100_000)],
  ['application/json', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['application/json', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['application/json', objectOf(Array.from({ length: 20_000 }, (_, n) => [`field${n}`, '1']))],
  ['application/json', '{"__proto__":{"x":1},"constructor":{"prototype":1},"toString":1,"hasOwnProperty":0}'],
  ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['application/json; charset=utf-16', Buffer.from('{"a":1}', 'utf16le')],
  ['application/json;;;charset', '{}'],
  ['APPLICATION/JSON', '{}'],
  ['application/vnd.api+json', '{}'],
  ['application/x-www-form-urlencoded', 'a&'.repeat(100_000)],
  ['application/x-www-form-urlencoded', '%&%zz=%&=&==&%00=%00'],
  ['application/x-www-form-urlencoded', '__proto__=1&__proto__[x]=2&constructor=3&toString=4'],
  ['application/x-www-form-urlencoded; charset=nonsense', 'a=%E4'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', 'x'],
  [`multipart/form-data; boundary=${'x'.repeat(300)}`, 'x'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--\r\n'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nwithout an end'],
  ['multipart/form-data; boundary=x', `--x\r\n${'X-Header: y\r\n'.repeat(5_000)}\r\n1\r\n--x--\r\n`],
  ['multipart/mixed; boundary=x', '--x\r\n\r\n1\r\n--x--\r\n'],
  ['text/xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['text/plain', '{}'],
  ['*/*', '{}'],
  ['nonsense', '{}'],
];

function* bodiesTo(route: Route): Generator<Hostile> {
  const path = pathOf(route);
  for (const [type, body] of BODIES) yield { path, body, headers: { 'content-type': type } };
  const names = namesOf(route, 'body');
  for (const name of names) {
    const with_ = (json: string) => rightBody(names).set(name, json);
    const described = describedIn(route, 'body').filter(([one]) => one === name);
    const particular = described.flatMap(([, schema]) => edges(schema));
    for (const json of [...particular, ...oddJson()])
      yield { path, odd: [name, json], body: objectOf(with_(json)), headers: JSON_TYPE };
    for (const text of oddTexts()) {
      const odd: [string, string] = [name, text];
      const fields = Array.from(with_(JSON.stringify(text)), ([key, value]): [string, string] => [key, asText(value)]);
      yield { path, odd, body: fields.map(([key, value]) => `${key}=${encoded(value)}`).join('&'), headers: FORM_TYPE };
      yield { path, odd, ...form(fields) };
      yield { path, odd, ...form([...fields, [name, text], [`${name}[]`, text]]) };
      // As the name of a file and of a field.
      yield { path, odd, ...form([...fields, [name, { name: text, bytes: Buffer.from(text) }]]) };
    }
  }
  for (const text of TEXTS) yield { path, ...form([[text, text]]) };
  const odd = '{"toString":1}';
  yield { path, ...form(names.map((name) => [name, odd])) };
  const part = (name: string, body: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${body}\r\n`;
  for (const name of names) {
    for (const value of [odd, '['.repeat(20_000) + ']'.repeat(20_000), 'null', '[1,2]', '{']) {
      yield {
        path,
        body: `${part(name, value)}--x--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      };
    }
  }
}

/** The fault of an answer; null if there is none. */
function wrongAnswer(answer: Awaited<ReturnType<TestApp['rest']>>, names: string[]): string | null {
  const { statusCode, body, headers } = answer;
  if (statusCode >= 500) return 'a fault';
  if (statusCode === 204) return body === '' ? null : 'a body without content';
  if (statusCode < 400 && !String(headers['content-type']).includes('application/json')) {
    return headers['content-disposition'] ? null : 'neither JSON nor a download';
  }
  const answered = JSON.parse(body);
  if (statusCode < 400) return null;
  const { message, errors = {}, error = message, response, ...others } = answered;
  if (typeof message !== 'string' || Object.keys(others).length > 0 || error !== message) return 'another shape';
  if (response && response.app_status_msg !== message) return 'another shape';
  for (const [name, messages] of Object.entries(errors)) {
    if (!names.includes(name) && !names.includes(`${name}[]`) && !/^(id|naming)$/.test(name))
      return `an error of ${name}`;
    if (!Array.isArray(messages) || !messages.every((one) => typeof one === 'string')) return 'another shape';
  }
  return LEAK.test(body) ? 'a leak' : null;
}

async function attack(route: Route, as: Person, requests: Iterable<Hostile>): Promise<string[]> {
  const names = [...namesOf(route, 'body'), ...namesOf(route, 'query')];
  const faults: string[] = [];
  for (const { path, ...request } of requests) {
    const headers = { ...request.headers, ...target.nextAddress() };
    const answer = await target.app.rest(route.method, path, { as, body: request.body, headers });
    const changed = await target.changedTables();
    const wrong =
      wrongAnswer(answer, names) ?? (answer.statusCode >= 400 && changed.length ? `changed ${changed}` : null);
    if (wrong)
      faults.push(
        `${wrong}: ${answer.statusCode} ${answer.body.slice(0, 200)} of ${route.method} ${path.slice(0, 150)} ${excerpt(request)}`,
      );
  }
  return faults;
}

const excerpt = ({ body, headers, odd }: Omit<Hostile, 'path'>) =>
  `${headers?.['content-type'] ?? ''} ${String(odd ?? body ?? '').slice(0, 200)}`;

const CALLER = { visitor: 'visitor', session: 'locksmith', payer: 'locksmith', member: 'locksmith' } as const;

test('REST answers every request without a fault, and a refusal changes nothing', { timeout: 600_000 }, async () => {
  const faults: string[] = [];
  for (const route of routes) {
    const kind = CALLER[route.operation.access as keyof typeof CALLER] ?? 'administrator';
    await target.forgetThrottles();
    faults.push(...(await attack(route, target.callers[kind], requestsTo(route))));
    // A caller without access is refused before anything is read.
    const few = [...requestsOfAnybody(route)];
    for (const other of ['visitor', 'locksmith'] as const)
      faults.push(...(await attack(route, target.callers[other], few)));
  }
  expect(faults).toEqual([]);
});

function requestsTo(route: Route): Iterable<Hostile> {
  // Signing out would end the caller's session.
  if (route.path === '/logout') return [];
  return route.method === 'GET' || route.method === 'DELETE' ? queriesTo(route) : bodiesTo(route);
}

function* requestsOfAnybody(route: Route): Generator<Hostile> {
  const path = pathOf(route);
  for (const query of QUERIES) yield { path: `${path}?${query}` };
  if (route.path === '/logout' || route.method === 'GET' || route.method === 'DELETE') return;
  for (const [type, body] of BODIES) yield { path, body, headers: { 'content-type': type } };
}

test('every field that the document describes is attacked', () => {
  for (const route of routes)
    for (const part of ['query', 'body'] as const) {
      const attacked = namesOf(route, part);
      const described = describedIn(route, part).map(([name]) => name);
      expect(described.filter((name) => !attacked.includes(name) && !ALIKE.test(name))).toEqual([]);
    }
});

test('there were thousands of requests', () => {
  expect(target.count).toBeGreaterThan(8_000);
});
