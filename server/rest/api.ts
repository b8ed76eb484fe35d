import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context';
import { AppError } from '../errors';
import { routes } from './routes';

/** What a route reads of a request: everything is text, or what JSON makes of it. */
export interface Call {
  /** The record in the path. */
  id: string;
  query: Record<string, string | undefined>;
  body: Record<string, unknown>;
}

/** The old `/api`: an adapter over the same operations as the graph (contract section 3). It holds no rule of its own. */
export const restApi: FastifyPluginAsync<{
  contextOf(request: FastifyRequest, reply: FastifyReply): Context;
}> = async (api, { contextOf }) => {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      if (text.trim() === '') return {};
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw new AppError('BAD_REQUEST', 'The body is not valid JSON.');
      }
    },
  );
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  );
  await api.register(multipart, { limits: { fields: 200, fieldSize: 1_048_576, files: 0 } });

  for (const { method, path, status, operation, input, output } of routes) {
    api.route<{ Params: { id: string }; Querystring: Call['query'] }>({
      method,
      url: path,
      async handler(request, reply) {
        const ctx = contextOf(request, reply);
        // Before anything is read: whoever may not call it learns nothing of what it wants (contract section 5).
        await operation.admit(ctx);
        const body = request.isMultipart() ? await readMultipart(request) : asRecord(request.body);
        const call = { id: request.params.id, query: request.query, body };
        try {
          const result = await operation(ctx, input.read(call));
          return reply.code(status).send(output(result, call));
        } catch (error) {
          throw inWireWords(error, input.wireName);
        }
      },
    });
  }
  api.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND', 'There is no such path.');
  });
};

function asRecord(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return { ...body };
  throw new AppError('BAD_REQUEST', 'The body must be an object.');
}

async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) if (part.type === 'field') body[part.fieldname] = part.value;
  } catch (error) {
    // The parser's own errors bear a status where they have one (413); the others are of a body that is broken.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError('BAD_REQUEST', 'The multipart body could not be read.');
  }
  return body;
}

/** Errors name the graph's fields; callers of REST know the wire's. */
function inWireWords(error: unknown, wireName: (field: string) => string): unknown {
  if (!(error instanceof AppError) || !error.fields) return error;
  const fields = Object.entries(error.fields).map(([field, messages]) => [wireName(field), messages]);
  return new AppError(error.code, error.message, Object.fromEntries(fields), error.retryAfter);
}
