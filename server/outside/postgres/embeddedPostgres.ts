/**
 * The PostgreSQL that comes inside node_modules, for a machine that has none: `npm start` and the tests run on it.
 *
 * The server is a daemon of its own (pg_ctl), because it has to survive us: after kill -9 of Node the next start finds
 * it by its postmaster.pid and joins it. Several of our processes may share it; the last one to leave stops it.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Account,
  findPrograms,
  isOpen,
  isRoot,
  majorOf,
  OPEN_PLACES,
  OWN_POSTGRES,
  openPlace,
  type Run,
  runner,
  text,
} from './postgresPrograms.ts';

export interface EmbeddedPostgres {
  /** postgres://motokey:password@127.0.0.1:port/motokey; the role owns the database and may create others. */
  url: string;
  /** Leaves the server, and shuts it down if no other process of ours uses it. Resolves when that is done. */
  stop(): Promise<void>;
}

/**
 * Starts the cluster in `dataDir`/postgres, or joins it if it is running, and creates it (with an empty database
 * `motokey`) if there is none. As root, and under a directory closed to others, `dataDir`/postgres is a link to the
 * real place. `throwaway` is for tests: fast, not crash-safe, removed by stop(). Errors say what to do. If `signal` is
 * aborted during the start, the start is undone before the promise rejects.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { throwaway?: boolean; log?: (line: string) => void; signal?: AbortSignal | undefined } = {},
): Promise<EmbeddedPostgres> {
  const { throwaway = false, log = () => {}, signal } = options;
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
  const programs = findPrograms(dirname(link), account, log);
  if (fs.existsSync(link)) refuseOtherMajor(link, majorOf(programs, account));
  const run = runner(programs, account);
  if (!fs.existsSync(link)) await create(link, account, run, { throwaway, log, signal });
  const cluster = fs.realpathSync(link);
  const secret = join(cluster, 'motokey.password');
  if (!fs.existsSync(secret))
    throw new Error(`${link} is not a Motokey database: remove it, or set DATA_DIR. ${OWN_POSTGRES}`);
  const password = fs.readFileSync(secret, 'utf8');
  if (isRoot) {
    if (cluster !== link) writeLink(cluster, link); // it may have been moved
    for (const line of OPEN_PLACES.flatMap(leftovers)) log(line);
  }

  /** Removes us from the server's users; returns the server if we were the last and have to stop it. */
  const leave = () => {
    fs.rmSync(join(cluster, 'motokey.users', String(process.pid)), { force: true });
    const running = findRunning(cluster);
    return running && (throwaway || !hasUsers(cluster, running.since)) ? running : undefined;
  };
  // Shuts PostgreSQL down even if stop() was not called or took too long, without waiting for it; only kill -9 evades it.
  const quit = () => {
    const running = leave();
    if (running) process.kill(running.pid, throwaway ? 'SIGQUIT' : 'SIGINT');
  };
  process.once('exit', quit);

  let watch: NodeJS.Timeout | undefined;
  let restarting: Promise<void> | undefined;
  const stop = async () => {
    clearInterval(watch);
    await restarting;
    if (leave()) {
      await run('pg_ctl', ['stop', '-D', cluster, '-m', throwaway ? 'immediate' : 'fast', '-w', '-t', '60']).catch(
        (error) => {
          if (findRunning(cluster)) throw new Error(`The embedded PostgreSQL did not stop: ${text(error)}`);
        },
      );
    }
    process.off('exit', quit);
    if (throwaway) for (const path of [cluster, link]) fs.rmSync(path, { recursive: true, force: true });
  };

  const { port, ...found } = await ensureRunning(cluster, run, { signal }).catch(async (error) => {
    await stop();
    throw error;
  });
  let { pid } = found;
  // PostgreSQL recovers if one of its workers dies, but nothing restarts the postmaster, so we do.
  const restart = async () => {
    ({ pid } = await ensureRunning(cluster, run, { port }));
    log('PostgreSQL had stopped unexpectedly and was restarted');
  };
  watch = setInterval(() => {
    if (isAlive(pid)) return;
    restarting ??= restart()
      .catch((error) => log(text(error)))
      .finally(() => {
        restarting = undefined;
      });
  }, 1000).unref();

  let stopped: Promise<void> | undefined;
  return {
    url: `postgres://motokey:${password}@127.0.0.1:${port}/motokey`,
    stop: () => (stopped ??= stop()),
  };
}

/** PostgreSQL's files change with its major version. We never touch those of another one. */
function refuseOtherMajor(link: string, ours: string): void {
  const file = join(link, 'PG_VERSION');
  const found = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ours;
  if (found === ours) return;
  const how =
    Number(found) > Number(ours)
      ? 'Start the release that created it.'
      : `With the release that created it: npm run admin -- backup FILE. Then move ${link} away, and with this release: npm run admin -- restore FILE.`;
  throw new Error(
    `The database in ${link} was created by PostgreSQL ${found}, but this release includes ${ours}. It was not changed. ${how}`,
  );
}

/** PostgreSQL refuses to run as root: then it is the cluster's owner, or `nobody` for a new one. */
export function accountFor(link: string): Account {
  const owner = fs.existsSync(link) ? fs.statSync(link) : undefined;
  if (!isRoot) {
    if (owner && process.getuid && owner.uid !== process.getuid())
      throw new Error(
        `The database in ${link} belongs to user id ${owner.uid}. Start as that user, or remove it. ${OWN_POSTGRES}`,
      );
    return undefined;
  }
  if (owner?.uid === 0)
    throw new Error(
      `PostgreSQL refuses data that root owns: chown -R nobody ${fs.realpathSync(link)}. ${OWN_POSTGRES}`,
    );
  if (owner) return { uid: owner.uid, gid: owner.gid };
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return { uid: 65534, gid: 65534 };
  }
}

/** Creates the cluster in a temporary place and moves it when complete, so that no incomplete cluster is ever found. */
async function create(
  link: string,
  account: Account,
  run: Run,
  { throwaway, log, signal }: { throwaway: boolean; log: (line: string) => void; signal?: AbortSignal | undefined },
) {
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
    await run('initdb', ['-D', half, ...flags, ...locale, ...settings.flatMap((setting) => ['--set', setting])], {
      signal,
    });
    // Without a client at hand, single-user mode makes the one role that can sign in, no superuser, and its database.
    const sql = `create role motokey login createdb password '${password}'\ncreate database motokey owner motokey\n`;
    await run('postgres', ['--single', '-D', half, '-c', 'exit_on_error=on', 'postgres'], { input: sql, signal });
    fs.writeFileSync(join(half, 'pg_hba.conf'), 'host all motokey 127.0.0.1/32 scram-sha-256\n');
    fs.writeFileSync(join(half, 'motokey.password'), password, { mode: 0o600 });
    fs.mkdirSync(join(half, 'motokey.users'));
    if (!open) writeLink(half, link);
    fs.renameSync(half, place);
    if (!open) {
      fs.symlinkSync(place, link);
      log(
        `The database is in ${place}: PostgreSQL does not run as root, and no other account can enter ${dirname(link)}`,
      );
    }
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true });
    if (!open) fs.rmSync(place, { recursive: true, force: true });
    if (fs.existsSync(link)) return; // another of our processes was faster
    throw new Error(`The embedded database could not be created in ${place}: ${text(error)}. ${OWN_POSTGRES}`);
  }
}

/** A file in a cluster outside its DATA_DIR: holds the path of the link that points to it. */
const LINK = 'motokey.link';

/** The directory is another account's, which could have put a symbolic link in its place. */
function writeLink(cluster: string, link: string): void {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = fs.constants;
  const file = fs.openSync(join(cluster, LINK), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o644);
  fs.writeFileSync(file, link);
  fs.closeSync(file);
}

/**
 * A sentence for each database in `place` to which no DATA_DIR links any more, with the command that removes it. We never
 * remove it ourselves: the DATA_DIR may be on a disk that is not mounted.
 */
export function leftovers(place: string): string[] {
  // Reads nothing and shows no command if another account created the place or the name.
  const isOurs = fs.existsSync(place) && fs.statSync(place).uid === process.getuid?.();
  const names = isOurs ? fs.readdirSync(place).filter((name) => /^[0-9a-f]{16}$/.test(name)) : [];
  const clusters = names.map((name) => join(place, name));
  return clusters.flatMap((cluster) => {
    if (!fs.existsSync(join(cluster, LINK))) return [];
    const link = fs.readFileSync(join(cluster, LINK), 'utf8');
    if (fs.existsSync(link) && fs.realpathSync(link) === fs.realpathSync(cluster)) return [];
    const running = findRunning(cluster);
    const remove = `${running ? `kill -INT ${running.pid}; ` : ''}rm -r '${cluster}'`;
    return `The database in ${cluster} belonged to ${link}, which no longer links to it. To remove it for good: ${remove}`;
  });
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
      fs.rmSync(file); // else PostgreSQL would take that process for a running server and refuse to start
      return undefined;
    }
  } catch {
    // cannot be checked here: trust the file
  }
  return { pid, since, port, ready: lines[7]?.trim() === 'ready' };
}

/**
 * Finds or starts the server and adds us to its users. `port` is for a restart, when clients already know the port. If
 * `signal` is aborted it throws, but only once the server it is starting either can be stopped or has failed to start.
 */
async function ensureRunning(
  cluster: string,
  run: Run,
  { port, signal }: { port?: number; signal?: AbortSignal | undefined },
): Promise<Running> {
  const log = join(cluster, 'server.log');
  const sizeOfLog = () => (fs.existsSync(log) ? fs.statSync(log).size : 0);
  if (sizeOfLog() > 10_000_000 && !findRunning(cluster)) fs.truncateSync(log);
  const written = sizeOfLog();
  let failure: unknown;
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
    signal?.throwIfAborted();
    let running = findRunning(cluster);
    if (!running) {
      const wanted = port ?? (await freePort());
      // pg_ctl stops waiting when its server is told to shut down.
      const interrupt = setInterval(() => {
        const starting = signal?.aborted && findRunning(cluster);
        if (starting && !hasUsers(cluster, starting.since)) process.kill(starting.pid, 'SIGINT');
      }, 50);
      await run('pg_ctl', ['start', '-D', cluster, '-l', log, '-w', '-t', '60', '-o', `-p ${wanted}`])
        .catch((error) => {
          failure = error; // the port may be taken, or old workers still ending: again
        })
        .finally(() => clearInterval(interrupt));
      running = findRunning(cluster);
      if (!running && failure && Date.now() > end - 25_000) break;
    }
    if (!running?.ready) continue; // starting, recovering or stopping
    fs.writeFileSync(join(cluster, 'motokey.users', String(process.pid)), '');
    if (findRunning(cluster)?.pid === running.pid) return running;
  }
  signal?.throwIfAborted();
  // Only what this start has written: older lines belong to other failures.
  const lines = fs.existsSync(log) ? fs.readFileSync(log).subarray(written).toString() : '';
  const said = lines
    .match(/(?<=^.*(FATAL|PANIC): +).*(\n.*DETAIL: .*)?/gm)
    ?.at(-1)
    ?.replace(/\n.*DETAIL: +/, ': ');
  throw new Error(
    `The embedded PostgreSQL does not start: ${text(said ?? failure)}. Its log is ${log}. ${OWN_POSTGRES}`,
  );
}

/** Whether another of our processes has joined since this server started. Older entries are stale: ids are reused. */
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
    return !/^\d+ \(.*\) [ZX]/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')); // killed, but not reaped yet
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
