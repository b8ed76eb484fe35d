import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { inject } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { createApp } from '../../server/app';
import { type Config, readConfig, siteOf } from '../../server/config';
import { createSystemContext, type Outside, type SystemContext } from '../../server/context';
import { migrate, openDatabase } from '../../server/database';
import { sandboxCards } from '../../server/outside/cards/sandbox';
import { diskImageStore } from '../../server/outside/images/imageStore';
import { longWork } from '../../server/outside/postgres/connections';
import { openReceivers } from '../../server/outside/receivers/receivers';
import { dropDatabase } from './databases';
import { requireDocumented } from './documented';
import { form } from './pictures';
import { shared } from './shared';

/** A caller and the session or API token it holds. A visitor has none. */
export interface Person {
  user?: User | undefined;
  token?: string | undefined;
  apiToken?: string | undefined;
}

interface GraphAnswer<T> {
  status: number;
  data: T | null;
  errors?: {
    message: string;
    path?: (string | number)[];
    extensions: { code: string; errors?: Record<string, string[]> };
  }[];
  extensions?: Record<string, any>;
}

export interface Request {
  as?: Person | undefined;
  body?: object | string | Buffer | undefined;
  headers?: Record<string, string>;
}

interface Statement {
  sql: string;
  params: unknown[];
}

/** A complete server with its own database, called in this process. */
export interface TestApp {
  app: Awaited<ReturnType<typeof createApp>>;
  orm: MikroORM;
  outside: Outside;
  /** The caller of the server's own operations. */
  system: SystemContext;
  /** The name of its database. */
  database: string;
  /** The directory of its images. */
  dataDir: string;
  /** The SQL statements since the last call, except the notices of changes to other servers: these come a moment later. */
  statements(): Statement[];
  graph<T = Record<string, any>>(document: string, variables?: object, as?: Person): Promise<GraphAnswer<T>>;
  /** Uploads one file by the GraphQL multipart request specification. */
  upload(use: 'ICON' | 'MODEL', bytes: Buffer, as?: Person, name?: string): Promise<GraphAnswer<Record<string, any>>>;
  /** Throws if the OpenAPI document does not list the status of the answer. */
  rest(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, request?: Request): Promise<LightMyRequestResponse>;
  /** The rows of a query over the app's database. */
  sql<T = Record<string, any>>(statement: string, params?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** The observers of the lookups' statements, which bypass the ORM, by database. */
const readers = new Map<string, (statement: Statement) => void>();
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, statement: pg.QueryConfig, ...rest: []) {
  // Only lookups name their statements.
  if (statement.name) readers.get(this.database ?? '')?.({ sql: statement.text, params: statement.values ?? [] });
  return query.call<pg.Client, unknown[], unknown>(this, statement, ...rest);
} as typeof query;

export const silent = pino({ level: 'silent' });

interface AppOptions {
  demo?: boolean;
  config?: Partial<Config>;
  outside?: Partial<Outside> | undefined;
  /** Another server that uses the database of this one. */
  sharing?: TestApp;
  /** The database to use instead of a copy of a template. It is not dropped. */
  url?: string;
  log?: Logger;
  /** The folder of the built client; by default the one of the build. */
  clientDir?: string;
}

/** One for all tests of a file, or of the `describe` that calls this. */
export const sharedApp = (options?: AppOptions): TestApp => shared(() => startApp(options));

/** Starts an app on a copy of the empty template, or of the demo data. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  // LOG_LEVEL=error shows why a test got a 500.
  const log = options.log ?? pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const server = inject('postgresUrl');
  const { sharing, url } = options;
  const name = sharing?.database ?? `motokey_test_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase(server, log);
  if (!sharing && !url)
    await longWork(() =>
      admin.em.execute(
        // For the demo data, this takes half the CPU of PostgreSQL's default, which logs each page.
        `create database ${name} template ${inject(options.demo ? 'demoTemplate' : 'emptyTemplate')}`,
      ),
    );

  const orm = openDatabase(
    url ?? Object.assign(new URL(server), { pathname: name }).href,
    log,
    options.config?.slowAfter,
  );
  if (url) await migrate(orm);
  let statements: Statement[] = [];
  orm.config.set('onQuery', (sql: string, params: readonly unknown[]) => {
    if (!sql.includes('pg_notify')) statements.push({ sql, params: [...params] });
    return sql;
  });
  if (!sharing) readers.set(name, (statement) => statements.push(statement));
  const dataDir = options.demo ? inject('demoImages') : await mkdtemp(join(tmpdir(), 'motokey-test-'));
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), ...options.config };
  const outside: Outside = {
    images: diskImageStore(dataDir),
    cards: sandboxCards(),
    locate: () => ({ country: null, city: null }),
    receivers: openReceivers({ listed: config.webhookPrivateAddresses }),
    ...options.outside,
  };
  const system = createSystemContext(orm, {
    log,
    outside,
    site: { ...siteOf(config), publicOrigin: 'http://localhost' },
  });
  const app = await createApp(config, { orm, outside, log, clientDir: resolve(options.clientDir ?? 'dist/client') });

  const credentials = (as?: Person) => ({
    ...(as?.token && { cookie: `session=${as.token}` }),
    ...(as?.apiToken && { authorization: `Bearer ${as.apiToken}` }),
  });
  return {
    app,
    orm,
    outside,
    system,
    database: name,
    dataDir,
    statements() {
      const seen = statements;
      statements = [];
      return seen;
    },
    async graph(query, variables, as) {
      const response = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: credentials(as),
        payload: { query, variables },
      });
      return { status: response.statusCode, ...response.json() };
    },
    async upload(use, bytes, as, name = 'picture.png') {
      const query =
        'mutation ($use: ImageUse!, $file: Upload!) { uploadImage(input: { use: $use, file: $file }) { hash url thumbnailUrl width height } }';
      const { body, headers } = form([
        ['operations', JSON.stringify({ query, variables: { use, file: null } })],
        ['map', '{"0":["variables.file"]}'],
        ['0', { name, bytes }],
      ]);
      const response = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { ...credentials(as), ...headers, 'apollo-require-preflight': 'true' },
        payload: body,
      });
      return { status: response.statusCode, ...response.json() };
    },
    async rest(method, path, { as, body, headers } = {}) {
      const answer = await app.inject({
        method,
        url: `/api${path}`,
        headers: { ...credentials(as), ...headers },
        ...(body !== undefined && { payload: body }),
      });
      requireDocumented(method, path, answer.statusCode);
      return answer;
    },
    // A fixture of many rows may take longer than a request.
    sql: (statement, params) => longWork(() => orm.em.fork().execute(statement, params)),
    async close() {
      await app.close();
      await orm.close();
      if (!sharing && !url) await dropDatabase(admin, name);
      await admin.close();
      if (!options.demo) await rm(dataDir, { recursive: true });
    },
  };
}
