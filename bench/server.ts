/** Starts the measured servers: the built one and the floor, each in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lifetime } from '../server/process/program.ts';
import { ADMINISTRATOR, type Database } from './database.ts';

/** A process that answers requests. */
export interface Target {
  /** `http://127.0.0.1:port` */
  url: string;
  pid: number;
  /** Sent with each request. */
  headers: Record<string, string>;
  /** Resolves when the process has ended, with its exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  stop(): Promise<unknown>;
}

/** As in production. Nothing is sent to these addresses. */
const PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
  PUBLIC_URL: 'https://keys.bench.example',
  SMTP_URL: 'smtps://127.0.0.1:1',
  MAIL_FROM: 'keys@bench.example',
  STRIPE_SECRET_KEY: 'sk_live_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
};

/**
 * Starts the built server, or another `program` with its arguments, on the database, with `settings` in addition to those
 * of production.
 */
export async function startServer(
  life: Lifetime,
  { url: database }: Pick<Database, 'url'>,
  settings = {},
  program = ['dist/server/main.js'],
): Promise<Target> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'motokey-bench-'));
  life.onClose(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { ...PRODUCTION, DATABASE_URL: database, DATA_DIR: dataDir, PORT: String(port), ...settings };
  return startTarget(life, port, program, env);
}

/** The same, signed in as the administrator, whose sheets are not counted. */
export async function startSignedIn(life: Lifetime, database: Database, settings = {}): Promise<Target> {
  const target = await startServer(life, database, settings);
  return { ...target, headers: { cookie: await signIn(target, database.password) } };
}

/** Starts the floor (floor.ts) on the database. */
export async function startFloor(life: Lifetime, { url: database }: Database): Promise<Target> {
  const port = await freePort();
  return startTarget(life, port, ['bench/floor.ts'], { DATABASE_URL: database, PORT: String(port) });
}

/** Starts PostGraphile (postgraphile.ts) on the database. */
export async function startPeer(life: Lifetime, { url: database }: Database): Promise<Target> {
  const port = await freePort();
  const env = { DATABASE_URL: database, PORT: String(port), NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
  return startTarget(life, port, ['bench/postgraphile.ts'], env);
}

/** Resolves when the process has printed that it listens. */
async function startTarget(life: Lifetime, port: number, args: string[], env: Record<string, string>): Promise<Target> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.on('data', (data) => process.stderr.write(data));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    return ended;
  };
  const stop = () => end('SIGTERM');
  life.onClose(stop);
  await prints(child, ended, ' is at ');
  if (!child.pid) throw new Error(`${args.join(' ')} has no process id.`);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, headers: {}, end, stop };
}

const prints = ({ stdout, stderr }: ChildProcess, ended: Promise<unknown>, text: string) =>
  new Promise<void>((done, fail) => {
    let output = '';
    for (const stream of [stdout, stderr])
      stream?.on('data', (data) => {
        output += data;
        if (output.includes(text)) done();
      });
    void ended.then(() => fail(new Error(`The process ended before it was ready:\n${output}`)));
  });

async function signIn({ url }: Target, password: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ userEmail: ADMINISTRATOR, userPassword: password }),
  });
  if (!response.ok) throw new Error(`Signing in was answered with ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/**
 * Below the ports that systems give to outgoing connections: one of those may be taken again before a slow server listens.
 */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const port = randomInt(10_000, 32_768);
    const probe = createServer().once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(freePort()) : fail(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)));
  });
