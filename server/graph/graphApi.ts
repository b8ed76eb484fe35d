import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { uploadImage } from '../catalogue/images/image.operations';
import type { Context } from '../context';
import { asHttpError } from '../httpError';
import { acceptUploads } from '../inputs/uploads';
import { MAX_SHEET_BYTES } from '../outside/sheets/sheet';

interface GraphApi {
  apollo: ApolloServer<Context>;
  contextOf(request: FastifyRequest, reply: FastifyReply): Context;
  production: boolean;
  /** Throws for a request that comes from another site's page. */
  sameOrigin(request: FastifyRequest): void;
}

/** `/graphql` over HTTP: queries by POST and GET, uploads, and an editor for browsers outside production. */
export const graphApi: FastifyPluginAsync<GraphApi> = async (api, { apollo, contextOf, production, sameOrigin }) => {
  const graph = fastifyApolloHandler(apollo, { context: async (request, reply) => contextOf(request, reply) });
  // Only administrators upload, whatever it is.
  acceptUploads(api, MAX_SHEET_BYTES, (request, reply) => uploadImage.admit(contextOf(request, reply)));
  api.setErrorHandler((error, _request, reply) => {
    // What never reached Apollo (a body that is too large or not JSON) still answers as a graph does.
    const told = asHttpError(error);
    return reply.code(told.status).send({ errors: [{ message: told.message, extensions: { code: told.code } }] });
  });
  api.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    async handler(request, reply) {
      if (request.method === 'GET') {
        if (!production && request.headers.accept?.includes('text/html')) return sendGraphiQL(reply);
        // Reading by GET is for integrators. Apollo would want a header of them that proves what is checked here.
        sameOrigin(request);
        request.headers['apollo-require-preflight'] = 'origin checked';
      }
      return graph.call(api, request, reply);
    },
  });
};

/** An editor for the graph, outside production. It is one page with its scripts in it, so it needs a policy of its own. */
async function sendGraphiQL(reply: FastifyReply) {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  return reply
    .header('content-security-policy', "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:")
    .type('text/html; charset=utf-8')
    .send(renderGraphiQL({ title: 'Motokey graph', endpoint: '/graphql', credentials: 'same-origin' }));
}
