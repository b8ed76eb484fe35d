import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connected, urlOf } from '../../bench/postgres.ts';
import { freePort } from '../../bench/server.ts';
import type { Lifetime } from '../../server/process/program.ts';
import { type Gate, openGate } from '../gates.ts';
import type { Cluster } from '../postgres.ts';
import { until } from '../until.ts';
import { answers, type locate, type Running, Workplace } from './programs.ts';

type Programs = Exclude<ReturnType<typeof locate<'patroni' | 'etcd' | 'haproxy' | 'pg_rewind'>>, string>;

/** In seconds: how long a leader may be silent, and how often it speaks. Patroni's defaults are 30 and 10. */
const LEASE = 10;
const LOOP = 2;

/**
 * Two PostgreSQL under Patroni, with etcd, and HAProxy in front: one port leads to the leader, another one to the replica.
 * Debian's PostgreSQL, because the embedded one has neither pg_basebackup nor pg_rewind.
 */
export class PatroniCluster implements Cluster {
  /** Of HAProxy, to the leader. */
  port = 0;
  /** Of HAProxy, to the replica. */
  replicaPort = 0;
  readonly nodes: PatroniNode[] = [];
  private readonly password = randomBytes(24).toString('hex');

  static async open(life: Lifetime, programs: Programs): Promise<PatroniCluster> {
    const cluster = new PatroniCluster();
    const place = new Workplace(life);
    const etcd = await freePort();
    const peers = `http://127.0.0.1:${await freePort()}`;
    place.start('etcd', programs.etcd, [
      ...['--data-dir', join(place.root, 'etcd'), '--name', 'one', '--unsafe-no-fsync'],
      ...['--listen-client-urls', `http://127.0.0.1:${etcd}`, '--advertise-client-urls', `http://127.0.0.1:${etcd}`],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `one=${peers}`],
    ]);
    await answers(`http://127.0.0.1:${etcd}/health`);
    for (const name of ['one', 'other']) {
      const node = new PatroniNode(name, place, programs, {
        postgres: await freePort(),
        rest: await freePort(),
        life,
      });
      await node.configure(etcd, cluster.password);
      cluster.nodes.push(node);
      node.start();
      // The first one creates the cluster.
      await answers(`${node.rest}/${name === 'one' ? 'primary' : 'replica'}`);
    }
    [cluster.port, cluster.replicaPort] = [await freePort(), await freePort()];
    writeFileSync(join(place.root, 'haproxy.cfg'), cluster.proxyConfig());
    place.start('haproxy', programs.haproxy, ['-f', join(place.root, 'haproxy.cfg')]);
    // HAProxy takes both for the leader until it has looked twice.
    await wait(3_000);
    return cluster;
  }

  url(database = 'postgres', port = this.port): string {
    return urlOf(`postgres://motokey:${this.password}@127.0.0.1:${port}/`, database);
  }

  async sql<T extends object>(statement: string, values: unknown[] = []): Promise<T[]> {
    return (await connected(this.url(), (client) => client.query<T>(statement, values))).rows;
  }

  async leader(): Promise<PatroniNode> {
    for (const node of this.nodes) if (await node.is('primary')) return node;
    throw new Error('There is no leader.');
  }

  /** Whether a commit is acknowledged only once the replica has it; resolves when it is so, and Patroni knows it. */
  async commitOnReplica(wanted: boolean): Promise<void> {
    const body = JSON.stringify({ synchronous_mode: wanted });
    await fetch(`${(await this.leader()).rest}/config`, { method: 'PATCH', body });
    await until(async () => {
      const [row] = await this.sql<{ state: string }>('select sync_state as state from pg_stat_replication');
      const isKnown = (await Promise.all(this.nodes.map((node) => node.is('sync')))).includes(true);
      return isKnown === wanted && row?.state === (wanted ? 'sync' : 'async');
    });
  }

  private proxyConfig(): string {
    const listen = (name: string, port: number, path: string) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk OPTIONS ${path}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${this.nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${new URL(node.rest).port}`).join('\n')}
`;
    return `defaults
  mode tcp
  retries 1
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
${listen('leader', this.port, '/primary')}${listen('replica', this.replicaPort, '/replica')}`;
  }
}

/** A machine with Patroni and its PostgreSQL. */
export class PatroniNode {
  readonly name: string;
  readonly port: number;
  readonly rest: string;
  private readonly place: Workplace;
  private readonly programs: Programs;
  private readonly life: Lifetime;
  /** The way on which the other node replicates from this one. */
  private gate: Gate | undefined;
  private running: Running | undefined;

  constructor(
    name: string,
    place: Workplace,
    programs: Programs,
    { postgres, rest, life }: { postgres: number; rest: number; life: Lifetime },
  ) {
    this.name = name;
    this.place = place;
    this.programs = programs;
    this.life = life;
    this.port = postgres;
    this.rest = `http://127.0.0.1:${rest}`;
    const killPostgres = () => this.killPostgres();
    process.once('exit', killPostgres);
    life.onClose(async () => {
      await this.kill();
      process.off('exit', killPostgres);
    });
  }

  private get data(): string {
    return join(this.place.root, this.name);
  }

  async configure(etcd: number, password: string): Promise<void> {
    this.gate = await openGate(this.life, this.port);
    const account = (username: string) => ({ username, password });
    const config = {
      scope: 'drill',
      name: this.name,
      etcd3: { hosts: [`127.0.0.1:${etcd}`] },
      restapi: { listen: new URL(this.rest).host, connect_address: new URL(this.rest).host },
      bootstrap: {
        dcs: {
          ttl: LEASE,
          loop_wait: LOOP,
          retry_timeout: 3,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 150, fsync: 'off', timezone: 'UTC' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${this.port}`,
        connect_address: `127.0.0.1:${this.gate.port}`,
        data_dir: this.data,
        bin_dir: dirname(realpathSync(this.programs.pg_rewind)),
        pgpass: join(this.place.root, `${this.name}.pgpass`),
        parameters: { unix_socket_directories: '' },
        pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
        authentication: { superuser: account('motokey'), replication: account('replicator') },
      },
    };
    // JSON is YAML.
    writeFileSync(join(this.place.root, `${this.name}.yaml`), JSON.stringify(config));
  }

  start(): void {
    this.running = this.place.start(this.name, this.programs.patroni, [join(this.place.root, `${this.name}.yaml`)]);
  }

  /** What Patroni says of it: `primary`, `replica`, `sync` … */
  is = (role: string): Promise<boolean> =>
    fetch(`${this.rest}/${role}`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );

  /** Its replica gets nothing any more, and does not notice. */
  silence(): void {
    this.gate?.silence();
  }

  /** The machine dies. */
  async kill(): Promise<void> {
    await this.running?.kill();
    this.killPostgres();
  }

  private killPostgres(): void {
    const file = join(this.data, 'postmaster.pid');
    try {
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
      rmSync(file);
    } catch {
      // It is not running.
    }
  }
}
