import { hash, timingSafeEqual } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import { imagesAreApart, isLive, isReady } from '../database';
import { AppError, notFound } from '../errors';
import type { Reads } from '../outside/postgres/reads';
import type { Shortage } from '../process/shortage';
import type { Metrics } from './metrics';

export const IMAGES_ARE_APART =
  'Another server of this database keeps its images elsewhere: a picture is missing on one of them. Set the same S3_BUCKET on all servers, or let them share DATA_DIR.';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the path is served only as it is registered. */
    onlySpelling?: boolean;
  }
}

interface Parts {
  orm: MikroORM;
  reads: Reads;
  shortage: Shortage;
  metrics?: Metrics | undefined;
  metricsToken?: string | undefined;
  /** Aborted when the server begins to stop. */
  stopping?: AbortSignal | undefined;
}

/**
 * The paths for those who run the server: docs/operations.md, "Health" and "Metrics". A public proxy blocks them by their
 * names, so they have no other spelling: not `/readyz/`, not `/%72eadyz`.
 */
export function operatorPaths(app: FastifyInstance, parts: Parts): void {
  const { orm, reads, shortage, metrics, metricsToken, stopping } = parts;
  const config = { onlySpelling: true };
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url } = request.routeOptions;
    done(config.onlySpelling && request.url.split('?')[0] !== url ? notFound('path') : undefined);
  });
  app.get('/healthz', { config }, async (_request, reply) => {
    const live = isLive(orm);
    return reply.code(live ? 200 : 503).send({ status: live ? 'ok' : 'unavailable' });
  });
  app.get('/readyz', { config }, async (_request, reply) => {
    const unavailable = (reason?: string) => reply.code(503).send({ status: 'unavailable', reason });
    if (stopping?.aborted) return unavailable('The server is stopping');
    if (!(await isReady(orm, reads))) return unavailable();
    const short = await shortage.lasting();
    if (short) return unavailable(`PostgreSQL is short of resources (${short})`);
    return { status: 'ok', ...((await imagesAreApart(orm)) && { warnings: [IMAGES_ARE_APART] }) };
  });
  app.get('/metrics', { config }, async ({ headers }, reply) => {
    if (!metrics || !metricsToken) throw notFound('path');
    if (!isSame(headers.authorization ?? '', `Bearer ${metricsToken}`))
      throw new AppError('UNAUTHENTICATED', 'This requires the METRICS_TOKEN.');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.scrape());
  });
}

/** Compares in constant time. */
const isSame = (one: string, other: string) =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
