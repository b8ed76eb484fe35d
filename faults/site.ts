/** What the drills break: two built servers behind a proxy, PostgreSQL, a store, a mail server and Stripe. */

import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type Database, keptDatabase } from '../bench/database.ts';
import { connected } from '../bench/postgres.ts';
import { startServer, type Target } from '../bench/server.ts';
import type { Lifetime } from '../server/process/program.ts';
import { type LocalMail, startLocalMail } from '../tests/support/localMail.ts';
import { type LocalS3, startLocalS3 } from '../tests/support/localS3.ts';
import { type LocalStripe, startLocalStripe } from '../tests/support/localStripe.ts';
import { type Gate, openGate, openProxy } from './gates.ts';
import { makePostgres, type Postgres } from './postgres.ts';
import { until } from './until.ts';

const MODELS = 2_000;
export const LOCKSMITH = 4;
const ADMINISTRATOR = 1;

/** Somebody with an open session. */
export interface Person {
  id: number;
  username: string;
  token: string;
}

export class Site {
  readonly life: Lifetime;
  readonly stripe: LocalStripe;
  readonly store: LocalS3;
  readonly mail: LocalMail;
  /** What the servers take for their database. */
  readonly gate: Gate;
  database: Database;
  readonly servers: [Server, Server];
  primary: Postgres;
  /** Of the proxy. */
  url = '';

  constructor(parts: Pick<Site, 'life' | 'stripe' | 'store' | 'mail' | 'gate' | 'database' | 'primary'>) {
    ({ life: this.life, stripe: this.stripe, store: this.store, mail: this.mail } = parts);
    ({ gate: this.gate, database: this.database, primary: this.primary } = parts);
    this.servers = [new Server(this), new Server(this)];
  }

  /** Rows of the database, past all gates. */
  async sql<T extends object>(statement: string, values: unknown[] = []): Promise<T[]> {
    const name = new URL(this.database.url).pathname.slice(1);
    return (await connected(this.primary.url(name), (client) => client.query<T>(statement, values))).rows;
  }

  /** Users of a client of their own with many seats, each with a session. */
  async people(count: number, role: number): Promise<Person[]> {
    const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
    const tag = randomBytes(4).toString('hex');
    const rows = await this.sql<{ id: number; username: string }>(
      `with company as (
         insert into clients (name, primary_email, max_users, subscription_start_date, subscription_end_date, created_at, updated_at)
         values ('Client ${tag}', 'office-${tag}@drill.example', 100000, current_date, current_date + 300, now(), now())
         returning id
       ), people as (
         insert into users (username, full_name, client_id, role_id, password_hash, subscription_end_date, created_at, updated_at)
         select 'person-' || n || '-${tag}@drill.example', 'Pia Person', company.id, $2::int,
           (select password_hash from users where role_id = ${ADMINISTRATOR} order by id limit 1),
           current_date + 200, now(), now()
         from company, generate_series(1, $1::int) as n returning id, username
       ) select * from people order by id`,
      [count, role],
    );
    const people = rows.map((row, index) => ({ ...row, token: tokens[index] ?? '' }));
    await this.sql(
      `insert into sessions (token_hash, id, user_id, restricted, remember, expires_at, created_at, last_used_at)
       select hash, gen_random_uuid()::text, id, false, false, now() + interval '11 hours', now(), now()
       from unnest($1::text[], $2::int[]) as s (hash, id)`,
      [people.map(({ token }) => hashOf(token)), people.map(({ id }) => id)],
    );
    return people;
  }

  administrators = (count: number) => this.people(count, ADMINISTRATOR);
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** One of the two servers. */
export class Server {
  private readonly site: Site;
  private target: Target | undefined;
  /** Settings besides the usual ones, from the next start on. */
  settings: Record<string, string> = {};
  program: string[] | undefined;

  constructor(site: Site) {
    this.site = site;
  }

  /** Undefined while it does not run. */
  get url(): string | undefined {
    return this.target?.url;
  }

  /** Resolves with the seconds until it was ready. */
  async start(): Promise<number> {
    const { life, gate, database, primary } = this.site;
    const began = performance.now();
    const url = primary.url(new URL(database.url).pathname.slice(1), gate.port);
    const target = await startServer(life, { url }, { ...settingsOf(this.site), ...this.settings }, this.program);
    await until(async () => (await fetch(`${target.url}/readyz`)).ok);
    this.target = target;
    return (performance.now() - began) / 1_000;
  }

  /** Resolves with the seconds until it had ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    const began = performance.now();
    const { target } = this;
    if (signal === 'SIGKILL') this.target = undefined;
    await target?.end(signal);
    this.target = undefined;
    return (performance.now() - began) / 1_000;
  }
}

const settingsOf = ({ stripe, store, mail }: Site) => ({
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
export async function openSite(life: Lifetime): Promise<Site> {
  const primary = await makePostgres(life);
  const [stripe, store, mail] = await Promise.all([startLocalStripe(), startLocalS3(), startLocalMail()]);
  for (const part of [stripe, store]) life.onClose(() => part.close());
  const gate = await openGate(life, primary.port);
  const database = await keptDatabase(primary.url(), MODELS);
  const site = new Site({ life, stripe, store, mail, gate, database, primary });
  site.url = await openProxy(life, () => site.servers.flatMap(({ url }) => url ?? []));
  return site;
}

/** Writes how wrong a clock is, for clock.mjs. */
export const setClock = (file: string, milliseconds: number) => writeFileSync(file, String(milliseconds));
