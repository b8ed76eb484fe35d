import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { AppError } from '../errors';
import { Attempt } from './attempt.entity';

/** What is counted under `key`, how many are let through, and for how many minutes. */
export interface Limit {
  key: string;
  most: number;
  minutes: number;
}

/** Contract section 5: wrong passwords for a username from one address, from an address, for a username. */
export function signInLimits(username: string, ip: string): [own: Limit, ...others: Limit[]] {
  const name = username.toLowerCase();
  return [
    { key: `user ${name} from ${ip}`, most: 5, minutes: 15 },
    { key: `from ${ip}`, most: 50, minutes: 15 },
    { key: `user ${name}`, most: 100, minutes: 15 },
  ];
}

/**
 * Contract section 5: password mails for a username. And for an address, as wrong passwords have it: each costs a hash,
 * whoever is named.
 */
export const passwordMailLimits = (username: string, ip: string): Limit[] => [
  { key: `password mail ${username.toLowerCase()}`, most: 5, minutes: 60 },
  { key: `password mails from ${ip}`, most: 50, minutes: 15 },
];

/** Counts an attempt before it is known how it ends, and throws 429 where that is one too many. */
export async function countAttempt(em: EntityManager, limits: Limit[]): Promise<void> {
  for (const { key, most, minutes } of limits) {
    const [row] = await em.execute<{ count: number; wait: number }[]>(
      `insert into attempts as a (key, count, expires_at) values (?, 1, now() + ? * interval '1 minute')
       on conflict (key) do update set
         count = case when a.expires_at < now() then 1 else a.count + 1 end,
         expires_at = case when a.expires_at < now() then excluded.expires_at else a.expires_at end
       returning count, ceil(extract(epoch from expires_at - now()))::int as wait`,
      [key, minutes],
    );
    if (row && row.count > most) throw tooMany(row.wait);
  }
}

/** Throws 429 where a limit is reached; counts nothing. */
export async function refuseAtLimit(em: EntityManager, { key, most }: Limit): Promise<void> {
  const [row] = await em.execute<{ wait: number }[]>(
    `select ceil(extract(epoch from expires_at - now()))::int as wait from attempts
     where key = ? and count >= ? and expires_at > now()`,
    [key, most],
  );
  if (row) throw tooMany(row.wait);
}

const tooMany = (wait: number) =>
  new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', undefined, wait);

/** After one that was right: forgets those of the first limit, and takes this one off the others. */
export async function forgiveAttempt(em: EntityManager, [own, ...others]: [Limit, ...Limit[]]): Promise<void> {
  // Locked in the order in which countAttempt locks them; what is swept comes last and waits for nobody.
  await em.nativeDelete(Attempt, { key: own.key });
  for (const { key } of others) await em.nativeUpdate(Attempt, { key }, { count: raw('count - 1') });
  await em.execute(
    'delete from attempts where key in (select key from attempts where expires_at < now() for update skip locked)',
  );
}
