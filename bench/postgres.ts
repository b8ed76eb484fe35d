/** The PostgreSQL of the bench, and connections to it. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/outside/postgres/embeddedPostgres.ts';
import type { Lifetime } from '../server/process/program.ts';

/** Keeps the embedded PostgreSQL and its databases between runs. */
const CACHE = resolve('bench/.cache');

/** Returns the URL of a database whose role can create databases: BENCH_DATABASE_URL's, or the embedded one's. */
export async function openPostgres(life: Lifetime): Promise<string> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) return given;
  mkdirSync(CACHE, { recursive: true });
  const starting = startEmbeddedPostgres(CACHE, { log: console.log, signal: life.signal });
  life.onClose(async () => (await starting.catch(() => undefined))?.stop());
  return (await starting).url;
}

/** The URL of another database on the same server. */
export const urlOf = (server: string, database: string) => Object.assign(new URL(server), { pathname: database }).href;

/** Calls `work` with a separate connection. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // The running query reports it, too, if the server ends.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
