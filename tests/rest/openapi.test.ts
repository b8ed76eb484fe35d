import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fastify, { type RouteOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { restApi } from '../../server/rest/api';
import { routes } from '../../server/rest/routes';
import { sharedApp, startApp, type TestApp } from '../support/app';
import { createClient, createMake, createModel, createUser, PASSWORD } from '../support/factories';
import { sharedPerson } from '../support/people';
import { form, png } from '../support/pictures';

type Content = Record<string, { schema: object; example?: unknown }>;
interface Operation {
  'x-access': string;
  description: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown>; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, any>; responses: Record<string, { content: Content }> };
}

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let document: Document;
/** One for all checks: most of the work is to compile the schemas that many calls share. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
beforeAll(async () => {
  document = (await app.rest('GET', '/openapi.json')).json();
  ajv.addSchema(document, 'document');
});

const wirePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
const calls = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} /api${wirePath(path)}`),
  );

test('is OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] });
});

test('has exactly the routes of the router', async () => {
  const found: string[] = [];
  const router = fastify();
  router.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) if (!['HEAD', 'OPTIONS'].includes(one)) found.push(`${one} ${url}`);
  });
  const contextOf = () => {
    throw new Error('Nobody calls.');
  };
  await router.register(restApi, { prefix: '/api', contextOf, production: true, sessionCookie: 'session' });
  await router.close();
  // The document itself, and what stands for a PUT or a DELETE (docs/rest.md, "Coming from the PHP server").
  const others = ['GET /api/openapi.json', 'POST /api/clients/:id', 'POST /api/users/:id'];
  expect(found.sort()).toEqual([...calls(), ...others].sort());
  for (const call of calls()) {
    const [method, url] = call.split(' ') as ['GET', string];
    expect(app.app.hasRoute({ method, url }), call).toBe(true);
  }
});

test('every call answers with a documented status, and states what it does and who may make it', async () => {
  for (const { method, path, operation } of routes) {
    const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
    expect(described['x-access']).toBe(operation.access);
    expect(described.description).toMatch(/^[A-Z].+\. For [a-z].+\.$/);
    const credentials = [{ session: [] }, ...(operation.scope ? [{ token: [] }] : [])];
    expect(described.security).toEqual(operation.access === 'visitor' ? [] : credentials);
    const answer = await app.rest(method, path.replace(':id', '1'), { body: method === 'GET' ? undefined : {} });
    const statuses = Object.keys(described.responses);
    if (operation.access !== 'visitor') expect(answer.statusCode).toBe(401);
    expect(statuses).toContain(String(answer.statusCode));
  }
});

test('a call is described as its operation is, with statuses in place of the codes of the graph', () => {
  expect(document.paths['/company-detail/{id}']!.delete!.description).toBe(
    'Deletes a make; 409 if it has models. For administrators. API tokens: CATALOGUE.',
  );
  expect(document.paths['/products/download']!.get!.description).toBe(
    'The catalogue, or what the filter leaves of it, as a file. For members with the download flag, and for administrators. API tokens: DOWNLOAD.',
  );
  const withoutScopes = JSON.stringify(document.paths).replace(/API tokens: [A-Z]+/g, '');
  expect(withoutScopes).not.toMatch(/"description":"[^"]*[A-Z]{5}/);
});

/** The problems in `value`, by the schema at this place of the document. */
function wrongBy(keys: (string | number)[], value: unknown): unknown {
  const pointer = keys.map((key) => encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = ajv.getSchema(`document#/${pointer.join('/')}`);
  expect(validate, `there is a schema at ${keys.join(' ')}`).toBeDefined();
  return validate!(value) ? null : validate!.errors;
}

/** The problems in `body`, by the document's schema for this answer. */
function wrongBody(call: string, status: number, body: unknown): unknown {
  const [method = '', path = ''] = call.split(' ');
  const response = document.paths[path]![method.toLowerCase()]!.responses[status];
  expect(response, `${call} may answer ${status}`).toBeDefined();
  const at = response!.$ref
    ? response!.$ref.slice(2).split('/')
    : ['paths', path, method.toLowerCase(), 'responses', status];
  return wrongBy([...at, 'content', 'application/json', 'schema'], body);
}

describe('examples', () => {
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ at: ['paths', path, method], operation })),
    );

  test('every call has one of its request and of its answer', () => {
    for (const { at, operation } of operations()) {
      const { parameters, requestBody, responses } = operation;
      for (const one of parameters.filter(({ required }) => required))
        expect(one, at.join(' ')).toHaveProperty('example');
      for (const one of Object.values(requestBody?.content ?? {})) expect(one, at.join(' ')).toHaveProperty('example');
      const answered = Object.entries(responses).filter(([status]) => /^2/.test(status) && status !== '204');
      for (const [, { content }] of answered)
        expect(content?.['application/json'], at.join(' ')).toHaveProperty('example');
    }
    for (const [status, { content }] of Object.entries(document.components.responses))
      expect(content['application/json'], status).toHaveProperty('example');
  });

  test('they are valid by the schemas of the document', () => {
    let count = 0;
    const check = (at: (string | number)[], example: unknown) => {
      if (example === undefined) return;
      count++;
      expect(wrongBy([...at, 'schema'], example), at.join(' ')).toBeNull();
    };
    const checkContent = (at: (string | number)[], content: Content = {}) => {
      for (const [type, { example }] of Object.entries(content)) check([...at, 'content', type], example);
    };
    for (const { at, operation } of operations()) {
      for (const [index, { example }] of operation.parameters.entries()) check([...at, 'parameters', index], example);
      checkContent([...at, 'requestBody'], operation.requestBody?.content);
      for (const [status, { content }] of Object.entries(operation.responses))
        checkContent([...at, 'responses', status], content);
    }
    for (const [status, { content }] of Object.entries(document.components.responses))
      checkContent(['components', 'responses', status], content);
    expect(count).toBeGreaterThan(150);
  });
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

describe('real answers match the document', () => {
  let ids: Record<'make' | 'model' | 'client' | 'user', number>;
  beforeAll(async () => {
    const make = await createMake(app, { displayName: 'Honda' });
    const model = await createModel(app, make, { name: 'CB 500', year: 2001, codeSeries: 'A1' });
    const client = await createClient(app, { maxUsers: 20 });
    const user = await createUser(app, { client });
    ids = { make: make.id, model: model.id, client: client.id, user: user.id };
    const sent = {
      email_id: 'a@example.com',
      make: 'Honda',
      model: 'CB 500',
      year: 2001,
      corrections: 'x',
      comment: 'x',
    };
    for (const path of ['/corrections', '/feedbacks', '/userlogs'])
      expect((await app.rest('POST', path, { as: admin, body: { ...sent, details: 'x' } })).statusCode).toBe(201);
  });

  const idOf = (path: string) =>
    path.startsWith('/clients')
      ? ids.client
      : path.startsWith('/users')
        ? ids.user
        : path.startsWith('/products')
          ? ids.model
          : path.startsWith('/company')
            ? ids.make
            : 1;

  async function answered(method: Method, path: string, query: string, request: Parameters<TestApp['rest']>[2] = {}) {
    const called = `${path.replace('{id}', String(idOf(path)))}${query}`;
    const answer = await app.rest(method, called, { as: admin, ...request });
    const body = answer.body === '' ? undefined : answer.json();
    if (answer.statusCode !== 204) expect(wrongBody(`${method} ${path}`, answer.statusCode, body)).toBeNull();
    return answer.statusCode;
  }

  test('for every call that reads', async () => {
    const queries: Record<string, string> = {
      '/product-detail': `?company_id=${ids.make}&mode=year`,
      '/product-detail/sublist': `?company_id=${ids.make}&mode=year&value=2001`,
      '/products/search': '?keyword=cb',
    };
    for (const { path } of routes.filter(({ method }) => method === 'GET'))
      expect(await answered('GET', path.replace(':id', '{id}'), queries[path] ?? ''), path).toBe(200);
    expect(await answered('GET', '/product-detail', `?company_id=${ids.make}&mode=model`)).toBe(200);
    expect(await answered('GET', '/products/{id}', '?naming=listing')).toBe(200);
    expect(await answered('GET', '/products', '?naming=form')).toBe(200);
  });

  test('for calls that change data, in all content types', async () => {
    const made = { model: 'CB 125', year: 1999, company_detail_id: ids.make, number1: '1', num16: '2' };
    expect(await answered('POST', '/products', '', { body: made })).toBe(201);
    expect(await answered('POST', '/products', '', { body: { id: ids.model, tips: 'x' } })).toBe(200);
    const listing = { body: { num1: 'a', number2: ['b', 'c'] } };
    expect(await answered('POST', '/products/{id}', '?naming=listing', listing)).toBe(200);
    const picture = form([['images[]', { name: 'a.png', bytes: await png() }]]);
    expect(await answered('POST', '/products/{id}', '', picture)).toBe(200);
    expect(await answered('GET', '/products/{id}', '')).toBe(200);
    const make = form([
      ['display_name', 'Zündapp'],
      ['full_name', 'Zündapp-Werke'],
      ['icon', { name: 'a.png', bytes: await png() }],
    ]);
    expect(await answered('POST', '/company-detail', '', make)).toBe(201);
    expect(await answered('POST', '/company-detail/{id}', '', { body: { other_details: 'x' } })).toBe(200);
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await answered('PUT', '/clients/{id}', '', { body: 'max_user=30', headers: urlencoded })).toBe(200);
    expect(await answered('PUT', '/users/{id}', '', { body: { full_name: 'x', enabled: '1' } })).toBe(200);
    const credentials = { userEmail: admin.user!.username, userPassword: PASSWORD };
    expect(await answered('POST', '/login', '', { body: credentials, as: {} })).toBe(200);
    expect(await answered('POST', '/password/email', '', { body: { username: 'nobody@example.com' } })).toBe(200);
    expect(await answered('POST', '/createIntent', '', { body: {} })).toBe(200);
    expect(await answered('POST', '/subscribe', '', { body: { paymentMethod: 'pm_card_visa' } })).toBe(200);
    for (const path of [
      '/userlogs',
      '/feedbacks',
      '/corrections',
      '/clients',
      '/users',
      '/createIntent',
      '/subscribe',
    ]) {
      const wrong = { body: { email: 'nobody@example.com' } };
      expect(await answered('POST', path, '', wrong), path).toBeGreaterThanOrEqual(403);
    }
    expect(await answered('DELETE', '/products/{id}', '')).toBe(204);
    expect(await answered('DELETE', '/clients/{id}', '')).toBe(409);
    expect(await answered('GET', '/products/{id}', '')).toBe(404);
    expect(await answered('GET', '/users', '', { as: {} })).toBe(401);
  });
});

describe('field descriptions', () => {
  const parametersOf = (path: string) =>
    Object.fromEntries(document.paths[path]!.get!.parameters.map(({ name, ...rest }) => [name, rest]));
  const schemaOf = (name: string) => document.components.schemas[name];

  test('have the limits and defaults of the rules', () => {
    const { page, limit, dir, sortBy } = parametersOf('/users');
    expect(page!.schema).toEqual({ type: 'integer', minimum: 1, maximum: 2_147_483_647, default: 1 });
    expect(limit!.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 10 });
    expect(parametersOf('/users')).toMatchObject({
      search: { description: 'A part of the username or full name.', schema: { type: 'string', maxLength: 255 } },
      category: { required: false, description: 'Only the users of this client.' },
    });
    expect(parametersOf('/userlogs').limit!.schema.default).toBe(50);
    expect(dir!.schema.enum).toEqual(['asc', 'desc']);
    expect(sortBy!.schema.enum).toContain('subscription_end_date');
    expect(parametersOf('/product-detail')).toMatchObject({
      company_id: { required: true },
      mode: { required: true, schema: { enum: ['year', 'model'] } },
    });
    expect(schemaOf('PostLoginBody')).toMatchObject({
      required: ['userEmail', 'userPassword'],
      properties: { userPassword: { type: 'string', maxLength: 1_000 }, remember: { type: 'boolean', default: false } },
    });
    const client = schemaOf('PostClientsBody');
    expect(client.required).toEqual(['name', 'primary_email', 'max_user']);
    expect(client.allOf).toContainEqual({
      anyOf: [{ required: ['subcription_start_date'] }, { required: ['subscription_start_date'] }],
    });
    expect(client.properties).toMatchObject({
      primary_email: { format: 'email', maxLength: 255 },
      max_user: { type: 'integer', minimum: 1, maximum: 100_000 },
      description: { maxLength: 10_000 },
      subscription_end_date: { type: 'string', format: 'date' },
    });
    expect(schemaOf('PutClientsByIdBody').required).toBeUndefined();
    expect(schemaOf('PostPasswordResetBody').properties.password).toMatchObject({ minLength: 12, maxLength: 128 });
  });

  test('list both namings of a product, and files only in multipart', () => {
    const numbers = (name: string) =>
      Object.keys(schemaOf(name).properties).filter((one) => /^num(ber)?\d+$/.test(one)).length;
    expect(numbers('PostProductsBodyByForm')).toBe(28);
    expect(numbers('PostProductsBodyByListing')).toBe(20);
    expect([numbers('Product'), numbers('ProductInList')]).toEqual([28, 20]);
    expect(schemaOf('PostProductsBodyByForm').properties).toMatchObject({ tips: { maxLength: 10_000 } });
    expect(schemaOf('PostProductsBodyByForm').properties).toHaveProperty('image_ids');
    expect(schemaOf('PostProductsBodyByForm').properties).not.toHaveProperty('images');
    expect(schemaOf('PostProductsFormByForm').properties).toHaveProperty('image_ids[]');
    expect(schemaOf('PostProductsFormByForm').properties).not.toHaveProperty('images[]');
    expect(schemaOf('PostProductsMultipartByForm').properties).toHaveProperty('images[]');
    expect(schemaOf('PostCompanyDetailMultipart').properties.icon).toMatchObject({ format: 'binary' });
    expect(Object.keys(document.paths['/products/download']!.get!.responses[200]!.content!)).toEqual([
      'application/json',
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/xml',
    ]);
  });

  test('errors have the statuses of the error table', () => {
    const statuses = ['400', '401', '402', '403', '404', '409', '413', '415', '422', '429', '500', '503'];
    expect(Object.keys(document.components.responses)).toEqual(statuses);
  });
});

describe('/api/docs', () => {
  test('is a page of all calls that needs no script', async () => {
    const page = await app.rest('GET', '/docs');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).not.toMatch(/<script|\b(src|href)="(https?:)?\/\//);
    for (const call of calls()) expect(page.body).toContain(call.replace(/:(\w+)/g, '{$1}'));
    expect(page.body).toContain('<pre>GET /api/product-detail?company_id=1&amp;mode=year\n200\n[');
    expect(page.body.match(/<summary>Example</g)?.length).toBe(calls().length);
  });

  test('is absent in production; openapi.json is available there, with the production cookie name', async () => {
    const site = await startApp({ sharing: app, config: { production: true } });
    expect((await site.rest('GET', '/docs')).statusCode).toBe(404);
    const served = await site.rest('GET', '/openapi.json');
    expect(served.headers['content-type']).toBe('application/json; charset=utf-8');
    const { paths, components } = served.json();
    expect(paths).toEqual(document.paths);
    expect(components.securitySchemes.session.name).toBe('__Host-session');
    await site.close();
  });
});
