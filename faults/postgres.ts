/** The PostgreSQL of the drills: a primary and a streaming replica, which a drill stops, kills and promotes. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connected, urlOf } from '../bench/postgres.ts';
import { freePort } from '../bench/server.ts';
import { accountFor } from '../server/outside/postgres/embeddedPostgres.ts';
import { findPrograms, runner } from '../server/outside/postgres/postgresPrograms.ts';
import type { Lifetime } from '../server/process/program.ts';
import { until } from './until.ts';

const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
/** Only processes are killed, not the machine: data that the operating system has buffered is safe. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  fsync: 'off',
  wal_keep_size: '1GB',
  log_min_messages: 'fatal',
};

const TLS_ONLY = `hostssl all all all scram-sha-256
hostssl replication all all scram-sha-256
`;

/** The database server of a site. */
export interface Cluster {
  readonly port: number;
  /** The URL of a database, through another port if one is given. */
  url(database?: string, port?: number): string;
  sql<T extends object>(statement: string, values?: unknown[]): Promise<T[]>;
}

/** Of a server that accepts only TLS: the paths of PEM files. Its name is `localhost`. */
export interface Certificates {
  authority: string;
  certificate: string;
  key: string;
}

interface Place {
  directory: string;
  port: number;
  password: string;
  /** The path of the certificate that signed the server's, if it accepts only TLS. */
  authority: string | undefined;
}

/** Creates a cluster and starts it; everything is stopped and removed at the end. */
export async function makePostgres(life: Lifetime, tls?: Certificates): Promise<Postgres> {
  const root = mkdtempSync(join(tmpdir(), 'motokey-faults-'));
  chmodSync(root, 0o711);
  const account = accountFor(join(root, 'none'));
  const programs = findPrograms(root, account, console.log);
  const machine = new Machine(root, account, programs);
  const killAll = () => machine.killAll();
  process.once('exit', killAll);
  life.onClose(async () => {
    await machine.close();
    process.off('exit', killAll);
  });
  const password = randomBytes(24).toString('hex');
  const directory = machine.newDirectory();
  const secret = join(directory, '..', 'password');
  machine.write(secret, password);
  const flags = ['-U', 'motokey', '--auth=scram-sha-256', `--pwfile=${secret}`, '--no-sync', '--no-instructions'];
  await runner(programs, account)('initdb', ['-D', directory, ...flags, ...LOCALE]);
  rmSync(secret);
  if (tls) {
    machine.write(join(directory, 'server.crt'), readFileSync(tls.certificate, 'utf8'));
    machine.write(join(directory, 'server.key'), readFileSync(tls.key, 'utf8'));
    machine.write(join(directory, 'pg_hba.conf'), TLS_ONLY);
    appendFileSync(join(directory, 'postgresql.conf'), '\nssl = on\n');
  }
  const place = { directory, port: await freePort(), password, authority: tls?.authority };
  const postgres = new Postgres(machine, place);
  await postgres.start();
  return postgres;
}

/** Where the processes run. */
class Machine {
  private readonly root: string;
  private readonly account: { uid: number; gid: number } | undefined;
  private readonly programs: string;
  private readonly running = new Set<ReturnType<typeof spawn>>();
  private directories = 0;

  constructor(root: string, account: Machine['account'], programs: string) {
    this.root = root;
    this.account = account;
    this.programs = programs;
  }

  newDirectory(): string {
    const directory = join(this.root, `cluster-${++this.directories}`, 'data');
    mkdirSync(directory, { recursive: true, mode: 0o711 });
    chmodSync(directory, 0o700);
    this.own(directory);
    return directory;
  }

  /** A separate process group, so that the terminal's Ctrl-C does not reach it. */
  postgres(directory: string, port: number) {
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openSync(join(this.root, 'postgres.log'), 'a');
    const child = spawn(join(this.programs, 'postgres'), ['-D', directory, '-p', String(port), ...settings], {
      ...this.account,
      cwd: '/',
      env: { LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', log, log],
    });
    this.running.add(child);
    const ended = new Promise<void>((done) => child.once('close', () => done()));
    void ended.then(() => this.running.delete(child));
    return { child, ended };
  }

  async copy(from: string, to: string): Promise<void> {
    // Files that disappear meanwhile are covered by the WAL that the replica replays.
    await promisify(execFile)('cp', ['-a', `${from}/.`, to]).catch(() => {});
    for (const name of ['postmaster.pid', 'postmaster.opts', 'standby.signal']) rmSync(join(to, name), { force: true });
  }

  write(path: string, text: string): void {
    writeFileSync(path, text, { mode: 0o600 });
    this.own(path);
  }

  private own(path: string): void {
    if (this.account) chownSync(path, this.account.uid, this.account.gid);
  }

  killAll(): void {
    for (const child of this.running) child.kill('SIGQUIT');
  }

  async close(): Promise<void> {
    this.killAll();
    await until(() => this.running.size === 0, 5_000).catch(() => {});
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** One server: the primary, or a replica of it. */
export class Postgres implements Cluster {
  private readonly machine: Machine;
  private readonly place: Place;
  private process: ReturnType<Machine['postgres']> | undefined;

  constructor(machine: Machine, place: Place) {
    this.machine = machine;
    this.place = place;
  }

  get port(): number {
    return this.place.port;
  }

  url(database = 'postgres', port = this.port): string {
    const { password, authority } = this.place;
    const [host, query] = authority
      ? ['localhost', `?sslmode=verify-full&sslrootcert=${authority}`]
      : ['127.0.0.1', ''];
    return urlOf(`postgres://motokey:${password}@${host}:${port}/${query}`, database);
  }

  async sql<T extends object>(statement: string, values: unknown[] = []): Promise<T[]> {
    return (await connected(this.url(), (client) => client.query<T>(statement, values))).rows;
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    this.process = this.machine.postgres(this.place.directory, this.port);
    await until(() =>
      this.sql('select 1').then(
        () => true,
        () => false,
      ),
    );
  }

  /** SIGINT is a fast shutdown, SIGQUIT an immediate one (a crash), SIGKILL a dead machine. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    this.process?.child.kill(signal);
    await this.process?.ended;
  }

  /** Creates a streaming replica from a copy of the running cluster, and starts it. */
  async replicate(): Promise<Postgres> {
    const { password, authority } = this.place;
    const place = { directory: this.machine.newDirectory(), port: await freePort(), password, authority };
    await connected(this.url(), async (client) => {
      await client.query(`select pg_backup_start('replica', true)`);
      await this.machine.copy(this.place.directory, place.directory);
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      this.machine.write(join(place.directory, 'backup_label'), rows[0]?.labelfile ?? '');
    });
    const host = authority ? `localhost sslmode=verify-full sslrootcert=${authority}` : '127.0.0.1';
    const source = `host=${host} port=${this.port} user=motokey password=${password} application_name=replica`;
    this.machine.write(join(place.directory, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    this.machine.write(join(place.directory, 'standby.signal'), '');
    await wait(100);
    const replica = new Postgres(this.machine, place);
    await replica.start();
    await until(async () => (await this.sql(`select 1 from pg_stat_replication where state = 'streaming'`)).length > 0);
    return replica;
  }

  /** Whether a commit is acknowledged only once a replica has it on its disk. */
  async commitOnReplica(wanted: boolean): Promise<void> {
    await this.sql(`alter system set synchronous_standby_names = '${wanted ? '*' : ''}'`);
    await this.sql('select pg_reload_conf()');
    if (wanted)
      await until(
        async () => (await this.sql(`select 1 from pg_stat_replication where sync_state = 'sync'`)).length > 0,
      );
  }

  /** Promotes the replica; resolves when it can write. */
  async promote(): Promise<void> {
    await this.sql('select pg_promote()');
  }
}
