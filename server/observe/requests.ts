import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { currentRequest, type ObservedRequest, withinRequest } from './currentRequest';
import type { Metrics } from './metrics';
import { pathOf } from './serverLog';
import type { Traces } from './traces';

declare module 'fastify' {
  interface FastifyRequest {
    observed: ObservedRequest;
  }
}

/** An id of the proxy is kept, so that its log and ours can be matched. */
const WELL_FORMED = /^[A-Za-z0-9-]{8,64}$/;

/** Fastify's options that give each request its id and leave the line about it to `observeRequests`. */
export const requestOptions = (proxies: number) => ({
  genReqId({ headers }: IncomingMessage) {
    const given = headers['x-request-id'];
    return proxies > 0 && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
  },
  logController: new OnlyFailures(),
  // The log knows the current request: a logger for each is not needed.
  childLoggerFactory: <L>(logger: L) => logger,
});

class OnlyFailures extends LogController {
  override incomingRequest() {}
  override requestCompleted() {}
  override routeNotFound() {}
  override streamError(error: Error & { code?: string }, request: FastifyRequest) {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    request.log.warn({ requestId: request.id, err: error }, 'Response stream aborted');
  }
}

/** The status in nginx's log of a caller who left before the answer was complete. */
const LEFT = 499;

export interface Observers {
  log: Logger;
  metrics?: Metrics | undefined;
  traces?: Traces | undefined;
}

/** Gives each request its id, and writes its line in the log, its metrics and its trace. */
export function observeRequests(app: FastifyInstance, { log, metrics, traces }: Observers): void {
  app.decorateRequest('observed');
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, url } = request;
    const span = traces?.begin(method, { 'request.id': id, 'http.request.method': method, 'url.path': pathOf(url) });
    const fail = (error: Error) => void (reply.sent || reply.send(error));
    request.observed = { id, graph: {}, span, fail };
    reply.header('x-request-id', id);
    withinRequest(request.observed, done);
  });
  // Entered again: code that runs after the body was read is in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => withinRequest(request.observed, done));
  app.addHook('onResponse', (request, reply, done) => {
    const { graph, span } = request.observed ?? { graph: {} };
    const operation = graph.field ?? routeOf(request);
    const status = reply.raw.writableEnded ? (graph.status ?? reply.statusCode) : LEFT;
    metrics?.answered(operation, status, reply.elapsedTime / 1_000);
    span?.end({ name: operation, failed: status >= 500 ? String(status) : undefined });
    writeLine(request, reply, { operation, status });
    done();
  });

  function writeLine(request: FastifyRequest, reply: FastifyReply, outcome: { operation: string; status: number }) {
    const level = levelOf(outcome.status);
    if (!log.isLevelEnabled(level)) return;
    const { id, method, url } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log[level]({ requestId: id, method, path: pathOf(url), ...outcome, ms, ip: addressOf(request) }, 'request');
  }
}

/**
 * Logs a rejection that nobody handled, and answers its request with a fault. The server goes on
 * (docs/decisions/0095): a caller who finds such a rejection must not be able to end it for all others.
 */
export const answerRejection = (log: Logger) => (error: unknown) => {
  const request = currentRequest();
  const fault = error instanceof Error ? error : new Error('Rejected without an error', { cause: error });
  log.error({ requestId: request?.id, err: fault }, 'Unhandled promise rejection');
  request?.fail(fault);
};

/** Anything that anybody can trigger without limit is not a warning: a flood must not fill the disk. */
function levelOf(status: number) {
  if (status === 503) return 'warn';
  return status >= 500 ? 'error' : 'info';
}

/** X-Forwarded-For may hold anything. Only a valid IP address may become a throttle key or reach the log. */
export const addressOf = ({ ip, socket }: FastifyRequest) => (isIP(ip) ? ip : (socket.remoteAddress ?? ''));

/** A bounded set: the routes as they were registered. */
const routeOf = ({ method, routeOptions: { url } }: FastifyRequest) => (url ? `${method} ${url}` : 'other');
