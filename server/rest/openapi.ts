import { getMetadataStorage as graph } from 'type-graphql';
import type { Naming } from '../catalogue/keyData';
import { CODES, type ErrorCode } from '../errors';
import { describeOperation } from '../gate/audiences';
import { Limits } from '../inputs/fields';
import { errorsIn } from '../inputs/rules';
import recorded from './examples.json' with { type: 'json' };
import { type Route, routes } from './routes';
import { FILE, type Part, type Schema } from './wire/reader';

/*
 * The OpenAPI document of the routes. All of it is derived from routes, readers, writers and rules, except its examples:
 * they are calls and answers of a real server, which tests/rest/examples.test.ts records.
 */

type ErrorStatus = (typeof CODES)[keyof typeof CODES][0];

const WHEN: Record<ErrorStatus, string> = {
  400: 'The path, the query string or the body is malformed or not UTF-8.',
  401: 'Nobody is signed in, or the API token is wrong or has ended; at login: a wrong email address or password, or a wrong or missing code.',
  402: 'The subscription has ended.',
  403: 'The caller or the API token is not allowed to do this, the caller must choose a new password or set up a second factor first, is disabled, or calls from a foreign origin.',
  404: 'There is no such record or path.',
  409: 'The record has changed since it was read, something still depends on it, or another call did the same at the same time.',
  413: 'The body or a file is too large, or there are too many fields.',
  415: 'The body is of another content type, is compressed, or a file is not an image.',
  422: 'Fields are wrong: `errors` has messages by the names of the fields.',
  429: 'There were too many attempts.',
  500: 'A fault of the server.',
  503: 'The database does not answer.',
};

interface Example {
  id?: number;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  status: number;
  answer?: unknown;
}
const exampleOf = ({ method, path }: Route): Example | undefined =>
  (recorded.calls as Record<string, Example>)[`${method} ${path}`];
/** Bodies of errors, by status. */
const FAILURES: Record<string, { message: string }> = recorded.errors;

const ERROR: Schema = {
  title: 'Error',
  type: 'object',
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
  required: ['message'],
};

const NAMINGS: readonly Naming[] = ['form', 'listing'];

const DESCRIPTION = `The calls of the old version. The graph (\`/graphql\`) has all of them, and more.

POST and PUT take \`application/json\`, \`application/x-www-form-urlencoded\` and \`multipart/form-data\`. Numbers may come as
text and text as numbers; booleans also as "true", "false", 1 and 0; dates also with a time, which is dropped. Fields that
are not listed are ignored. A change is partial: what it leaves out stays. A call may have at most 200 fields, and a body
without files 1 MiB. Paths may end with a slash.

\`POST /login\` sets the session's cookie; programs send an API token in its place. Requests from pages of another origin are refused.`;

/** The whole document; `cookie` is the name of the session's cookie. */
export function openapi(cookie: string): Schema {
  const schemas: Record<string, Schema> = {};
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = named(operationOf(route), schemas);
  }
  const responses = Object.entries(WHEN).map(([status, description]) => [
    status,
    errorResponse(Number(status), description),
  ]);
  const components = named({ responses: Object.fromEntries(responses) }, schemas);
  return {
    openapi: '3.1.0',
    info: { title: 'Motokey REST', version: '1', description: DESCRIPTION },
    servers: [{ url: '/api' }],
    paths,
    components: {
      ...components,
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, `mk_…`. Each call says which scope it needs.',
        },
      },
    },
  };
}

function operationOf(route: Route): Schema {
  const { method, path, operation, input } = route;
  const example = exampleOf(route);
  const forms = input.naming ? NAMINGS : (['form'] as const);
  const hasBody = method === 'POST' || method === 'PUT';
  const own = (name: string) => ({ name, in: 'query', schema: input.place.schemas?.[name] });
  const naming = { type: 'string', enum: NAMINGS, default: input.naming };
  return {
    operationId: operationId(route),
    tags: [path.split('/')[1]],
    description: inStatuses(describeOperation(operation)),
    'x-access': operation.access,
    security: operation.access === 'visitor' ? [] : [{ session: [] }, ...(operation.scope ? [{ token: [] }] : [])],
    parameters: [
      ...(path.includes(':id')
        ? [
            {
              name: 'id',
              in: 'path',
              required: true,
              schema: { type: 'integer', minimum: 1 },
              ...(example && { example: example.id }),
            },
          ]
        : []),
      ...(input.naming
        ? [{ name: 'naming', in: 'query', description: 'How spacing and depth are named.', schema: naming }]
        : []),
      ...Object.keys(input.place.schemas ?? {}).map(own),
      ...(hasBody ? [] : fieldsOf(route, 'form').map((field) => parameter(field, example?.query?.[field.name]))),
    ],
    ...(hasBody && input.parts.size > 0 && { requestBody: { content: contentOf(route, forms) } }),
    responses: responsesOf(route),
  };
}

/** Operations name the graph's codes of errors. */
const inStatuses = (description: string) =>
  description.replace(/\b[A-Z_]{5,}\b/g, (code) => (code in CODES ? String(CODES[code as ErrorCode][0]) : code));

/** `GET /users/:id` → getUsersById. */
const operationId = ({ method, path }: Route) =>
  method.toLowerCase() +
  path
    .replace(':id', 'by-id')
    .split(/[/-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function parameter({ name, schema: { description, ...schema }, required }: WireField, given?: string): Schema {
  return {
    name,
    in: 'query',
    required,
    ...(description !== undefined && { description }),
    schema,
    ...(given !== undefined && { example: schema.type === 'integer' ? Number(given) : given }),
  };
}

type Inside = NonNullable<Part['inside']>;

interface WireField {
  name: string;
  schema: Schema;
  required: boolean;
  /** An alternative name. */
  or?: string | undefined;
}

/** The fields of a call by their wire names, with the constraints of its input. */
const fieldsOf = (route: Route, naming: Naming) =>
  fieldsIn({ Input: route.operation.Input, parts: route.input.parts }, naming, neededBy(route));

function fieldsIn({ Input, parts }: Inside, naming: Naming, needed: Set<string>): WireField[] {
  const defaults: Record<string, unknown> = { ...new Input() };
  const limits = limitsOf({ Input, parts });
  return Array.from(parts, ([field, part]) => {
    if (part.inside) return fieldsIn(part.inside, naming, new Set());
    const initial = defaults[field];
    const word = part.words ? Object.keys(part.words).find((one) => part.words?.[one] === initial) : initial;
    const schemas = Object.entries(part.schemas(naming));
    return schemas.map(([name, schema], index): WireField => {
      const description = schemas.length > 2 ? undefined : descriptionOf(Input, field);
      return {
        name,
        required: needed.has(field) && index === 0,
        ...(schemas.length === 2 && { or: schemas[1]?.[0] }),
        schema: {
          ...schema,
          ...(schema.type !== 'array' && limits[field]),
          ...(word !== undefined && word !== null && { default: word }),
          ...(description && { description }),
        },
      };
    });
  }).flat();
}

/** What the rules of the input allow, by field, as JSON Schema keywords. */
function limitsOf({ Input, parts }: Inside): Record<string, Schema> {
  const asked = Object.fromEntries(Array.from(parts.keys(), (field) => [field, new Limits()]));
  errorsIn(Object.assign(new Input(), asked));
  return Object.fromEntries(
    Object.entries(asked).map(([field, { keywords }]) => {
      const { enum: _members, ...others } = keywords;
      return [field, parts.get(field)?.words ? others : keywords];
    }),
  );
}

const hasIdInBody = ({ input }: Route) => Object.hasOwn(input.parts.get('id')?.schemas('form') ?? {}, 'id');

/** The fields that an empty call lacks. If an id in the body can select a record, no other field is required. */
function neededBy(route: Route): Set<string> {
  const { path, input } = route;
  const { Input } = route.operation;
  const changes = path.includes(':id') || hasIdInBody(route);
  const empty = Object.assign(new Input(), input.read({ query: {}, body: {} }), changes && { id: '1' });
  return new Set(Object.keys(errorsIn(empty)));
}

function descriptionOf(Input: Route['operation']['Input'], field: string): string | undefined {
  for (let owner: unknown = Input; typeof owner === 'function'; owner = Object.getPrototypeOf(owner)) {
    const found = graph().fields.find((one) => one.target === owner && one.name === field);
    if (found) return found.description;
  }
  return undefined;
}

const isFile = ({ schema }: WireField) => schema.format === FILE.format || schema.items === FILE;
const isList = ({ name }: WireField) => name.endsWith('[]');

/** The body by content type: forms write lists with `[]`, and only multipart has files. */
function contentOf(route: Route, namings: readonly Naming[]): Record<string, Schema> {
  const id = operationId(route);
  const all = namings.map((naming) => fieldsOf(route, naming));
  const some = all.flat();
  const bodyOf = (kind: string, choose: (field: WireField) => WireField[]) => {
    const bodies = all.map((fields, index) => {
      const suffix = namings.length > 1 ? `By${namings[index] === 'form' ? 'Form' : 'Listing'}` : '';
      return bodySchema(`${id}${kind}${suffix}`, fields.flatMap(choose));
    });
    return { schema: bodies.length > 1 ? { anyOf: bodies } : bodies[0] };
  };
  const json = bodyOf('Body', (field) => (isFile(field) ? [] : [{ ...field, name: field.name.replace('[]', '') }]));
  const form = some.some(isList) ? bodyOf('Form', (field) => (isFile(field) ? [] : [field])) : json;
  const multipart = some.some(isFile) ? bodyOf('Multipart', (field) => [field]) : form;
  const { body } = exampleOf(route) ?? {};
  const example = body && { example: inForm(body) };
  return {
    'application/json': { ...json, ...(body && { example: body }) },
    'application/x-www-form-urlencoded': { ...form, ...example },
    'multipart/form-data': { ...multipart, ...example },
  };
}

/** The fields of a body as a form writes them. */
const inForm = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) =>
      Array.isArray(value) ? [`${name}[]`, value.map(String)] : [name, value],
    ),
  );

function bodySchema(title: string, fields: WireField[]): Schema {
  const required = fields.filter((field) => field.required);
  const either = required.filter(({ or }) => or !== undefined);
  const names = required.filter(({ or }) => or === undefined).map(({ name }) => name);
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(names.length > 0 && { required: names }),
    ...(either.length > 0 && {
      allOf: either.map(({ name, or }) => ({ anyOf: [{ required: [name] }, { required: [or] }] })),
    }),
  };
}

function responsesOf(route: Route): Schema {
  const { method, path, status, operation, input, output, cached, alsoAs, mayAnswer = [] } = route;
  const { access } = operation;
  const statuses = typeof status === 'number' ? [status] : Object.values(status);
  const content = output.content ?? { 'application/json': output.schema };
  const success = {
    description: 'Success.',
    content: Object.fromEntries(
      Object.entries(content).map(([type, schema]) => [
        type.split(';')[0],
        { schema, ...(type.startsWith('application/json') && { example: exampleOf(route)?.answer }) },
      ]),
    ),
  };
  const hasFields = input.parts.size > 0 || input.naming !== undefined;
  const isList = output.schema.type === 'array';
  const can: Record<ErrorStatus, boolean> = {
    400: true,
    // Also of calls for anybody: for a wrong API token.
    401: true,
    402: ['member', 'downloader', 'admin'].includes(access),
    403: true,
    404: path.includes(':') || hasIdInBody(route),
    409: method !== 'GET',
    413: true,
    415: true,
    // A list may be too long for an answer.
    422: hasFields || isList,
    429: true,
    500: true,
    503: true,
  };
  const failures = Object.entries(can).filter(([status, possible]) => possible || mayAnswer.includes(Number(status)));
  const failure = (status: string) =>
    alsoAs
      ? errorResponse(Number(status), WHEN[Number(status) as ErrorStatus], alsoAs)
      : { $ref: `#/components/responses/${status}` };
  return {
    ...Object.fromEntries(statuses.map((one) => [one, one === 204 ? { description: 'Success.' } : success])),
    ...(cached && { 304: { description: 'The answer is still the one whose ETag is in If-None-Match.' } }),
    ...Object.fromEntries(failures.map(([status]) => [status, failure(status)])),
    default: errorResponse(undefined, 'Any other error.', alsoAs),
  };
}

function errorResponse(status: number | undefined, description: string, alsoAs?: Route['alsoAs']): Schema {
  const header = { description: 'Seconds to wait.', schema: { type: 'integer' } };
  const failure = status && FAILURES[status];
  return {
    description,
    ...(status === 429 && { headers: { 'Retry-After': header } }),
    content: {
      'application/json': {
        schema: alsoAs ? { allOf: [ERROR, schemaLike(alsoAs(''))] } : ERROR,
        ...(failure && { example: { ...failure, ...alsoAs?.(failure.message) } }),
      },
    },
  };
}

/** The schema of bodies like this one. */
function schemaLike(value: object): Schema {
  const of = (inner: unknown) =>
    typeof inner === 'object' && inner !== null ? schemaLike(inner) : { type: typeof inner };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, of(inner)])),
    required: Object.keys(value),
  };
}

/** `value` with a reference in place of each schema that has a title; `schemas` gets those, by their titles. */
function named(value: Schema, schemas: Record<string, Schema>): Schema;
function named(value: unknown, schemas: Record<string, Schema>): unknown;
function named(value: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, named(inner, schemas)] as const);
  const copy: Schema = Object.fromEntries(entries);
  if (typeof copy.title !== 'string' || copy.type !== 'object') return copy;
  schemas[copy.title] = copy;
  return { $ref: `#/components/schemas/${copy.title}` };
}
