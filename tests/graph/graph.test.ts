import { readFileSync } from 'node:fs';
import {
  type GraphQLObjectType,
  getNamedType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isSpecifiedScalarType,
  NoDeprecatedCustomRule,
  parse,
  buildSchema as schemaOf,
  validate,
} from 'graphql';
import { serverAudits } from 'graphql-http';
import { beforeAll, describe, expect, test } from 'vitest';
import { TokenScope } from '../../server/accounts/tokenScope';
import { OLDEST_RUNNING } from '../../server/catalogue/feed/feed.operations';
import { documentStore } from '../../server/graph/documents';
import { buildSchema, printedSchema } from '../../server/graph/graphql';
import { type Person, sharedApp, startApp, type TestApp } from '../support/app';
import { clientDocuments } from '../support/clientDocuments';
import { createKeySystem, createMake, createModel } from '../support/factories';
import { people, sharedPerson, withToken } from '../support/people';
import { form } from '../support/pictures';
import { faultsOf } from '../support/tables';

const app = sharedApp();
const locksmith = sharedPerson(app, 'locksmith');
let url: string;
beforeAll(async () => {
  await createMake(app);
  url = `${await app.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
});

const LITTLE =
  `a an the of its their it is are be this that these those in on at for to and or by with one all each every
  how when what which who where whether so`.split(/\s+/);

/** The words of a name or a sentence in their singular, without those that say little. */
const wordsOf = (text: string) =>
  (
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .filter((word) => !LITTLE.includes(word))
    .map((word) => word.replace(/e?s$/, ''));

describe('the schema', () => {
  test('schema.graphql matches the resolvers', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema(buildSchema()));
  });

  test('describes every type, field, argument and value, in more than the words of its name', () => {
    const idle = (name: string, description?: string | null) => {
      const own = wordsOf(name);
      return wordsOf(description ?? '').every((word) => own.includes(word));
    };
    const bare: string[] = [];
    for (const type of Object.values(buildSchema().getTypeMap())) {
      if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
      if (idle(type.name, type.description) && !['Query', 'Mutation'].includes(type.name)) bare.push(type.name);
      if ('getValues' in type)
        for (const { name, description } of type.getValues())
          if (idle(name, description)) bare.push(`${type.name}.${name}: ${description}`);
      if (!('getFields' in type)) continue;
      for (const field of Object.values(type.getFields())) {
        if (idle(field.name, field.description)) bare.push(`${type.name}.${field.name}: ${field.description}`);
        for (const arg of 'args' in field ? field.args : [])
          if (idle(arg.name, arg.description)) bare.push(`${type.name}.${field.name}(${arg.name}): ${arg.description}`);
      }
    }
    expect(bare).toEqual([]);
  });

  test('a mutation takes at most one input, of its own type, and returns an object', () => {
    const mutations = Object.values(buildSchema().getMutationType()!.getFields());
    const inputs = mutations.flatMap(({ args }) => args.map(({ name, type }) => `${name}: ${type}`));
    expect(inputs.filter((input) => !/^input: \w+Input!$/.test(input))).toEqual([]);
    expect(new Set(inputs).size).toBe(inputs.length);
    expect(mutations.filter(({ args }) => args.length === 0).map(({ name }) => name)).toEqual([
      'logout',
      'skipTour',
      'endOtherSessions',
      'startPasskeySignIn',
      'forgetTrustedDevices',
    ]);
    const others = mutations.filter(({ type }) => !isNonNullType(type) || !isObjectType(type.ofType));
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  test('the client uses nothing that is marked as deprecated', () => {
    const schema = schemaOf(readFileSync('schema.graphql', 'utf8'));
    expect(clientDocuments.length).toBeGreaterThan(50);
    for (const [name, document] of clientDocuments) {
      expect(validate(schema, document, [NoDeprecatedCustomRule]), name).toEqual([]);
    }
  });

  test('GET /schema.graphql serves it', async () => {
    const response = await app.app.inject({ url: '/schema.graphql' });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(readFileSync('schema.graphql', 'utf8'));
  });
});

describe('GraphQL over HTTP', () => {
  test('passes every audit of graphql-http', async () => {
    const audits = serverAudits({ url: () => url, fetchFn: fetch });
    const faults = await faultsOf(
      audits.map((audit) => [audit.name, audit] as const),
      async (audit) => expect(await audit.fn()).toMatchObject({ status: 'ok' }),
    );
    expect(faults).toEqual({});
    expect(audits).toHaveLength(61);
  });
});

describe('a query beyond the limits', () => {
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: makeOptions { id }`).join(' ')} }`;
  test.each([
    ['16 aliases', aliases(16)],
    ['aliases in fragments', `{ ...f } fragment f on Query ${aliases(16)}`],
    ['more than 1,000 tokens', `{ makeOptions { ${'id '.repeat(1_001)} } }`],
    ['directives', `{ makeOptions { id ${'@include(if: true) '.repeat(6)} } }`],
    ['a recursive fragment', '{ makeOptions { ...f } } fragment f on Make { ...f }'],
    ['an unknown field', '{ makeOptions { secret } }'],
    ['a long alias', `{ ${'a'.repeat(65)}: makeOptions { id } }`],
    ['a long field', `{ makeOptions { ${'a'.repeat(500_000)} } }`],
    ['a long name behind a text', `{ jump(text: "\\"${'b'.repeat(100)}") { ${'a'.repeat(65)} } }`],
    ['many comments', `{ makeOptions { id } }\n${'#\n'.repeat(1_001)}`],
  ])('%s is refused', async (_name, query) => {
    app.statements();
    const answer = await app.graph(query, {}, locksmith);
    expect(answer.data ?? null).toBeNull();
    expect(['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', 'BAD_REQUEST']).toContain(
      answer.errors?.[0]?.extensions.code,
    );
    expect(JSON.stringify(answer).length).toBeLessThan(2_000);
    expect(JSON.stringify(answer)).not.toMatch(/node_modules|stack/);
    expect(app.statements()).toEqual([]);
  });

  test.each([
    ['a name of 64 characters', `{ ${'a'.repeat(64)}: makeOptions { id } }`],
    ['a long word in a text', `{ jump(text: "${'a'.repeat(200)}") { name } }`],
    ['a long word in a block', `{ jump(text: """x "${'a'.repeat(200)}""") { name } }`],
    ['a long word in a comment', `{ makeOptions { id } } # ${'a'.repeat(200)}`],
    ['a thousand comments', `{ makeOptions { id } }\n${'# #\n'.repeat(1_000)}`],
  ])('%s is accepted', async (_name, query) => {
    expect((await app.graph(query, {}, locksmith)).errors).toBeUndefined();
  });

  test('documents are kept up to a total size that counts their texts and comments', async () => {
    const store = documentStore();
    for (const padding of ['x'.repeat(1_000_000), '\n#'.repeat(1_000)]) {
      const parsed = parse(`{ me { id } } #${padding}`);
      for (let n = 0; n < 100; n++) await store.set(`${padding.length} ${n}`, parsed);
      expect(await store.get(`${padding.length} 99`)).toBe(parsed);
      expect(await store.get(`${padding.length} 0`)).toBeUndefined();
    }
    // A document that is larger than everything together is not kept, and evicts nothing.
    await store.set('small', parse('{ me { id } }'));
    await store.set('large', parse(`{ me { id } } #${'x'.repeat(20_000_000)}`));
    expect(await store.get('large')).toBeUndefined();
    expect(await store.get('small')).toBeDefined();
  });

  test('more than ten levels are refused, ten are not', async () => {
    // No type is nested ten levels deep, so unknown fields stand in. Both validation rules see the same document.
    const depthErrors = async (levels: number) => {
      const answer = await app.graph(`${'{ deeper '.repeat(levels)}${'} '.repeat(levels)}`, {}, locksmith);
      return answer.errors?.filter(({ message }) => /depth/i.test(message)).length;
    };
    expect(await depthErrors(10)).toBe(0);
    expect(await depthErrors(11)).toBe(1);
  });

  test.each([
    ['a subscription', { query: 'subscription { me { id } }' }],
    ['a persisted query', { extensions: { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } } }],
  ])('%s is a client error, not an internal error', async (_name, payload) => {
    const response = await app.app.inject({ method: 'POST', url: '/graphql', payload });
    expect(response.json().errors[0].extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
  });

  test('a batch is refused', async () => {
    const payload = [{ query: '{ me { id } }' }, { query: '{ me { id } }' }];
    const response = await app.app.inject({ method: 'POST', url: '/graphql', payload });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  test('15 aliases are accepted', async () => {
    expect((await app.graph(aliases(15), {}, locksmith)).errors).toBeUndefined();
  });

  test.each([
    [
      'a body over 1 MiB',
      JSON.stringify({ query: `{ me { id } } # ${'x'.repeat(1_100_000)}` }),
      'application/json',
      413,
    ],
    ['broken JSON', '{"query":', 'application/json', 400],
    ['another content type', '<query/>', 'text/xml', 415],
  ])('%s gets an error as the graph writes it', async (_name, payload, type, status) => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/graphql',
      payload,
      headers: { 'content-type': type },
    });
    expect(response.statusCode).toBe(status);
    expect(response.json().errors[0]).toEqual({
      message: expect.any(String),
      extensions: { code: expect.any(String), requestId: expect.any(String) },
    });
  });
});

describe('requests are UTF-8 or refused', () => {
  const asked = { query: 'mutation ($details: String!) { createLogEntry(input: { details: $details }) { details } }' };
  const post = (payload: Buffer | string, type = 'application/json') =>
    app.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': type, 'apollo-require-preflight': '1', cookie: `session=${locksmith.token}` },
      payload,
    });
  const body = JSON.stringify({ ...asked, variables: { details: 'Ténéré' } });

  test.each([
    ['latin-1', Buffer.from(body, 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${body}`, 'utf16le')],
    ['half a character', Buffer.from(body).subarray(0, -4)],
  ])('a body in %s is refused', async (_what, payload) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('a byte-order mark is dropped', async () => {
    const answer = await post(`\ufeff${body}`);
    expect(answer.json()).toMatchObject({ data: { createLogEntry: { details: 'Ténéré' } } });
  });

  test('so are the operations of a multipart body', async () => {
    const as = await people.administrator(app);
    const send = async (encoding: 'latin1' | 'utf8') => {
      const { body, headers } = form([
        ['operations', JSON.stringify({ ...asked, variables: { details: 'Ténéré', file: null } })],
        ['map', '{"0":["variables.file"]}'],
        ['0', { name: 'a.png', bytes: Buffer.from('x') }],
      ]);
      return app.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { ...headers, 'apollo-require-preflight': '1', cookie: `session=${as.token}` },
        payload: Buffer.from(body.toString('utf8'), encoding),
      });
    };
    const refused = await send('latin1');
    expect([refused.statusCode, refused.json().errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await send('utf8')).json()).toMatchObject({ data: { createLogEntry: { details: 'Ténéré' } } });
  });

  test('a multipart body may have as many values as fit in it', async () => {
    const as = await people.administrator(app);
    const unused = [Array(200_000).fill(1), Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`k${n}`, 1]))];
    for (const many of unused) {
      const { body, headers } = form([
        ['operations', JSON.stringify({ query: '{ me { username } }', variables: { many } })],
        ['map', '{}'],
      ]);
      const answer = await app.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { ...headers, 'apollo-require-preflight': '1', cookie: `session=${as.token}` },
        payload: body,
      });
      expect(answer.json()).toMatchObject({ data: { me: { username: as.user!.username } } });
    }
  });

  test.each(['query=%7Bme%7Bid%7D%7D%E9', 'query=%7Bme%7Bid%7D%7D&variables=%7B%22a%22:%22%C3%22%7D'])(
    'so is GET ?%s',
    async (query) => {
      expect((await app.app.inject(`/graphql?${query}`)).statusCode).toBe(400);
    },
  );

  test.each(['operationName=', 'operationName=&variables=&extensions=', 'variables='])(
    'a GET with the blank %s is answered as without it',
    async (blank) => {
      for (const url of [`/graphql?query=%7Bme%7Bid%7D%7D&${blank}`, `/graphql?${blank}&query=%7Bme%7Bid%7D%7D`]) {
        const answer = await app.app.inject({ url, headers: { accept: 'application/json' } });
        expect([answer.statusCode, answer.json()]).toMatchObject([200, { data: { me: null } }]);
      }
    },
  );
});

describe('introspection and the editor', () => {
  const introspect = '{ __schema { queryType { name } } }';
  test('are on outside production', async () => {
    expect((await app.graph(introspect)).data?.__schema.queryType.name).toBe('Query');
    const page = await app.app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('GraphiQL');
  });

  test('are off in production', async () => {
    const production = await startApp({ config: { production: true } });
    try {
      expect((await production.graph(introspect)).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
      const page = await production.app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
      expect(page.headers['content-type']).not.toContain('text/html');
    } finally {
      await production.close();
    }
  });
});

describe('a query that is asked often', () => {
  const FRAGMENTS = `query Often($id: ID!, $withPictures: Boolean!) {
    first: model(id: $id) { ...Line ... on Model { year } }
    second: model(id: $id) { id images @include(if: $withPictures) { url } make { fullName } }
  }
  fragment Line on Model { __typename name spacing depth { oneX } createdAt }`;
  test.each([
    ['fragments, aliases and directives', FRAGMENTS, { withPictures: true }],
    ['a field left out by a directive', FRAGMENTS, { withPictures: false }],
    ['an error of the operation', '{ makeOptions { id } model(id: "999999") { id } }', {}],
    ['errors in a list', '{ makeOptions { id } a: clients { total } }', {}],
    ['a wrong variable', 'query ($page: Int!) { myCorrections(page: $page) { total } }', { page: 'one' }],
    ['a missing variable', 'query ($page: Int!) { myCorrections(page: $page) { total } }', {}],
    [
      'names of prototypes',
      'query ($text: String!) { jump(text: $text) { __proto__: model { __proto__: make { fullName } constructor: name } } }',
      { text: 'model' },
    ],
    [
      'names that a compiler may use itself',
      'query ($text: String!) { jump(text: $text) { model { x_idx0_y: name info: year parent: id __context: ilco images { _idx0: url } } } }',
      { text: 'model' },
    ],
    ['one of two operations', 'query A { me { username } } query B { __typename }', {}],
  ])('is answered like the first time: %s', async (_what, query, variables) => {
    const { id } = await createModel(app, await createMake(app));
    const withoutRequest = (key: string, value: unknown) => (key === 'requestId' ? undefined : value);
    const ask = async () => {
      const answer = await app.graph(query, { id: String(id), ...variables }, locksmith);
      return JSON.parse(JSON.stringify(answer), withoutRequest);
    };
    const first = await ask();
    for (let n = 0; n < 25; n++) expect(await ask()).toEqual(first);
  });
});

/** Every field below `type` that needs no argument, through each type at most once. */
function everythingOf(type: GraphQLObjectType, above: readonly string[] = []): string {
  const seen = [...above, type.name];
  return Object.values(type.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map((field) => {
      const leads = getNamedType(field.type);
      if (!isObjectType(leads)) return field.name;
      return `${field.name} { ${seen.includes(leads.name) ? '__typename' : everythingOf(leads, seen)} }`;
    })
    .join(' ');
}

describe('a part that is refused does not take the rest with it:', () => {
  const ADMINISTRATORS = ['keySystem.modelsCount', 'keySystem.notes'];
  test.each<[string, (app: TestApp) => Promise<Person>, string, string, string[]]>([
    ['a visitor', people.visitor, 'sampleSheet', 'UNAUTHENTICATED', ['history', ...ADMINISTRATORS, 'otherKeys']],
    ['a member', people.locksmith, 'model', 'FORBIDDEN', ['history', ...ADMINISTRATORS]],
    [
      'a token for copies',
      async (app) => withToken(app, (await people.downloader(app)).user!, { scopes: [TokenScope.DOWNLOAD] }),
      'catalogueChanges',
      'FORBIDDEN',
      [...ADMINISTRATORS, 'model.history', ...ADMINISTRATORS.map((path) => `model.${path}`), 'model.otherKeys'],
    ],
    ['an administrator', people.administrator, 'model', '', []],
  ])('%s asks for all fields', async (_who, personOf, root, code, expected) => {
    const as = await personOf(app);
    const before = await app.graph('{ catalogueChanges(limit: 500) { next } }', {}, await people.downloader(app));
    const make = await createMake(app, { fullName: 'Honda Motor Company' });
    const keySystem = await createKeySystem(app, { notes: 'ours' });
    const { id } = await createModel(app, make);
    await app.sql('update models set key_system_id = ? where id = ?', [keySystem.id, id]);
    await app.sql('insert into sample_sheet (model_id) values (?) on conflict (only_one) do update set model_id = ?', [
      id,
      id,
    ]);
    const unsettled = () => app.sql(`select from catalogue_feed where xid >= ${OLDEST_RUNNING}`);
    await expect.poll(unsettled).toEqual([]);

    const field = buildSchema().getQueryType()!.getFields()[root]!;
    const args = {
      sampleSheet: '',
      model: `(id: ${id})`,
      catalogueChanges: `(limit: 10, since: "${before.data!.catalogueChanges.next}")`,
    }[root];
    const type = getNamedType(field.type) as GraphQLObjectType;
    const { data, errors = [] } = await app.graph(`{ ${root}${args} { ${everythingOf(type)} } }`, {}, as);
    expect([...new Set(errors.map(({ extensions }) => extensions.code))]).toEqual(code ? [code] : []);
    const inRecord = ({ path }: { path?: readonly (string | number)[] }) =>
      path!.filter((step) => step !== root && step !== 'items' && typeof step === 'string').join('.');
    expect([...new Set(errors.map(inRecord))].sort()).toEqual(expected);
    for (const { path } of errors) expect(path!.reduce((value: any, step) => value[step], data)).toBeNull();
    const changes: { model: object | null; keySystem: object | null }[] | undefined = data![root].items;
    const model = changes
      ? changes.find(({ model }) => model && (model as { id: string }).id === String(id))!.model
      : data![root];
    expect(model).toMatchObject({
      make: { fullName: 'Honda Motor Company', version: 1 },
      keySystem: { name: keySystem.name, version: 1, createdAt: expect.any(String), updatedAt: expect.any(String) },
      keyDataHash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });
});

test('an internal error is reported as the fixed text, without details', async () => {
  const broken = await startApp();
  try {
    await broken.sql('alter table makes rename to broken');
    const admin = await people.administrator(broken);
    const answer = await broken.graph('{ makeOptions { id } }', {}, admin);
    expect(answer.errors).toEqual([
      {
        message: 'A server error occurred. Please try again later.',
        path: ['makeOptions'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
      },
    ]);
    const rest = await broken.rest('GET', '/company-detail/list', { as: admin });
    expect([rest.statusCode, rest.json()]).toEqual([
      500,
      { message: 'A server error occurred. Please try again later.' },
    ]);
  } finally {
    await broken.close();
  }
});
