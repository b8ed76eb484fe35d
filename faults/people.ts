import { createHash, randomBytes } from 'node:crypto';

export const ADMINISTRATOR = 1;
export const LOCKSMITH = 4;

/** Somebody with an open session. */
export interface Person {
  id: number;
  username: string;
  token: string;
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

type Sql = <T extends object>(statement: string, values: unknown[]) => Promise<T[]>;

/** Users of a new client with many seats, each with a session and the first administrator's password. */
export async function addPeople(sql: Sql, count: number, role: number): Promise<Person[]> {
  const tag = randomBytes(4).toString('hex');
  const rows = await sql<Omit<Person, 'token'>>(
    `with company as (
       insert into clients (name, primary_email, max_users, subscription_start_date, subscription_end_date, created_at, updated_at)
       values ('Client ${tag}', 'office-${tag}@drill.example', 100000, current_date, current_date + 300, now(), now())
       returning id
     ), people as (
       insert into users (username, full_name, client_id, role_id, password_hash, subscription_end_date, created_at, updated_at)
       select 'person-' || n || '-${tag}@drill.example', 'Pia Person', company.id, $2::int,
         (select password_hash from users where role_id = ${ADMINISTRATOR} order by id limit 1),
         current_date + 200, now(), now()
       from company, generate_series(1, $1::int) as n returning id, username
     ) select * from people order by id`,
    [count, role],
  );
  const people = rows.map((row) => ({ ...row, token: randomBytes(32).toString('base64url') }));
  await sql(
    `insert into sessions (token_hash, id, user_id, restricted, remember, expires_at, created_at, last_used_at)
     select hash, gen_random_uuid()::text, id, false, false, now() + interval '11 hours', now(), now()
     from unnest($1::text[], $2::int[]) as s (hash, id)`,
    [people.map(({ token }) => hashOf(token)), people.map(({ id }) => id)],
  );
  return people;
}
