/** The system under test: two built servers behind a proxy, PostgreSQL, a store, a mail server and Stripe. */

import { writeFileSync } from 'node:fs';
import { type Database, templateDatabase } from '../bench/database.ts';
import { connected } from '../bench/postgres.ts';
import { startServer, type Target } from '../bench/server.ts';
import type { Lifetime } from '../server/process/program.ts';
import { type LocalMail, startLocalMail } from '../tests/support/localMail.ts';
import { type LocalS3, startLocalS3 } from '../tests/support/localS3.ts';
import { type LocalStripe, startLocalStripe } from '../tests/support/localStripe.ts';
import { type Gate, openGate, openProxy } from './gates.ts';
import { ADMINISTRATOR, addPeople } from './people.ts';
import { type Cluster, makePostgres, type Postgres } from './postgres.ts';
import { until } from './until.ts';

/** Enough for the ids that the drills use. */
export const MODELS = 700;
export class Site<C extends Cluster = Postgres> {
  readonly life: Lifetime;
  readonly stripe: LocalStripe;
  readonly store: LocalS3;
  readonly mail: LocalMail;
  /** The gate to the database, as the servers see it. */
  readonly gate: Gate;
  database: Database;
  readonly servers: [Server, Server];
  primary: C;
  /** The URL of the proxy. */
  url = '';

  constructor(parts: Pick<Site<C>, 'life' | 'stripe' | 'store' | 'mail' | 'gate' | 'database' | 'primary'>) {
    ({ life: this.life, stripe: this.stripe, store: this.store, mail: this.mail } = parts);
    ({ gate: this.gate, database: this.database, primary: this.primary } = parts);
    this.servers = [new Server(this), new Server(this)];
  }

  /** The database as the servers see it. */
  get urlThroughGate(): string {
    return this.primary.url(new URL(this.database.url).pathname.slice(1), this.gate.port);
  }

  /** Queries the database directly, without a gate. */
  async sql<T extends object>(statement: string, values: unknown[] = []): Promise<T[]> {
    const name = new URL(this.database.url).pathname.slice(1);
    return (await connected(this.primary.url(name), (client) => client.query<T>(statement, values))).rows;
  }

  people = (count: number, role: number) => addPeople((statement, values) => this.sql(statement, values), count, role);

  administrators = (count: number) => this.people(count, ADMINISTRATOR);
}

/** One of the two servers. */
export class Server {
  private readonly site: Site<Cluster>;
  private target: Target | undefined;
  /** Additional settings, from the next start on. */
  settings: Record<string, string> = {};
  program: string[] | undefined;

  constructor(site: Site<Cluster>) {
    this.site = site;
  }

  /** Undefined while it is not running. */
  get url(): string | undefined {
    return this.target?.url;
  }

  /** Resolves with the seconds until it was ready. */
  async start(): Promise<number> {
    const { life, urlThroughGate: url } = this.site;
    const began = performance.now();
    const target = await startServer(life, { url }, { ...settingsOf(this.site), ...this.settings }, this.program);
    await until(async () => (await fetch(`${target.url}/readyz`)).ok);
    this.target = target;
    return (performance.now() - began) / 1_000;
  }

  /** Resolves with the seconds until it ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    const began = performance.now();
    const { target } = this;
    if (signal === 'SIGKILL') this.target = undefined;
    await target?.end(signal);
    this.target = undefined;
    return (performance.now() - began) / 1_000;
  }
}

const settingsOf = ({ stripe, store, mail }: Site<Cluster>) => ({
  ...stripe.env,
  STRIPE_TEST_MODE: 'true',
  ...store.env,
  SMTP_URL: mail.url,
  SMTP_ALLOW_PLAIN: 'true',
  TRUST_PROXY: 'true',
  SHEETS_PER_HOUR: '1000000',
  SHEETS_PER_DAY: '1000000',
});

/** Starts everything but the servers. */
export async function openSite(life: Lifetime): Promise<Site>;
export async function openSite<C extends Cluster>(life: Lifetime, primary: C): Promise<Site<C>>;
export async function openSite(life: Lifetime, given?: Cluster): Promise<Site<Cluster>> {
  const primary = given ?? (await makePostgres(life));
  const [stripe, store, mail] = await Promise.all([startLocalStripe(), startLocalS3(), startLocalMail()]);
  for (const part of [stripe, store]) life.onClose(() => part.close());
  const gate = await openGate(life, primary.port);
  const database = await templateDatabase(primary.url(), MODELS);
  const site = new Site({ life, stripe, store, mail, gate, database, primary });
  site.url = await openProxy(life, () => site.servers.flatMap(({ url }) => url ?? []));
  return site;
}

/** Writes the shift of a clock, for clock.mjs. */
export const setClock = (file: string, milliseconds: number) => writeFileSync(file, String(milliseconds));
