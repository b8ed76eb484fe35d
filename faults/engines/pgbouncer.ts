import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../bench/server.ts';
import type { Lifetime } from '../../server/process/program.ts';
import type { Cluster } from '../postgres.ts';
import { until } from '../until.ts';
import { type Running, Workplace } from './programs.ts';

/** PgBouncer in front of a cluster, in one pool mode. */
export class PgBouncer {
  private readonly place: Workplace;
  private readonly program: string;
  readonly port: number;
  private running: Running | undefined;

  private constructor(place: Workplace, program: string, port: number) {
    this.place = place;
    this.program = program;
    this.port = port;
  }

  static async open(
    life: Lifetime,
    program: string,
    cluster: Cluster,
    mode: 'session' | 'transaction',
  ): Promise<PgBouncer> {
    const place = new Workplace(life);
    const bouncer = new PgBouncer(place, program, await freePort());
    const { username, password } = new URL(cluster.url());
    writeFileSync(join(place.root, 'users.txt'), `"${username}" "${password}"\n`);
    writeFileSync(
      join(place.root, 'pgbouncer.ini'),
      `[databases]
* = host=127.0.0.1 port=${cluster.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${bouncer.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = users.txt
pool_mode = ${mode}
default_pool_size = 60
`,
    );
    await bouncer.start();
    return bouncer;
  }

  async start(): Promise<void> {
    this.running = this.place.start('pgbouncer', this.program, ['pgbouncer.ini']);
    await until(() => isOpen(this.port), 10_000);
  }

  async kill(): Promise<void> {
    await this.running?.kill();
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
