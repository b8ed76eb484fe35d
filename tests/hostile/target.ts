import { expect } from 'vitest';
import { type Person, startApp, type TestApp } from '../support/app';
import { createClient, createMake, createModel, createUser } from '../support/factories';
import { people } from '../support/people';
import { SEED } from './corpus';

/** The target of hostile requests, and the callers that send them. */
export interface Target {
  app: TestApp;
  /** A record of each kind, by its kind. */
  ids: Record<'make' | 'model' | 'client' | 'user', number>;
  callers: Record<'visitor' | 'locksmith' | 'administrator', Person>;
  /** How many requests have been sent. */
  count: number;
  /** Counts a request; its header gives it an address of its own, so that no throttle answers instead. */
  nextAddress(): { 'x-forwarded-for': string };
  /** The tables that the last request changed. Queries the database only if the request sent a write. */
  changedTables(): Promise<string[]>;
  /** Waits until no import is being worked on, and forgets what it changed. */
  importsSettle(): Promise<unknown>;
  /** Forgets the throttles that count by user or client, not by address. */
  forgetThrottles(): Promise<unknown>;
  close(): Promise<void>;
}

/** `channel` names the attacked interface in the line that reports the number of requests. */
export async function startTarget(channel: string): Promise<Target> {
  const app = await startApp({ config: { proxies: 1 } });
  const make = await createMake(app, { displayName: 'Honda' });
  const model = await createModel(app, make);
  const client = await createClient(app, { maxUsers: 100_000 });
  const user = await createUser(app, { client });
  const callers = {
    visitor: await people.visitor(),
    locksmith: await people.locksmith(app),
    administrator: await people.administrator(app),
  };
  await watchChanges(app);
  const target: Target = {
    app,
    ids: { make: make.id, model: model.id, client: client.id, user: user.id },
    callers,
    count: 0,
    nextAddress() {
      target.count++;
      const from = [target.count >> 16, target.count >> 8, target.count].map((part) => part & 255).join('.');
      return { 'x-forwarded-for': `10.${from}` };
    },
    async changedTables() {
      if (!app.statements().some(({ sql }) => /\b(insert|update|delete)\b/i.test(sql))) return [];
      const rows = await app.sql<{ name: string }>('delete from seen_changes returning name');
      app.statements();
      return [...new Set(rows.map(({ name }) => name))];
    },
    async importsSettle() {
      const working = () => app.sql('select from imports where progress is not null');
      await expect.poll(working).toEqual([]);
      await this.changedTables();
    },
    forgetThrottles: () => app.sql('delete from attempts'),
    async close() {
      console.log(`${target.count} hostile requests to ${channel}, seed ${SEED}`);
      await app.close();
    },
  };
  return target;
}

/**
 * Tables that a refused request may change: tries are counted, refusals are logged or counted, and what earlier requests
 * opened, were sent and missed is written some seconds later.
 */
const MAY_GROW = [
  'attempts',
  'log_counts',
  'log_entries',
  'sheet_openings',
  'recent_sheets',
  'missed_searches',
  'models_sent',
];

/** Makes the database record every row that a committed transaction changes. */
async function watchChanges(app: TestApp): Promise<void> {
  const tables = await app.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like '%migrations%'`,
  );
  await app.sql('create table seen_changes (name text)');
  await app.sql(`create function see_change() returns trigger language plpgsql as
    'begin insert into seen_changes values (tg_table_name); return null; end'`);
  for (const { name } of tables) {
    if (MAY_GROW.includes(name)) continue;
    await app.sql(`create trigger see_change after insert or update or delete on "${name}"
      for each row execute function see_change()`);
  }
  app.statements();
}
