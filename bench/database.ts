/** The databases of the bench: one for each number of models, kept on the server until their sources change. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lifetime } from '../server/process/program.ts';
import { insertCatalogue } from './catalogue.ts';
import { connected, urlOf } from './postgres.ts';

export const ADMINISTRATOR = 'admin@bench.example';
const LOCKSMITH = 'locksmith@bench.example';

export interface Database {
  url: string;
  models: number;
  /** The password of the administrator and the locksmith. */
  password: string;
}

/** The comment on a complete database, as JSON. */
interface Stamp {
  recipe: string;
  password: string;
}

/** A hash of everything the databases are made from. */
function recipe(): string {
  const hash = createHash('sha256');
  for (const folder of ['server/migrations', 'server/seed/data', 'bench'])
    for (const name of readdirSync(folder).sort())
      if (folder !== 'bench' || /^(catalogue|database)\.ts$/.test(name)) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** The database with `models` models, filled on the first call. */
export async function templateDatabase(server: string, models: number): Promise<Database> {
  const name = `motokey_bench_${models}`;
  const url = urlOf(server, name);
  const found = await stampOf(server, name);
  if (found?.recipe === recipe()) {
    console.log(`Found the database ${name} of an earlier run.`);
    return { url, models, password: found.password };
  }
  console.log(`Filling the database ${name}; it is kept for later runs ...`);
  const began = performance.now();
  await connected(server, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  const password = await createAdministrator(url);
  await connected(url, async (client) => {
    await insertCatalogue(client, models);
    await client.query(
      `insert into users (username, full_name, client_id, role_id, password_hash, subscription_end_date, created_at, updated_at)
       select $1, 'Leo Locksmith', client_id, 4, password_hash, subscription_end_date, now(), now() from users`,
      [LOCKSMITH],
    );
    await client.query('vacuum (analyze)');
    const stamp: Stamp = { recipe: recipe(), password };
    await client.query(`comment on database ${name} is '${JSON.stringify(stamp)}'`);
  });
  console.log(`Filled it in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  return { url, models, password };
}

let copies = 0;

/** A copy to write to, dropped at the end. */
export async function copyOf(server: string, database: Database, life: Lifetime): Promise<Database> {
  const name = `motokey_bench_run_${process.pid}_${++copies}`;
  const original = new URL(database.url).pathname.slice(1);
  await connected(server, (client) => client.query(`create database ${name} template ${original} strategy file_copy`));
  life.onClose(() => connected(server, (client) => client.query(`drop database ${name} with (force)`)));
  return { ...database, url: urlOf(server, name) };
}

async function stampOf(server: string, name: string): Promise<Stamp | undefined> {
  const { rows } = await connected(server, (client) =>
    client.query<{ stamp: string | null }>(
      `select shobj_description(oid, 'pg_database') as stamp from pg_database where datname = $1`,
      [name],
    ),
  );
  return rows[0]?.stamp ? JSON.parse(rows[0].stamp) : undefined;
}

/** Migrates the empty database, creates the administrator with a client; returns the password. */
export async function createAdministrator(url: string, program = 'dist/server/admin.js'): Promise<string> {
  const args = ['create', '--email', ADMINISTRATOR, '--name', 'Alma Administrator', '--client', 'Bench Locksmiths'];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'development' },
  });
  const password = /Password: (\S+)/.exec(stdout)?.[1];
  if (!password) throw new Error(`${program} printed no password: ${stdout}`);
  return password;
}
