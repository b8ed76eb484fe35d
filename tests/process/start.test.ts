import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../bench/server';
import { sharedApp, startApp } from '../support/app';

/* The built server as `npm start` runs it, with the embedded PostgreSQL: `npm test` has built it before. */

let dataDir: string;
const dataDirs: string[] = [];
const renewDataDir = async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'motokey-start-'));
  dataDirs.push(dataDir);
  await chmod(dataDir, 0o711); // as root, PostgreSQL runs as `nobody`, which must get in
};
beforeAll(renewDataDir);
afterAll(async () => {
  for (const dir of dataDirs) await rm(dir, { recursive: true, force: true });
});

/** Processes that a failed test has left running. */
const running = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of running) child.kill('SIGTERM');
  await expect.poll(() => running.size).toBe(0);
});

interface Run {
  process: ChildProcess;
  output(): string;
  /** Resolves when `text` has been printed; rejects if the process ends before that. */
  prints(text: string): Promise<void>;
  ended: Promise<number | null>;
}

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** Whether the process starts its own process group. */
  detached?: boolean;
}

const run = (script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  runCommand(process.execPath, [resolve(`dist/server/${script}.js`), ...args], { env });

function runCommand(command: string, args: string[], { env = {}, detached = false }: RunOptions): Run {
  const { DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env;
  const child = spawn(command, args, {
    env: { ...inherited, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  running.add(child);
  let output = '';
  const ended = new Promise<number | null>((done) => child.on('close', done)).finally(() => running.delete(child));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const prints = (text: string) =>
    new Promise<void>((done, fail) => {
      const look = () => output.includes(text) && done();
      child.stdout.on('data', look);
      void ended.then((code) => fail(new Error(`ended with ${code} before it printed "${text}":\n${output}`)));
      look();
    });
  return { process: child, output: () => output, prints, ended };
}

const login = async (port: number, username: string, password = 'demo-Keys-1990') =>
  (
    await fetch(`http://localhost:${port}/api/login`, {
      method: 'POST',
      body: new URLSearchParams({ userEmail: username, userPassword: password }),
    })
  ).status;

/** PostgreSQL creates this file when it starts and deletes it after a clean stop. */
const postgresRuns = () => existsSync(join(dataDir, 'postgres/postmaster.pid'));

/** The command lines that contain our DATA_DIR: PostgreSQL and its tools. */
const processes = () => {
  const all =
    process.platform === 'linux'
      ? readdirSync('/proc').map((pid) => {
          try {
            return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
          } catch {
            return '';
          }
        })
      : execFileSync('ps', ['-A', '-o', 'command='], { encoding: 'utf8' }).split('\n');
  return all.filter((command) => command.includes(dataDir));
};

describe('a signal during the start', () => {
  const clusterIsMade = () => readdirSync(dataDir).some((name) => name.includes('.new-'));
  const starts = (text: string) => (started: Run) => started.output().includes(text);
  test.each([
    ['while the database is created', 'SIGINT', 'main', [], clusterIsMade],
    ['while PostgreSQL starts', 'SIGTERM', 'main', [], postgresRuns],
    ['while the demo data is loaded', 'SIGHUP', 'main', [], starts('Loading the demo catalogue')],
    ['during a task in the terminal', 'SIGINT', 'admin', ['demo'], starts('Loading the demo catalogue')],
  ] as const)('%s leaves nothing behind (%s)', async (_, signal, script, args, reached) => {
    const started = run(script, [...args], { PORT: String(await freePort()) });
    await expect.poll(() => reached(started), { interval: 5 }).toBe(true);
    started.process.kill(signal);
    const code = await started.ended;
    expect(processes()).toEqual([]);
    expect(postgresRuns()).toBe(false);
    expect(clusterIsMade()).toBe(false);
    expect(started.output()).not.toMatch(/error|terminated|does not/i);
    expect(code).toBeGreaterThan(128);
  });
});

// On a busy machine loading the demo data takes a minute, and each start many seconds.
describe('starting', { timeout: 180_000 }, () => {
  test('loads the demo data once, prints the address, survives kill -9, and stops its database on SIGTERM', async () => {
    const port = await freePort();
    const first = run('main', [], { PORT: String(port) });
    await first.prints(`Motokey is at http://localhost:${port}`);
    expect(first.output()).toMatch(/Loaded \d\d makes and \d{4,} models/);
    await first.prints('admin@example.com');
    expect(await login(port, 'admin@example.com')).toBe(200);
    expect(await login(port, 'expired@example.com')).toBe(402);
    expect(await login(port, 'disabled@example.com')).toBe(403);
    expect(await login(port, 'new@example.com')).toBe(401);
    // With demo accounts, only this machine can connect, through each address of localhost.
    const answers = (address: string) =>
      fetch(`http://${address.includes(':') ? `[${address}]` : address}:${port}/healthz`).then(
        ({ status }) => status,
        () => 'refused',
      );
    for (const { address } of await lookup('localhost', { all: true })) expect(await answers(address)).toBe(200);
    expect(await answers('127.0.0.1')).toBe(200);
    const outer = Object.values(networkInterfaces()).flatMap((all) => all?.filter(({ internal }) => !internal) ?? []);
    for (const { address, family } of outer) if (family === 'IPv4') expect(await answers(address)).toBe('refused');

    first.process.kill('SIGKILL');
    await first.ended;
    expect(postgresRuns()).toBe(true);

    const second = run('main', [], { PORT: String(port) });
    await second.prints(`Motokey is at http://localhost:${port}`);
    expect(second.output()).not.toContain('Loaded');
    expect(await login(port, 'user@example.com')).toBe(200);

    const third = run('main', [], { PORT: String(port) });
    expect(await third.ended).toBe(1);
    expect(third.output()).toMatch(new RegExp(`^PORT ${port} is in use\\..*\n$`));

    // A client that disappeared in the middle of a request must not keep the database running.
    const stalled = connect(port, '127.0.0.1');
    stalled.on('error', () => {});
    stalled.write('POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nuser');
    await login(port, 'user@example.com');
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    stalled.destroy();
    expect(postgresRuns()).toBe(false);
  });

  test('a rejection that nobody handles is a fault of its request only, and is logged with its stack', async () => {
    const port = await freePort();
    // Breaks a function that operations call, for one text.
    const broken = `const normalize = String.prototype.normalize;
      String.prototype.normalize = function (form) {
        if (this.includes('stray')) Promise.reject(new Error('Nobody waits for me'));
        return normalize.call(this, form);
      };`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(broken)}`;
    const server = run('main', [], { PORT: String(port), NODE_OPTIONS });
    await server.prints(`Motokey is at http://localhost:${port}`);
    const signedIn = await fetch(`http://localhost:${port}/api/login`, {
      method: 'POST',
      body: new URLSearchParams({ userEmail: 'user@example.com', userPassword: 'demo-Keys-1990' }),
    });
    const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
    const jump = async (text: string) => {
      const query = `{ jump(text: "${text}") { name } }`;
      const body = JSON.stringify({ query });
      const headers = { 'content-type': 'application/json', cookie: cookie.join('; ') };
      const answer = await fetch(`http://localhost:${port}/graphql`, { method: 'POST', headers, body });
      return { status: answer.status, text: await answer.text() };
    };
    const faulty = await jump('stray');
    expect(faulty).toEqual({ status: 500, text: expect.stringContaining('INTERNAL_SERVER_ERROR') });
    expect(faulty.text).not.toContain('Nobody waits');
    expect(await jump('cb')).toEqual({ status: 200, text: expect.stringContaining('"name":"CB') });
    expect(server.output()).toMatch(/Error: Nobody waits for me\\n +at String\.normalize/);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('names every wrong setting, and starts nothing', async () => {
    const starts = [{ HOST: '203.0.113.77' }, { HOST: 'no-such-host.invalid' }, { PORT: 'abc', LOG_LEVEL: 'loud' }];
    const ends = starts.map(async (env) => {
      const started = run('main', [], { PORT: String(await freePort()), ...env });
      return [await started.ended, started.output()];
    });
    expect(await Promise.all(ends)).toEqual([
      [1, expect.stringMatching(/^HOST 203\.0\.113\.77 is not an address of this machine\..*\n$/)],
      [1, expect.stringMatching(/^HOST no-such-host\.invalid cannot be resolved.*\n$/)],
      [1, expect.stringMatching(/^These settings are wrong:\n {2}PORT: .*\n {2}LOG_LEVEL: .*\n$/)],
    ]);
  });
});

describe('npm start', { timeout: 180_000 }, () => {
  test.each([
    ['SIGTERM', 'npm alone', (npm: number) => npm],
    ['SIGINT', 'npm alone', (npm: number) => npm],
    ['SIGINT', 'the whole group, as Ctrl-C is', (npm: number) => -npm],
  ] as const)('%s for %s stops the server and its database before npm ends', async (signal, _, target) => {
    const port = await freePort();
    const started = runCommand('npm', ['start'], { env: { PORT: String(port) }, detached: true });
    await started.prints('new@example.com'); // the last line of a start
    process.kill(target(started.process.pid!), signal);
    expect(await started.ended).toBe(0);
    expect(processes()).toEqual([]);
    expect(postgresRuns()).toBe(false);
  });
});

describe('with a PostgreSQL of its own', { timeout: 180_000 }, () => {
  const app = sharedApp({ demo: true });
  const address = (name: string) => Object.assign(new URL(inject('postgresUrl')), { pathname: name });

  test('two servers whose images are not in the same place warn of it', async () => {
    const other = await startApp();
    const start = async (folder: string) => {
      const port = await freePort();
      const DATA_DIR = join(dataDir, folder);
      const server = run('main', [], { PORT: String(port), DATABASE_URL: address(other.database).href, DATA_DIR });
      await server.prints('Motokey is at');
      const ready = async () => (await (await fetch(`http://localhost:${port}/readyz`)).json()).warnings?.length ?? 0;
      return { ...server, ready };
    };
    await other.app.close();
    const [one, same] = await Promise.all([start('images-1'), start('images-1')]);
    expect([await one.ready(), await same.ready()]).toEqual([0, 0]);
    expect(same.output()).not.toContain('keeps its images elsewhere');
    const apart = await start('images-2');
    await expect.poll(apart.output).toContain('keeps its images elsewhere');
    expect([await one.ready(), await apart.ready()]).toEqual([1, 1]);
    apart.process.kill('SIGTERM');
    await apart.ended;
    expect(await one.ready()).toBe(0);
    for (const { process: server, ended } of [one, same]) {
      server.kill('SIGTERM');
      await ended;
    }
    await other.close();
  });

  test('a missing database is reported, not created, and the password is not printed', async () => {
    const url = address('motokey_no_such');
    const started = run('main', [], { PORT: String(await freePort()), DATABASE_URL: url.href });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(`The database of DATABASE_URL at ${url.host} cannot be used`);
    expect(started.output()).toContain('database "motokey_no_such" does not exist');
    expect(started.output()).toContain('Create it, or correct DATABASE_URL');
    expect(started.output()).not.toContain(url.password);
    expect(await app.sql(`select 1 from pg_database where datname = 'motokey_no_such'`)).toEqual([]);
  });

  test('production refuses demo accounts, names them and says how to remove them', async () => {
    const port = await freePort();
    const env = {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: address(app.database).href,
      PUBLIC_URL: 'https://keys.locks.example',
      SMTP_URL: 'smtps://127.0.0.1:1',
      MAIL_FROM: 'keys@locks.example',
      STRIPE_SECRET_KEY: 'sk_live_secret',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_shown',
      STRIPE_WEBHOOK_SECRET: 'whsec_signs',
    };
    // A demo account whose username differs only in case is still one.
    await app.sql(`update users set username = 'User@Example.com' where username = 'user@example.com'`);
    const refused = run('main', [], env);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('admin@example.com');
    expect(refused.output()).toContain('User@Example.com');
    expect(refused.output()).toContain('new@example.com');
    expect(refused.output()).toContain('npm run admin -- demo --remove');

    const last = run('admin', ['demo', '--remove'], env);
    expect(await last.ended).toBe(1);
    expect(last.output()).toContain('no other enabled administrator');
    expect(await app.sql('select count(*)::int from users')).toEqual([{ count: 5 }]);

    const email = 'owner@locks.example';
    expect(await run('admin', ['create', '--email', email, '--name', 'Olga', '--client', 'Locks'], env).ended).toBe(0);
    const removed = run('admin', ['demo', '--remove'], env);
    expect(await removed.ended).toBe(0);
    expect(removed.output()).toContain('admin@example.com');
    expect(await app.sql('select username from users')).toEqual([{ username: email }]);
    expect(await app.sql('select username, details from log_entries order by id desc limit 1')).toEqual([
      { username: email, details: expect.stringContaining('demo accounts') },
    ]);

    const unencrypted = 'The secrets of authenticator apps are not encrypted in the database: see SECOND_FACTOR_KEY';
    const started = run('main', [], env);
    await started.prints('Motokey is at https://keys.locks.example');
    await started.prints(unencrypted);
    started.process.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    const encrypted = run('main', [], {
      ...env,
      SECOND_FACTOR_KEY: 'a key of thirty-two characters: x'.replaceAll(' ', '-'),
    });
    await encrypted.prints('Motokey is at');
    encrypted.process.kill('SIGTERM');
    expect(await encrypted.ended).toBe(0);
    expect(encrypted.output()).not.toContain('SECOND_FACTOR_KEY');
    const development = run('main', [], { PORT: String(port), DATABASE_URL: env.DATABASE_URL });
    await development.prints('Motokey is at');
    expect(development.output()).not.toContain('Demo sign-ins');
    development.process.kill('SIGTERM');
    await development.ended;
    expect(development.output()).not.toContain('SECOND_FACTOR_KEY');
  });
});

describe('npm run admin', { timeout: 180_000 }, () => {
  // An empty database, whatever the starts before have loaded.
  beforeAll(renewDataDir);

  test('creates an administrator with a client, sets a new password, and refuses to add demo data', async () => {
    const email = 'first@locks.example';
    const created = run('admin', ['create', '--email', email, '--name', 'Fay First', '--client', 'Locks & Co']);
    expect(await created.ended).toBe(0);
    const password = created.output().match(/Password: (\S+)/)?.[1];
    const reset = run('admin', ['password', '--email', email.toUpperCase()]);
    expect(await reset.ended).toBe(0);
    const renewed = reset.output().match(/: (\S+)\s*$/)?.[1];
    const demo = run('admin', ['demo']);
    expect(await demo.ended).toBe(1);
    expect(demo.output()).toContain('not empty');

    const port = await freePort();
    const server = run('main', [], { PORT: String(port) });
    await server.prints('Motokey is at');
    expect(server.output()).not.toContain('Demo sign-ins');
    expect(await login(port, email, password)).toBe(401);
    expect(await login(port, email, renewed)).toBe(200);
    server.process.kill('SIGTERM');
    await server.ended;
  });

  test('imports a sheet completely, or reports the wrong rows and changes nothing', async () => {
    const file = join(dataDir, 'first.csv');
    await writeFile(file, 'Make,Model,Year\nErebus,Night 50,2005\nErebus,Night 125,1805\n');
    // A relative path is relative to the directory in which npm was called.
    const refused = run('admin', ['import', 'first.csv', '--create-makes'], { INIT_CWD: dataDir });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(
      /1 new, 0 changed.* 1 refused.*\n {2}row 3: Year: The year must be.*\nNothing was changed/,
    );
    const imported = run('admin', [
      'import',
      file,
      '--create-makes',
      '--skip-refused',
      '--user',
      'First@locks.example',
    ]);
    expect(await imported.ended).toBe(0);
    expect(imported.output()).toContain('Imported first.csv as import');
    await writeFile(file, 'Make,Model,Year,ILCO\nErebus,Range,2001-2003,X\n,Range,"2003, 2004",null\n,Open,2026+,X\n');
    const ranges = run('admin', ['import', file, '--fill-down', '--open-until', '2027', '--skip-refused']);
    expect(await ranges.ended).toBe(0);
    expect(ranges.output()).toMatch(
      /ILCO: 1 cell says “null”.*\n.*filled from the row above\.\n6 new, .* 1 duplicates\n {2}row 3 \(2003\): Row 2 is for the same model/,
    );
  });

  test('writes a backup, reads it back, and says whom it cannot erase', async () => {
    const env = { INIT_CWD: dataDir };
    const backup = run('admin', ['backup', 'first.tar.gz'], env);
    expect(await backup.ended, backup.output()).toBe(0);
    expect(backup.output()).toContain(`Wrote ${join(dataDir, 'first.tar.gz')}: `);
    const restored = run('admin', ['restore', 'first.tar.gz', '--replace'], env);
    expect(await restored.ended, restored.output()).toBe(0);
    expect(restored.output()).toContain('All users have to sign in again.');
    const erased = run('admin', ['erase-user', 'nobody@locks.example', '--yes']);
    expect(await erased.ended).toBe(1);
    expect(erased.output()).toContain('There is no user nobody@locks.example');
  });

  test('a wrong call is told how', async () => {
    const calls = [
      ...['', 'import', 'import first.csv --open-until never', 'backup', 'erase-user user@example.com'],
      ...['create --email x', 'password', '--unknown'],
    ];
    const ends = calls.map(async (call) => {
      const admin = run('admin', call.split(' ').filter(Boolean));
      const code = await admin.ended;
      return [call, code, /\n {4}at /.test(admin.output())];
    });
    expect(await Promise.all(ends)).toEqual(calls.map((call) => [call, 1, false]));
  });
});
