/**
 * The PostgreSQL of the tests, started once per run: the one of DATABASE_URL if set, else a container if a Docker
 * engine is available, else the embedded one. `inject('postgresUrl')` is the URL of a database whose role can create
 * databases.
 */
import { execFile } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/outside/postgres/embeddedPostgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

interface Postgres {
  url: string;
  stop(): Promise<void>;
}
interface Found extends Postgres {
  what: string;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  if (given) await requireSuitable(given);
  const postgres: Found = given
    ? { what: 'that of DATABASE_URL', url: given, stop: async () => {} }
    : ((await startContainer()) ?? (await startEmbedded()));
  console.log(`PostgreSQL of the tests: ${postgres.what}`);
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}

/** Throws one sentence with all that DATABASE_URL lacks, instead of thousands of failures. */
async function requireSuitable(url: string): Promise<void> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('server_version') as version,
      current_setting('server_version_num')::int >= 150000 as "PostgreSQL 15 or newer",
      exists (select from pg_collation where collname = 'und-x-icu') as "ICU",
      (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as "a role that may create databases",
      getdatabaseencoding() = 'UTF8' as "the encoding UTF8",
      current_setting('max_connections')::int >= 100 as "100 connections"`);
    const [{ version, ...needs }] = rows;
    const missing = Object.entries(needs).flatMap(([need, isThere]) => (isThere ? [] : [need]));
    if (missing.length > 0) throw new Error(`it is PostgreSQL ${version}, and the tests need ${missing.join(', ')}`);
  } catch (error) {
    throw new Error(`The tests cannot use the database of DATABASE_URL: ${(error as Error).message}.`);
  } finally {
    await client.end();
  }
}

async function startContainer(): Promise<Found | undefined> {
  try {
    await promisify(execFile)('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 3000 });
  } catch {
    return undefined;
  }
  try {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
    const container = await new PostgreSqlContainer('postgres:18-alpine')
      .withDatabase('motokey')
      .withEnvironment({
        POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
        TZ: 'UTC',
      })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'])
      .start();
    return { what: 'a container', url: container.getConnectionUri(), stop: async () => void (await container.stop()) };
  } catch (error) {
    console.warn(`Docker is available but could not start PostgreSQL (${error}).`);
    return undefined;
  }
}

const prefix = 'motokey-tests-';

async function startEmbedded(): Promise<Found> {
  await sweep();
  return { what: 'the embedded one', ...(await startOwnPostgres()) };
}

/** Starts a PostgreSQL for one test file, which may kill it or read its log. The cluster is in `directory`/postgres. */
export async function startOwnPostgres(): Promise<Postgres & { directory: string }> {
  const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(directory, 0o711); // When run as root, PostgreSQL runs as `nobody`, which needs access.
  const postgres = await startEmbeddedPostgres(directory, { throwaway: true });
  process.once('SIGTERM', () => process.exit(143)); // So PostgreSQL ends with this process.
  return {
    url: postgres.url,
    directory,
    stop: async () => {
      await postgres.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Stops and removes the PostgreSQL that a killed run has left. Starting it again attaches to the running one. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const directory = join(tmpdir(), name);
    try {
      if (isAlive(Number(name.split('-').at(-2))) || lstatSync(directory).uid !== process.getuid?.()) continue;
      if (readdirSync(directory).includes('postgres'))
        await (await startEmbeddedPostgres(directory, { throwaway: true })).stop();
      rmSync(directory, { recursive: true });
    } catch (error) {
      console.warn(`Could not remove ${directory}: ${error}`);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
