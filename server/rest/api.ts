import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_IMAGE_BYTES } from '../catalogue/images/images';
import { MAX_IMAGES } from '../catalogue/models/modelImages';
import type { Context } from '../context';
import { AppError, notFound } from '../errors';
import type { CachedAnswer } from '../gate/memory';
import { refuseLongAnswer } from '../graph/answerSize';
import { hasTag } from '../inputs/etag';
import { BODY_LIMIT } from '../inputs/uploads';
import { decoded, requireNoReplacement, requireUtf8Escapes, utf8Form } from '../inputs/utf8';
import { docsPage } from './docsPage';
import { openapi } from './openapi';
import { meantMethod } from './phpClients';
import { type Route, routes } from './routes';
import { Download, Json } from './wire/calls';
import type { Call } from './wire/reader';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Properties of an error's body other than its message. */
    alsoAs?: ((message: string) => object) | undefined;
  }
  interface FastifyRequest {
    /** The context of a REST call; created before the body is read. */
    caller: Context;
  }
}

/** In a form, a multipart body or a query string (docs/rules.md, "Input"). */
const MAX_FIELDS = 200;
const tooManyFields = () => new AppError('PAYLOAD_TOO_LARGE', `A request may have at most ${MAX_FIELDS} fields.`);

/**
 * The old `/api`: an adapter over the same operations as the graph. It has no rules of its own
 * (docs/rules.md, "REST names").
 */
export const restApi: FastifyPluginAsync<{
  contextOf(request: FastifyRequest, reply: FastifyReply): Context;
  production: boolean;
  /** The name of the session cookie. */
  sessionCookie: string;
}> = async (api, { contextOf, production, sessionCookie }) => {
  api.removeAllContentTypeParsers();
  for (const type of ['application/json', OTHER_JSON])
    api.addContentTypeParser(type, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
      const text = decoded(body, request.headers['content-type']);
      if (text.trim() === '') return {};
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw new AppError('BAD_REQUEST', 'The body is not valid JSON.');
      }
    });
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const text = utf8Form(body, request.headers['content-type']);
      refuseManyFields(text);
      return gathered(new URLSearchParams(text));
    },
  );
  await api.register(multipart, { limits: { fields: MAX_FIELDS, fieldSize: BODY_LIMIT, fileSize: MAX_IMAGE_BYTES } });
  api.decorateRequest('caller');

  const byCall = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  for (const route of [...routes, ...postsInPlace]) {
    const { method, path, operation, input, cached, alsoAs } = route;
    api.route<{ Params: { id: string }; Querystring: Call['query'] }>({
      method,
      url: path,
      config: { alsoAs },
      // Cached answers are compressed once.
      ...(cached && { compress: false }),
      async onRequest(request, reply) {
        request.caller = contextOf(request, reply);
        // Before anything is read, so that a caller without access learns nothing about the input (docs/rules.md, "Input").
        await operation.admit(request.caller);
        const search = request.url.slice(request.url.indexOf('?') + 1);
        refuseManyFields(search);
        requireUtf8Escapes(search);
        if (!cached) return undefined;
        // The input of a cached answer is in the URL, so the later steps, which read a body, are skipped.
        const call = { id: request.params.id, query: withoutBlank(request.query), body: {} };
        try {
          return await sendCached(await cached(request.caller, call, `rest ${request.url}`), request, reply);
        } catch (error) {
          throw inWireWords(error, input.wireName);
        }
      },
      async handler(request, reply) {
        const ctx = request.caller;
        // Only administrators upload: anybody else's files would fill the memory for nothing.
        const files = operation.access === 'admin' ? MAX_IMAGES + 1 : 0;
        const body = request.isMultipart() ? await readMultipart(request, files) : asRecord(request.body);
        const call = { id: request.params.id, query: withoutBlank(request.query), body };
        const meant = byCall.get(`${method === 'POST' ? meantMethod(request, body) : method} ${path}`);
        if (!meant) throw notFound('path');
        if (meant.operation !== operation) await meant.operation.admit(ctx);
        return send(meant, ctx, call, reply);
      },
    });
  }
  for (const [path, allowed] of methodsByPath)
    api.options(path, (_request, reply) => reply.code(204).header('allow', allowed.join(', ')).send());
  const document = openapi(sessionCookie);
  const json = JSON.stringify(document);
  api.get('/openapi.json', (_request, reply) => reply.type(JSON_TYPE).send(json));
  if (!production) {
    const page = docsPage(document);
    api.get('/docs', (_request, reply) =>
      reply
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        .type('text/html; charset=utf-8')
        .send(page),
    );
  }
  api.setNotFoundHandler(() => {
    throw notFound('path');
  });
};

const JSON_TYPE = 'application/json; charset=utf-8';
/** `text/json`, `application/vnd.api+json` and the like. */
const OTHER_JSON = /^(?:text\/json|application\/[\w.-]+\+json)\s*(?:;|$)/i;

const methodsByPath = new Map(
  Array.from(
    Map.groupBy(routes, ({ path }) => path),
    ([path, some]) => [path, some.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))],
  ),
);

/** Paths without a POST of their own take one that stands for PUT or DELETE. */
const postsInPlace: Route[] = routes
  .filter(({ method, path }) => method === 'PUT' && !methodsByPath.get(path)?.includes('POST'))
  .map((route) => ({ ...route, method: 'POST' }));

/** Calls the operation and sends its answer. */
async function send(
  { status, input, answer }: Route,
  ctx: Context,
  call: Call,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const answered = await answer(ctx, call);
    reply.code(typeof status === 'number' ? status : call.body.id == null ? status.created : status.updated);
    if (answered instanceof Download) return reply.headers(answered.headers).send(answered.body);
    if (answered === undefined) return reply.send();
    const text = answered instanceof Json ? answered.text : JSON.stringify(answered);
    refuseLongAnswer(text);
    return reply.type(JSON_TYPE).send(text);
  } catch (error) {
    throw inWireWords(error, input.wireName);
  }
}

/**
 * Sends at the end of this turn of the event loop: it takes less time to write all answers of a turn one right after another
 * (docs/performance.md, "Reads").
 */
async function sendCached(answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { method, headers } = request;
  await new Promise((done) => setImmediate(done));
  // A HEAD is not counted, and the tag and the length would tell about key data.
  if (method === 'HEAD' && answer.opens.length > 0) return reply.type(JSON_TYPE).send();
  reply.header('etag', answer.etag);
  if (hasTag(headers['if-none-match'], answer.etag)) return reply.code(304).send();
  const { encoding, body } = await answer.encodedFor(headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding).header('vary', 'accept-encoding');
  return reply.type(JSON_TYPE).send(body);
}

/** A parameter that a form leaves blank is absent. */
const withoutBlank = (query: Call['query']): Call['query'] =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

function asRecord(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return { ...body };
  throw new AppError('BAD_REQUEST', 'The body must be an object.');
}

/** Counts the fields before they are parsed. */
function refuseManyFields(text: string): void {
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw tooManyFields();
}

/**
 * Its fields together may be as large as any other body (docs/rules.md, "Limits of the graph"). In addition, it may have
 * up to `files` files.
 */
async function readMultipart(request: FastifyRequest, files: number): Promise<Record<string, unknown>> {
  const parts: [string, unknown][] = [];
  let size = 0;
  let fileField: string | undefined;
  try {
    for await (const part of request.parts({ limits: { files } })) {
      if (part.type === 'field') {
        // A part with a JSON content type has already been parsed.
        size += Buffer.byteLength(typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
        if (size > BODY_LIMIT) throw new AppError('PAYLOAD_TOO_LARGE', 'The request is too large.');
        requireNoReplacement(part.value);
        parts.push([part.fieldname, part.value]);
      } else {
        fileField = part.fieldname.replace(/\[.*$/, '');
        const bytes = await part.toBuffer();
        // Browsers send such a part if no file is chosen.
        if (part.filename || bytes.length) parts.push([part.fieldname, { name: part.filename, bytes }]);
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    switch ((error as { code?: unknown }).code) {
      case 'FST_FIELDS_LIMIT':
        throw tooManyFields();
      case 'FST_FILES_LIMIT':
        throw invalidUpload(
          files > 0 ? `There are more than ${MAX_IMAGES} files.` : 'This call takes no files.',
          fileField,
        );
      case 'FST_REQ_FILE_TOO_LARGE':
        throw invalidUpload('A file is larger than 10 MB.', fileField);
      default:
        throw new AppError('BAD_REQUEST', 'The multipart body could not be read.');
    }
  }
  return gathered(parts);
}

const invalidUpload = (message: string, field?: string) =>
  new AppError('PAYLOAD_TOO_LARGE', message, field ? { [field]: [message] } : undefined);

/** Fields by name; a repeated field becomes a list. */
function gathered(parts: Iterable<[string, unknown]>): Record<string, unknown> {
  const byName = Map.groupBy(parts, ([name]) => name);
  return Object.fromEntries(
    Array.from(byName, ([name, all]) => [name, all.length > 1 ? all.map(([, value]) => value) : all[0]?.[1]]),
  );
}

/** Renames fields in errors from the graph's names to those of REST. */
function inWireWords(error: unknown, wireName: (field: string) => string): unknown {
  if (!(error instanceof AppError) || !error.fields) return error;
  const fields = Object.entries(error.fields).map(([field, messages]) => [wireName(field), messages]);
  return new AppError(error.code, error.message, Object.fromEntries(fields), error.retryAfter);
}
