import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import files from '@fastify/static';
import type { MikroORM } from '@mikro-orm/postgresql';
import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { importResult } from './catalogue/changes/sheet/import.operations';
import { exportOwnSheets } from './catalogue/company/ownExport.operations';
import { importTemplate, type SheetDownload, type TemplateInput } from './catalogue/export/export.operations';
import { type ImageInput, readIcon, readModelImage } from './catalogue/images/image.operations';
import { MatchBudget } from './catalogue/jump/matchBudget';
import { Misses } from './catalogue/jump/missed/misses';
import { readSampleImage } from './catalogue/sheets/sampleSheet.operations';
import { SheetBudget } from './catalogue/sheets/sheetBudget';
import { Showcase } from './catalogue/sheets/showcase';
import { clientPages } from './clientPages';
import { type Config, siteOf } from './config';
import { type Context, createContext, createSystemContext, type Outside } from './context';
import { changesOf, poolOf } from './database';
import { AppError, notFound } from './errors';
import { Memory } from './gate/memory';
import { ClientQueries } from './graph/clientQueries';
import { graphApi } from './graph/graphApi';
import { buildSchema, createApollo, printedSchema, problemIn } from './graph/graphql';
import { asHttpError } from './httpError';
import { hasTag } from './inputs/etag';
import type { RecordInput } from './inputs/record';
import { BODY_LIMIT } from './inputs/uploads';
import { legalPages } from './legal/legalPages';
import { openMetrics } from './observe/metrics';
import { operatorPaths } from './observe/operatorPaths';
import { addressOf, observeRequests, requestOptions } from './observe/requests';
import { openTraces } from './observe/traces';
import { Reads } from './outside/postgres/reads';
import { receivePaymentEvent } from './payments/payment.operations';
import { stopReminders } from './payments/reminders/reminder.operations';
import { Background } from './process/background';
import { headersByAddress } from './process/securityHeaders';
import { watchShortage } from './process/shortage';
import { Traffic } from './process/traffic';
import { restApi } from './rest/api';
import { usualUrl } from './rest/phpClients';

/** The app's dependencies, in addition to its settings. */
interface AppParts {
  orm: MikroORM;
  outside: Outside;
  log: Logger;
  /** Aborted when the server is to stop. */
  stopping?: AbortSignal;
  /** Folder of the built client; absent or empty in tests without a client. */
  clientDir?: string;
}

/** Creates the server of one origin (graph, REST, images and client), not yet listening. */
export async function createApp(config: Config, parts: AppParts) {
  const { orm, log } = parts;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    ...requestOptions(config.proxies),
    rewriteUrl: ({ url = '/' }) => usualUrl(url),
    trustProxy: (_address, hop) => hop < config.proxies,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    // In milliseconds. Fastify's default is no limit. Long enough to upload images over a slow connection.
    requestTimeout: 300_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // A malformed path matches no route, so the error handler below is not called.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const { status, message } = asHttpError(error);
      return reply.code(status).header('x-request-id', request.id).send({ message });
    },
  });

  const shortage = watchShortage(orm, log);
  const background = new Background(log);
  app.addHook('preClose', () => background.stop());
  const site = siteOf(config);
  const system = createSystemContext(orm, { log, outside: parts.outside, site });
  const sheets = new SheetBudget(system, config);
  app.addHook('onClose', () => sheets.stop());
  const matches = new MatchBudget(system, config.jumpMatchesPerHour);
  app.addHook('onClose', () => matches.stop());
  const misses = new Misses(system);
  app.addHook('onClose', () => misses.stop());

  const changes = changesOf(orm);
  const reads = new Reads(orm.config.get('clientUrl') ?? '', {
    readUrl: config.databaseReadUrl,
    changes,
    watch: { log, slowAfter: config.slowAfter },
  });
  const memory = new Memory(changes, config.answerCacheBytes);
  await changes.listen(await parts.outside.images.place());
  app.addHook('onClose', async () => {
    await changes.stop();
    await reads.close();
  });

  const pool = poolOf(orm);
  const metrics = config.metricsToken ? await openMetrics({ system, memory, reads, background, pool }) : undefined;
  const traces = config.tracesUrl ? await openTraces(config.tracesUrl, log) : undefined;
  app.addHook('onClose', () => traces?.close());
  observeRequests(app, { log, metrics, traces });

  await app.register(cookie);
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: BROTLI, globalDecompression: false });
  const headersOf = headersByAddress(config);
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(headersOf(url));
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // How the token is to be sent (RFC 9110, 11.6.1).
    if (reply.statusCode === 401 && bearerOf(request) !== undefined) reply.header('www-authenticate', 'Bearer');
    done(null, payload);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (!isSafe || DOWNLOADS.test(request.routeOptions.url ?? '')) refuseForeignOrigin(request, config);
    refuseCompressed(request);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const httpError = asHttpError(error);
    if (httpError.code === 'INTERNAL_SERVER_ERROR')
      request.log.error({ requestId: request.id, err: error }, 'Unhandled error in a request');
    if (httpError.retryAfter) reply.header('retry-after', httpError.retryAfter);
    const besides = request.routeOptions.config.alsoAs?.(httpError.message);
    return reply.code(httpError.status).send({ message: httpError.message, errors: httpError.fields, ...besides });
  });

  const schema = buildSchema();
  const readServices = { reads, memory };
  const traffic = new Traffic();
  const contextOf = (request: FastifyRequest, reply: FastifyReply, channel: Context['channel'] = 'graph'): Context => {
    let signal: AbortSignal | undefined;
    const headOnly = request.method === 'HEAD';
    const apiToken = bearerOf(request);
    const cookieOf = (name: 'session' | 'device') =>
      apiToken === undefined ? request.cookies[cookieName(config, name)] : undefined;
    return createContext(orm, readServices, {
      channel,
      headOnly,
      ip: addressOf(request),
      log,
      shortage,
      gone() {
        signal ??= goneSignal(reply);
        return signal;
      },
      isAlone: traffic.enter(),
      token: cookieOf('session'),
      apiToken,
      device: cookieOf('device'),
      userAgent: request.headers['user-agent'] ?? '',
      outside: parts.outside,
      background,
      openSheets: headOnly ? async () => {} : sheets.forRequest({ ahead: request.headers.purpose === 'prefetch' }),
      noteListed: headOnly ? () => {} : (user, models) => sheets.list(user, models),
      settleSheets: (user) => sheets.settle(user),
      problemOf: (document) => problemIn(schema, document),
      noteRefusedSignIn: (code) => metrics?.signInRefused(code),
      spentMatches: (user) => matches.spent(user),
      showMatches: headOnly ? async () => {} : (user, shown) => matches.show(user, shown),
      budgetsLeft: async (user) => ({ sheets: await sheets.left(user), matches: matches.left(user) }),
      noteSearch: (user, text, found) => misses.note(user.id, text, found),
      site,
      secondFactor: config.secondFactor,
      companyBytes: config.companyBytes,
      setCookie: (session) => {
        const name = cookieName(config, 'session');
        if (session)
          reply.setCookie(name, session.token, {
            ...cookieOptions(config),
            ...(session.maxAge !== undefined && { maxAge: session.maxAge }),
          });
        else reply.clearCookie(name, cookieOptions(config));
      },
      setDevice: (token) =>
        reply.setCookie(cookieName(config, 'device'), token, { ...cookieOptions(config), maxAge: DEVICE_SECONDS }),
    });
  };

  const apollo = createApollo(schema, { production: config.production, log });
  await apollo.start();
  app.addHook('onClose', () => apollo.stop());
  await app.register(graphApi, {
    queries: new ClientQueries(schema, log, parts.clientDir),
    apollo,
    contextOf,
    production: config.production,
    sameOrigin: (request) => refuseForeignOrigin(request, config),
  });
  const sdl = printedSchema(schema);
  app.get('/schema.graphql', (_request, reply) => reply.type('text/plain; charset=utf-8').send(sdl));

  await app.register(restApi, {
    prefix: '/api',
    production: config.production,
    sessionCookie: cookieName(config, 'session'),
    contextOf: (request: FastifyRequest, reply: FastifyReply) => contextOf(request, reply, 'rest'),
  });

  await app.register(async (webhooks) => {
    // The body stays unparsed, because the signature covers the raw bytes.
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
    webhooks.post<{ Body: Buffer }>('/webhooks/stripe', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      await receivePaymentEvent(contextOf(request, reply), {
        body: request.body ?? Buffer.alloc(0),
        signature: signature && String(signature),
      });
      return { received: true };
    });
  });

  await app.register(async (reminders) => {
    reminders.removeAllContentTypeParsers();
    reminders.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    // The button of mail programs (RFC 8058). A browser that follows the same link gets the client's page.
    reminders.post<{ Querystring: Record<string, string> }>('/reminders', async (request, reply) => {
      const { user, token } = request.query;
      await stopReminders(contextOf(request, reply), { user: String(user ?? ''), token: String(token ?? '') });
      return { reminders: false };
    });
  });

  operatorPaths(app, { orm, reads, shortage, metrics, metricsToken: config.metricsToken, stopping: parts.stopping });
  for (const [kind, read] of Object.entries({ icons: readIcon, models: readModelImage, sample: readSampleImage })) {
    app.get<{ Params: ImageInput }>(`/images/${kind}/:file`, async (request, reply) => {
      const { body, cacheControl } = await read(contextOf(request, reply), request.params);
      // The name changes with the content.
      const etag = `"${request.params.file}"`;
      reply.headers({ 'cache-control': cacheControl, etag });
      if (!hasTag(request.headers['if-none-match'], etag)) return reply.type('image/webp').send(body);
      body.destroy();
      return reply.code(304).send();
    });
  }

  const sendSheet = (reply: FastifyReply, { fileName, contentType, body }: SheetDownload) =>
    reply
      .headers({ 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' })
      .type(contentType)
      .send(body);
  app.get<{ Params: TemplateInput }>('/imports/template.:format', async (request, reply) =>
    sendSheet(reply, await importTemplate(contextOf(request, reply), request.params)),
  );
  app.get<{ Params: RecordInput }>('/imports/:id/result.csv', async (request, reply) =>
    sendSheet(reply, await importResult(contextOf(request, reply), request.params)),
  );
  app.get('/our-sheets.csv', async (request, reply) =>
    sendSheet(reply, await exportOwnSheets(contextOf(request, reply))),
  );

  const { clientDir } = parts;
  const pages = clientDir && clientPages(clientDir, config, legalPages(config));
  if (pages) {
    const showcase = new Showcase(system, changes);
    const sendPage = async ({ url, cookies }: FastifyRequest, reply: FastifyReply) => {
      const isSignedIn = cookieName(config, 'session') in cookies;
      const page = pages.of(url.split('?')[0] ?? '', isSignedIn, await showcase.offer());
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
    };
    await app.register(files, {
      root: clientDir,
      index: false,
      preCompressed: true,
      // Not for browsers, e.g. .vite/manifest.json.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Vite puts a content hash into these names. Nothing may keep an old worker alive.
        const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
        reply.header('cache-control', path.endsWith(WORKER) ? 'no-store' : kept);
      },
    });
    if (config.removeServiceWorker)
      app.get(WORKER, (_request, reply) =>
        reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(REMOVING_WORKER),
      );
    app.get('/', sendPage);
    app.setNotFoundHandler((request, reply) => {
      // All other paths belong to the client, which has its own "not found" page. Paths with an extension are files.
      const path = request.url.split('?')[0] ?? '';
      const forClient =
        ['GET', 'HEAD'].includes(request.method) && /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
      if (forClient && !/^\/(api|graphql|images|assets|webhooks\/stripe)(\/|$)|\.\w+$/.test(path))
        return sendPage(request, reply);
      throw notFound('path');
    });
  } else {
    app.setNotFoundHandler(() => {
      throw notFound('path');
    });
  }
  return app;
}

/** Aborted if the caller disconnects before the response is complete. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  if (reply.raw.closed) end();
  else reply.raw.once('close', end);
  return gone.signal;
}

/** `__Host-` makes browsers enforce Secure, `Path=/` and no Domain. Only in production, because it requires https. */
const cookieName = (config: Config, name: 'session' | 'device') => (config.production ? `__Host-${name}` : name);
const cookieOptions = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: config.production }) as const;
/** 90 days (docs/rules.md, "Sign-in throttles"). */
const DEVICE_SECONDS = 90 * 86_400;

/** A window of 256 KB: with the usual 4 MB, downloads are up to a sixth smaller but leave 60 MB more memory in use. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };

const WORKER = '/sw.js';

/** Takes the place of a service worker that does harm, and removes itself and all caches (REMOVE_SERVICE_WORKER). */
const REMOVING_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
);
`;

/** GET routes that another site's page could call with a user's cookie, through a link or a form. */
const DOWNLOADS = /^\/((api|imports)\/|our-sheets\.csv)/;

/** Our clients never compress bodies, and a small body could become huge before the caller is authenticated. */
function refuseCompressed({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity') === 'identity') return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send the body uncompressed, without Content-Encoding.');
}

/**
 * The API token of the request, whose cookies are then ignored (docs/rules.md, "API tokens"). A token that is sent in another
 * way is a wrong one, empty, so that its program is told and does not pass for a visitor.
 */
function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  const [bearer, token = ''] = /^bearer(?: +(.*))?$/i.exec(authorization) ?? [];
  return bearer !== undefined || /^(token\b|mk_)/i.test(authorization) ? token : undefined;
}

/** CSRF protection: a cookie does not prove that our page sent the request (docs/rules.md, "Other sites' pages"). */
function refuseForeignOrigin(request: FastifyRequest, config: Config): void {
  if (bearerOf(request) !== undefined) return;
  const { origin } = request.headers;
  const own = [`${request.protocol}://${request.host}`, config.publicOrigin];
  const foreignSite = ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));
  if ((origin !== undefined && !own.includes(origin)) || (origin === undefined && foreignSite)) {
    throw new AppError('FORBIDDEN', 'Requests from another origin are refused.');
  }
}
