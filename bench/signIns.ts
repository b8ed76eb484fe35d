/** W8: sign-ins, compared with the verification of a password alone (argon2id). */
import { verify } from '@node-rs/argon2';
import type { Lifetime } from '../server/process/program.ts';
import type { Database } from './database.ts';
import { load } from './load.ts';
import { connected } from './postgres.ts';
import { startServer } from './server.ts';

const SECONDS = 4;
/** One for each connection: wrong and unfinished attempts are limited by user. */
const USERS = 32;

export interface SignIns {
  /** Per second. */
  signIns: number;
  /** Passwords verified per second, with as many threads as the server has. */
  checks: number;
}

export async function measureSignIns(life: Lifetime, database: Database): Promise<SignIns> {
  const target = await startServer(life, database);
  const hash = await addUsers(database);
  const requests = Array.from({ length: USERS }, (_, user) => ({
    path: '/api/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userEmail: `bench${user + 1}@bench.example`, userPassword: database.password }),
  }));
  await load(target, requests, { seconds: 1 }, database.url);
  const { rate } = await load(target, requests, { seconds: SECONDS }, database.url);
  await target.stop();
  return { signIns: rate, checks: await checksOf(hash, database.password) };
}

/** Returns the hash of their password, the administrator's. */
async function addUsers({ url }: Database): Promise<string> {
  const { rows } = await connected(url, (client) =>
    client.query<{ hash: string }>(
      `insert into users (username, full_name, client_id, role_id, password_hash, subscription_end_date, created_at, updated_at)
       select 'bench' || n || '@bench.example', 'Bea Bench', client_id, 4, password_hash, subscription_end_date, now(), now()
       from users cross join generate_series(1, $1::int) as n where role_id = 1 returning password_hash as hash`,
      [USERS],
    ),
  );
  return rows[0]?.hash ?? '';
}

async function checksOf(hash: string, password: string): Promise<number> {
  let checks = 0;
  const began = performance.now();
  const end = began + SECONDS * 1000;
  const check = async () => {
    while (performance.now() < end) {
      if (!(await verify(hash, password))) throw new Error('The password is wrong.');
      checks += 1;
    }
  };
  await Promise.all(Array.from({ length: USERS }, check));
  return checks / ((performance.now() - began) / 1000);
}
