import { type DestinationStream, pino, stdSerializers } from 'pino';
import { currentRequest } from './currentRequest';

/**
 * The server's log, as JSON lines. Lines of a request have its id. They are buffered and written without waiting for the
 * disk or the pipe; the rest is written when the process exits.
 */
export const openLog = (level: string, destination: DestinationStream = pino.destination({ sync: false })) =>
  pino(
    {
      level,
      mixin: () => {
        const request = currentRequest();
        return request ? { requestId: request.id } : {};
      },
      // Fastify logs these objects. Headers and query strings are left out: they may be private.
      serializers: {
        err: stdSerializers.err,
        req: ({ method, url }: { method: string; url: string }) => ({ method, path: pathOf(url) }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
    },
    destination,
  );

/** Without the query string, which may hold what somebody searched for. */
export const pathOf = (url: string) => url.slice(0, 200).replace(/\?.*/s, '');
