import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { uploadImage } from '../catalogue/images/image.operations';
import type { Context } from '../context';
import { asHttpError } from '../httpError';
import { acceptUploads } from '../inputs/uploads';
import { requireUtf8Escapes, utf8 } from '../inputs/utf8';
import { askedQuery } from '../integrations/queries/registeredQuery.operations';
import { MAX_SHEET_BYTES } from '../outside/sheets/sheet';
import type { ClientQueries } from './clientQueries';
import { refuseOversized } from './documents';

interface GraphApi {
  queries: ClientQueries;
  apollo: ApolloServer<Context>;
  contextOf(request: FastifyRequest, reply: FastifyReply): Context;
  production: boolean;
  /** Throws for a request that comes from another site's page. */
  sameOrigin(request: FastifyRequest): void;
}

/** `/graphql` over HTTP: queries by POST and GET, uploads, and an editor for browsers outside production. */
export const graphApi: FastifyPluginAsync<GraphApi> = async (
  api,
  { queries, apollo, contextOf, production, sameOrigin },
) => {
  /** Requests for registered queries. */
  const registered = new WeakSet<object>();
  const graph = fastifyApolloHandler(apollo, {
    context: async (request, reply) => ({ ...contextOf(request, reply), isRegistered: registered.has(request) }),
  });
  /** Refuses a wrong API token before anything is run, and replaces the id of a registered query by its text. */
  const readToken = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = contextOf(request, reply);
    if (ctx.apiToken === undefined) return;
    const document = await askedQuery({ ...ctx, isRegistered: true }, { hash: hashIn(request) });
    if (document === null) return;
    registered.add(request);
    if (request.method === 'GET') {
      const given = new URLSearchParams(request.url.split('?')[1]);
      given.delete('extensions');
      given.set('query', document);
      request.raw.url = `/graphql?${given}`;
    } else {
      const { extensions: _id, ...body } = request.body as { extensions: object };
      request.body = { ...body, query: document };
    }
  };
  // Only administrators may upload, whatever the file is.
  acceptUploads(api, MAX_SHEET_BYTES, (request, reply) => uploadImage.admit(contextOf(request, reply)));
  const parseJson = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    parseJson(request, utf8(body), done),
  );
  api.setErrorHandler((error, request, reply) => {
    const { id, log } = request;
    // Requests that fail before Apollo (too large, not JSON) also get an error in GraphQL's format.
    const httpError = asHttpError(error);
    if (httpError.code === 'INTERNAL_SERVER_ERROR')
      log.error({ requestId: id, err: error }, 'Unhandled error in a request');
    const extensions = { code: httpError.code, requestId: id };
    if (httpError.retryAfter) reply.header('retry-after', httpError.retryAfter);
    return reply
      .code(httpError.status)
      .type(typeFor(request))
      .send({ errors: [{ message: httpError.message, extensions }] });
  });
  api.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    async handler(request, reply) {
      // Whether an answer would count cannot be known without running the query.
      if (request.method === 'HEAD') return reply.code(405).header('allow', 'GET, POST').send();
      if (request.method === 'GET') {
        const forBrowser = !production && request.headers.accept?.includes('text/html');
        const editor = forBrowser && (await loadEditor());
        if (editor) return sendEditor(reply, editor);
        // Integrators may query by GET. The origin check replaces the header that Apollo's CSRF prevention requires.
        sameOrigin(request);
        requireUtf8Escapes(request.url);
        request.headers['apollo-require-preflight'] = 'origin checked';
        // GraphQL over HTTP: a blank parameter is absent.
        request.raw.url = request.url.replace(/([?&])(?:operationName|variables|extensions)=(?=&|$)/g, '$1');
      }
      await readToken(request, reply);
      const asked = queries.asked(request.body);
      if (asked && request.headers['content-type']?.startsWith(JSON_TYPE)) {
        const answer = await queries.answer(asked, contextOf(request, reply));
        if (answer !== undefined) return reply.type(typeFor(request)).send(answer);
        request.body = { query: asked.text, variables: asked.variables };
      } else
        refuseOversized(
          ((request.method === 'POST' ? request.body : request.query) as { query?: unknown } | null)?.query,
        );
      return graph.call(api, request, reply);
    },
  });
};

/** The id of a query that a program sends in place of its text. */
function hashIn({ method, body, query }: FastifyRequest): string | null {
  const sent = ((method === 'GET' ? query : body) ?? {}) as { query?: unknown; extensions?: unknown };
  if (sent.query) return null;
  try {
    const extensions = typeof sent.extensions === 'string' ? JSON.parse(sent.extensions) : sent.extensions;
    const hash: unknown = extensions?.persistedQuery?.sha256Hash;
    return typeof hash === 'string' ? hash : null;
  } catch {
    return null;
  }
}

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

const typeFor = ({ headers: { accept } }: FastifyRequest) =>
  `${accept?.includes(GRAPHQL_TYPE) ? GRAPHQL_TYPE : JSON_TYPE}; charset=utf-8`;

/** GraphiQL, outside production; undefined in the image, which has no packages for development. */
const loadEditor = () => import('@graphql-yoga/render-graphiql').catch(() => undefined);
type Editor = NonNullable<Awaited<ReturnType<typeof loadEditor>>>;

/** Its page has inline scripts, so it needs its own Content-Security-Policy. */
function sendEditor(reply: FastifyReply, { renderGraphiQL }: Editor) {
  return reply
    .header(
      'content-security-policy',
      "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(renderGraphiQL({ title: 'Motokey graph', endpoint: '/graphql', credentials: 'same-origin' }));
}
