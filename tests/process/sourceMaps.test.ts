import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createMake } from '../support/factories';
import { people } from '../support/people';

/* The built server as `npm start` runs it. */

const app = sharedApp();
let server: ChildProcess | undefined;
afterAll(async () => {
  const ended = server && once(server, 'close');
  server?.kill('SIGTERM');
  await ended;
});

test('a stack trace in the log names source files, not files of the build', async () => {
  const { NODE_ENV: _, ...inherited } = process.env;
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: app.database }).href;
  const port = 20_000 + (process.pid % 20_000);
  const env = { ...inherited, DATABASE_URL: url, DATA_DIR: app.dataDir, PORT: String(port), LOG_LEVEL: 'error' };
  const started = spawn(process.execPath, [resolve('run.mjs'), 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  server = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (data) => (output += data));
  await expect.poll(() => output, { timeout: 50_000 }).toContain('Motokey is at');

  const { token } = await people.administrator(app);
  await createMake(app, { displayName: 'Honda' });
  await app.sql('alter table makes alter column created_at drop not null');
  await app.sql('update makes set created_at = null');
  const answer = await fetch(`http://localhost:${port}/api/company-detail`, {
    headers: { cookie: `session=${token}` },
  });
  expect(answer.status).toBe(500);
  await expect.poll(() => output).toContain('Unhandled error in a request');
  expect(output).toMatch(/at .*server\/rest\/wire\/writer\.ts:\d+:\d+/);
  expect(output).not.toMatch(/dist\/server\/.*\.js:\d/);
});
