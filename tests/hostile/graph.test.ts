import type { LightMyRequestResponse } from 'fastify';
import {
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSchema } from '../../server/graph/graphql';
import type { Person } from '../support/app';
import { form } from '../support/pictures';
import { startImport } from '../support/sheets';
import { faultsOf } from '../support/tables';
import { edgesOf, LEAK, listsOf, objectOf, oddJson, TEXTS, Turns } from './corpus';
import { startTarget, type Target } from './target';

interface Hostile {
  url?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** The odd part of the request. */
  about: string;
}

const schema: GraphQLSchema = buildSchema();
/** The fields of a type. Those of a record are requested `inside` a query that returns one. */
const fieldsOf = (type: string, kind: 'query' | 'mutation', inside?: (call: string) => string) =>
  Object.values((schema.getType(type) as GraphQLObjectType).getFields())
    .filter(({ args }) => !inside || args.length > 0)
    .map((field) => [inside ? `${type}.${field.name}` : field.name, { field, kind, inside }] as const);
const FIELDS = [
  ...fieldsOf('Query', 'query'),
  ...fieldsOf('Model', 'query', (call) => `models(limit: 1) { items { ${call} } }`),
  ...fieldsOf('Import', 'query', (call) => `import(id: 1) { ${call} }`),
  ...fieldsOf('User', 'query', (call) => `user(id: 1) { ${call} }`),
  ...fieldsOf('Mutation', 'mutation'),
];
/** A call of the field with these arguments, inside its record if it has one. */
function callOf({ field, inside }: Field, args: string): string {
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const call = `${field.name}${args && `(${args})`} ${selection}`;
  return inside ? inside(call) : call;
}
type Field = (typeof FIELDS)[number][1];

let target: Target;
beforeAll(async () => {
  target = await startTarget('the graph');
  await startImport(target.app, target.callers.administrator, 'Make\nHonda');
  await target.changedTables();
});
afterAll(() => target.close());

/** A valid value for an argument or field, as JSON. */
function right(type: GraphQLInputType, name: string): string {
  if (isNonNullType(type)) return right(type.ofType, name);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return JSON.stringify(type.getValues()[0]?.name);
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((one) => isRight(one.name) || isNonNullType(one.type));
    return objectOf(fields.map((one) => [one.name, right(one.type, one.name)]));
  }
  if (/email|username/i.test(name)) return `"user${target.count}@example.com"`;
  if (/^(page|limit|cuts|sides)$/.test(name)) return '1';
  // A cursor is what an earlier answer gave; null is the beginning.
  if (/^(after|since)$/.test(name)) return 'null';
  if (name === 'intoId') return '"2"';
  return (
    {
      Boolean: 'false',
      Int: '2007',
      Float: '0.048',
      ID: '"1"',
      LocalDate: '"2027-01-01"',
      DateTime: '"2026-01-01T00:00:00Z"',
    }[type.name] ?? '"x"'
  );
}
const isRight = (name: string) => !/^(id|version|copyOf|icon|images|sheetId)$/.test(name);

/** The paths and types of all arguments, and of all fields in input objects. */
function pathsOf(type: GraphQLInputType, path: string[]): { path: string[]; type: GraphQLInputType }[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [{ path, type }];
  const fields = Object.values(named.getFields()).flatMap((field) => pathsOf(field.type, [...path, field.name]));
  return [{ path, type }, ...fields];
}

/** What is odd for this type in particular. */
function edges(type: GraphQLInputType): string[] {
  if (isNonNullType(type)) return edges(type.ofType);
  if (isListType(type)) return listsOf(edges(type.ofType));
  return edgesOf(type.name, isEnumType(type) ? type.getValues().map(({ name }) => name) : []);
}

/** The variables of a call, with `odd` at `path`. */
function variablesOf({ field }: Field, path: string[], odd: string): string {
  const at = (type: GraphQLInputType, [next, ...rest]: string[], _name: string): string => {
    if (next === undefined) return odd;
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return odd;
    const fields = Object.values(named.getFields()).filter(
      (one) => isRight(one.name) || isNonNullType(one.type) || one.name === next,
    );
    const one = objectOf(
      fields.map((one) => [one.name, one.name === next ? at(one.type, rest, next) : right(one.type, one.name)]),
    );
    return isListType(isNonNullType(type) ? type.ofType : type) ? `[${one}]` : one;
  };
  return objectOf(
    field.args
      .filter((arg) => arg.name === path[0] || isRight(arg.name) || isNonNullType(arg.type))
      .map((arg) => [
        arg.name,
        arg.name === path[0] ? at(arg.type, path.slice(1), arg.name) : right(arg.type, arg.name),
      ]),
  );
}

function documentOf(one: Field): string {
  const { field, kind } = one;
  const variables = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const args = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  return `${kind} ${variables && `(${variables})`} { ${callOf(one, args)} }`;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const asked = (query: string, about = query.slice(0, 150)): Hostile => ({
  about,
  body: JSON.stringify({ query }),
  headers: JSON_TYPE,
});

const LITERALS = new Turns([
  ...['null', '[[[[1]]]]', '{toString: 1}', '1e999', '-0', 'toString', '"""\n"""', '"\\uD800"', '$x', '[]'],
]);

function* requestsTo(name: string, one: Field): Generator<Hostile> {
  const query = JSON.stringify(documentOf(one));
  for (const { path, type } of one.field.args.flatMap((arg) => pathsOf(arg.type, [arg.name]))) {
    for (const odd of [...edges(type), ...oddJson()]) {
      const body = `{"query":${query},"variables":${variablesOf(one, path, odd)}}`;
      yield { about: `${name} ${path.join('.')} ${odd.slice(0, 100)}`, body, headers: JSON_TYPE };
    }
  }
  for (const odd of ['[]', '"x"', '5', '{"__proto__":{"id":1}}', '['.repeat(20_000) + ']'.repeat(20_000)]) {
    yield {
      about: `${name} variables ${odd.slice(0, 50)}`,
      body: `{"query":${query},"variables":${odd}}`,
      headers: JSON_TYPE,
    };
  }
  // In the document itself, as literals instead of variables.
  for (const arg of one.field.args) {
    for (const literal of LITERALS.take(4)) yield asked(`${one.kind} { ${callOf(one, `${arg.name}: ${literal}`)} }`);
  }
}

const many = (times: number, text: (n: number) => string) => Array.from({ length: times }, (_, n) => text(n)).join(' ');
const DOCUMENTS = [
  '',
  ' ',
  '#',
  '{',
  '{ }',
  '{ me }',
  '{ me { id } } { me { id } }',
  'query a { me { id } } query a { me { id } }',
  'subscription { me { id } }',
  'fragment a on SignedInUser { id }',
  '{ me { ...a } } fragment a on SignedInUser { ...b } fragment b on SignedInUser { ...a }',
  '{ me { ...a } } fragment a on SignedInUser { ...a }',
  '{ me { ...none } }',
  '{ ...a } fragment a on Query { me { id } ...a }',
  '{ me @include(if: "x") { id } }',
  '{ me @skip { id } }',
  '{ me @nothing { id } }',
  `{ me ${'@include(if: true) '.repeat(50)} { id } }`,
  `{ ${many(50, (n) => `a${n}: me { id }`)} }`,
  `{ ${many(5_000, () => 'me { id }')} }`,
  `{ ${'me { id '.repeat(300)} ${'}'.repeat(301)}`,
  `{ model(id: ${'['.repeat(400)}${']'.repeat(400)}) { id } }`,
  `{ model(id: {${'a: {'.repeat(300)}${'}'.repeat(301)}) { id } }`,
  `query (${many(200, (n) => `$v${n}: Int`)}) { me { id } }`,
  `${many(100, (n) => `query q${n} { me { id } }`)}`,
  `{ ${many(30, (n) => `...f${n}`)} } ${many(30, (n) => `fragment f${n} on Query { ...f${n + 1} me { id } }`)}`,
  '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
  '{ __type(name: "User") { name } }',
  '{ __typename __proto__ constructor toString }',
  'query ($a: [[[[Int]]]]) { me { id } }',
  'query ($a: Int = {}) { me { id } }',
  'query ($a: None!) { me { id } }',
  'query ($file: Upload!) { me { id } }',
  'mutation { uploadImage(input: { use: MODEL, file: "x" }) { hash } }',
  'mutation { uploadImage(input: { use: MODEL, file: null }) { hash } }',
  'mutation { startImport(input: { file: {} }) { id } }',
  `query { me { id } } # ${'x'.repeat(900_000)}`,
  '\ufeff{ me { id } }',
  '{ me { id } }\0',
  '{ me { \u202eid } }',
  'type A { b: Int }',
  'extend schema @link',
  'schema { query: A }',
  '"a" { me { id } }',
  ...TEXTS,
];

const BODIES = [
  '',
  'null',
  '[]',
  '[{"query":"{ me { id } }"}]',
  '5',
  '"{ me { id } }"',
  '{}',
  '{"query":null}',
  '{"query":5}',
  '{"query":{}}',
  '{"query":["{ me { id } }"]}',
  '{"query":"{ me { id } }","variables":"x"}',
  '{"query":"{ me { id } }","variables":"{"}',
  '{"query":"{ me { id } }","variables":5}',
  '{"query":"{ me { id } }","variables":[]}',
  '{"query":"{ me { id } }","operationName":5}',
  '{"query":"{ me { id } }","operationName":{}}',
  '{"query":"{ me { id } }","operationName":"__proto__"}',
  '{"query":"query ($limit: Int) { makes(limit: $limit) { total } }","variables":{"limit":null}}',
  '{"query":"query ($yes: Boolean = true) { me @include(if: $yes) { id } }","variables":{"yes":null}}',
  '{"query":"{ me { id } }","extensions":5}',
  '{"query":"{ me { id } }","extensions":[]}',
  '{"query":"{ me { id } }","extensions":{"persistedQuery":5}}',
  '{"query":"{ me { id } }","extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}',
  '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":{"toString":1,"valueOf":1}}}}',
  '{"extensions":{"persistedQuery":{"version":{},"sha256Hash":{}}}}',
  '{"__proto__":{"query":"{ me { id } }"}}',
  '{"constructor":{"prototype":1},"query":"{ me { id } }"}',
  '['.repeat(100_000),
  '['.repeat(100_000) + ']'.repeat(100_000),
  '{',
];
const URLS = [
  '',
  '?query=',
  '?query={',
  '?query=%7Bme%7Bid%7D%7D&variables=x',
  '?query=%7Bme%7Bid%7D%7D&variables=%5B%5D',
  '?query=%7Bme%7Bid%7D%7D&query=x',
  '?query[]=x',
  '?query=mutation%7Blogout%7Busername%7D%7D',
  '?extensions=x',
  '?query=%ED%A0%80',
  '?query=%00',
  '?query=%7Bme%7Bid%7D%7D&operationName=x&extensions=%7B',
  '?__proto__=1',
  `?${'query=x&'.repeat(1_000)}`,
];

function* documents(): Generator<Hostile> {
  for (const query of DOCUMENTS) yield asked(query);
  for (const body of BODIES) yield { about: body.slice(0, 150), body, headers: JSON_TYPE };
  for (const type of ['application/graphql', 'text/plain', 'application/x-www-form-urlencoded', '', 'nonsense', '*/*'])
    yield { about: type, body: '{"query":"{ me { id } }"}', headers: { 'content-type': type } };
  for (const url of URLS) yield { about: url, url };
  const upload = 'mutation ($file: Upload!) { uploadImage(input: { use: MODEL, file: $file }) { hash } }';
  const operations = JSON.stringify({ query: upload, variables: { file: null } });
  const maps = [
    '',
    '{',
    '[]',
    '5',
    'null',
    '{"0":5}',
    '{"0":[]}',
    '{"0":[5]}',
    '{"0":["x"]}',
    '{"0":["variables.__proto__.x"]}',
    '{"0":["__proto__.query"]}',
    '{"0":["variables.file.toString.x"]}',
    '{"1":["variables.file"]}',
    '{"0":["query"]}',
    `{"0":["${'a.'.repeat(20_000)}"]}`,
    '{"__proto__":["variables.file"]}',
    '{"0":["variables.file","variables.file"]}',
  ];
  const send = (fields: Parameters<typeof form>[0], about: string): Hostile => {
    const { body, headers } = form(fields);
    return { about, body, headers: { ...headers, 'apollo-require-preflight': 'true' } };
  };
  const file = { name: 'x.png', bytes: Buffer.from('x') };
  for (const map of maps)
    yield send(
      [
        ['operations', operations],
        ['map', map],
        ['0', file],
      ],
      `map ${map.slice(0, 80)}`,
    );
  for (const odd of [...BODIES, '{"query":"x","variables":{"file":{}}}'])
    yield send(
      [
        ['operations', odd],
        ['map', '{"0":["variables.file"]}'],
        ['0', file],
      ],
      `operations ${odd.slice(0, 80)}`,
    );
  for (const name of TEXTS)
    yield send(
      [
        ['operations', operations],
        ['map', '{"0":["variables.file"]}'],
        ['0', { ...file, name }],
      ],
      `a file ${name.slice(0, 80)}`,
    );
  yield send(
    [
      ['map', '{}'],
      ['operations', operations],
    ],
    'the wrong order',
  );
  yield send(
    [
      ['operations', operations],
      ['map', '{"0":["variables.file"]}'],
    ],
    'no file',
  );
  yield send([['0', file]], 'a file alone');
  yield {
    about: 'no multipart',
    body: 'x',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'apollo-require-preflight': '1' },
  };
}

const REFUSED =
  /^(BAD_REQUEST|BAD_USER_INPUT|EMAIL_TAKEN|GRAPHQL_(PARSE|VALIDATION)_FAILED|OPERATION_RESOLUTION_FAILURE|PERSISTED_QUERY_NOT_SUPPORTED|UNAUTHENTICATED|PAYMENT_REQUIRED|FORBIDDEN|NOT_FOUND|CONFLICT|ALREADY_PAID|PAYLOAD_TOO_LARGE|UNSUPPORTED_MEDIA_TYPE|TOO_MANY_REQUESTS)$/;

function wrongAnswer({ statusCode, body, headers }: LightMyRequestResponse): string | null {
  if (statusCode >= 500) return 'a fault';
  if (!/json/.test(String(headers['content-type']))) return 'no JSON';
  const { errors = [], extensions: told = {}, ...others } = JSON.parse(body);
  if (Object.keys(told).some((name) => !/^(cost|sheets|matches)$/.test(name))) return 'another shape';
  if (Object.keys(others).some((name) => name !== 'data')) return 'another shape';
  for (const { message, extensions } of errors) {
    if (typeof message !== 'string') return 'another shape';
    if (!REFUSED.test(extensions?.code)) return 'a fault, or no code of ours';
    if (LEAK.test(message) || extensions.stacktrace) return 'a leak';
  }
  return null;
}

async function attack(as: Person, requests: Iterable<Hostile>): Promise<string[]> {
  const faults: string[] = [];
  for (const { about, url = '', body, headers } of requests) {
    const answer = await target.app.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/graphql${url}`,
      headers: { ...headers, ...target.nextAddress(), ...(as.token && { cookie: `session=${as.token}` }) },
      ...(body !== undefined && { payload: body }),
    });
    const changed = await target.changedTables();
    const refused = answer.statusCode >= 400 || answer.body.includes('"errors":[');
    const wrong = wrongAnswer(answer) ?? (refused && changed.length ? `changed ${changed}` : null);
    if (wrong) faults.push(`${wrong}: ${answer.statusCode} ${answer.body.slice(0, 200)} of ${about}`);
    // An import that was accepted goes on in the background; what it changes is not the next request's doing.
    if (!refused && changed.includes('imports')) await target.importsSettle();
  }
  return faults;
}

/** What companies keep is not for administrators, and everything else is. */
const callerOf = ({ field }: Field) =>
  target.callers[/ who are no administrators/.test(field.description ?? '') ? 'locksmith' : 'administrator'];

const fieldsOfKind = (kind: Field['kind']) => FIELDS.filter(([, field]) => field.kind === kind);

test('without its odd value, a call of any query would be right', async () => {
  const faults = await faultsOf(fieldsOfKind('query'), async (field) => {
    const variables = JSON.parse(variablesOf(field, [], ''));
    const { errors = [] } = await target.app.graph(documentOf(field), variables, callerOf(field));
    expect(errors.filter(({ extensions }) => !/^(NOT_FOUND|CONFLICT)$/.test(extensions.code))).toEqual([]);
  });
  expect(faults).toEqual({});
});

describe('the graph answers every request without a fault, and a refusal changes nothing', { timeout: 300_000 }, () => {
  // What the calls above have changed is not the first request's doing.
  beforeAll(async () => void (await target.changedTables()));

  // The queries first, because mutations change and delete what they read.
  test.each(['query', 'mutation'] as const)('each %s, with odd values', async (kind) => {
    const faults: string[] = [];
    for (const [name, field] of fieldsOfKind(kind)) {
      // Signing out would end the caller's session.
      if (name === 'logout') continue;
      await target.forgetThrottles();
      faults.push(...(await attack(callerOf(field), requestsTo(name, field))));
    }
    expect(faults).toEqual([]);
  });

  test.each(['visitor', 'locksmith', 'administrator'] as const)('documents and bodies of a %s', async (kind) => {
    expect(await attack(target.callers[kind], documents())).toEqual([]);
  });
});

test('there were thousands of requests', () => {
  expect(target.count).toBeGreaterThan(12_500);
});

/*
 * graphql-jit writes the texts of a document into the code that it compiles, and turns what looks like its own mark of a
 * date into an expression. It may only ever compile our own queries (docs/decisions/0094).
 */
test('a text in a document never becomes code, however often it is asked for', async () => {
  const mark = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';
  const code = 'globalThis.wasRun = true';
  for (const query of [
    `{ jump(text: "${mark}${code}") { years } }`,
    `{ jump(text: "\\u005f${mark.slice(1)}${code}") { years } }`,
    `{ jump(text: """${mark}${code}""") { years } }`,
    `query ($text: String = "${mark}${code}") { jump(text: $text) { years } }`,
    `{ model(id: "${mark}${code}") { name } }`,
  ])
    for (let times = 0; times < 45; times++) {
      const { statusCode, body } = await target.app.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { ...JSON_TYPE, ...target.nextAddress() },
        payload: { query },
      });
      expect(statusCode, body).toBe(200);
    }
  expect('wasRun' in globalThis).toBe(false);
});
