/**
 * The PostgreSQL of the tests, started once a run: DATABASE_URL where it is set, else a container where a Docker engine
 * answers, else the embedded one. `inject('postgresUrl')` is the address of a database whose role may create others.
 */
import { execFile } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const postgres = given ? { url: given, stop: async () => {} } : ((await startContainer()) ?? (await startEmbedded()));
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}

async function startContainer(): Promise<Postgres | undefined> {
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
    return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) };
  } catch (error) {
    console.warn(`Docker answers but gives no PostgreSQL (${error}); the tests use the embedded one.`);
    return undefined;
  }
}

const prefix = 'motokey-tests-';

async function startEmbedded(): Promise<Postgres> {
  await sweep();
  return startOwnPostgres();
}

/** A PostgreSQL for one test file, which may kill it or read its log; its cluster is in `directory`/postgres. */
export async function startOwnPostgres(): Promise<Postgres & { directory: string }> {
  const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(directory, 0o711); // as root, PostgreSQL runs as `nobody`, which must get in
  const postgres = await startEmbeddedPostgres(directory, { throwaway: true });
  process.once('SIGTERM', () => process.exit(143)); // so that it ends with us
  return {
    url: postgres.url,
    directory,
    stop: async () => {
      await postgres.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** A run that was killed leaves its PostgreSQL behind: join it, to stop and remove it. */
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
