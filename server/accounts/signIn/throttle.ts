import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { AppError } from '../../errors';
import { networkOf } from '../../network';
import { usernameKey } from '../users/usernames';
import { ThrottleCount } from './throttleCount.entity';

/** At most `most` tries under `key` in `minutes`; with `from`, counted for that address's network. */
export interface Limit {
  key: string;
  /** The address of the caller. */
  from?: string;
  most: number;
  minutes: number;
}

/**
 * The only reader of `from`, so every throttle on an address counts by network. The network comes first in the key, so
 * that no username can imitate another key.
 */
const storedKey = ({ key, from }: Pick<Limit, 'key' | 'from'>) =>
  from === undefined ? key : `from ${networkOf(from)}: ${key}`;

/**
 * docs/rules.md, "Sign-in throttles". Wrong passwords for a username from one network, from the network, and for the
 * username; on a device known to the user, only that device's.
 */
export function signInLimits(username: string, from: string, device?: number): [own: Limit, ...others: Limit[]] {
  if (device !== undefined) return [{ key: `device ${device}`, most: 5, minutes: 15 }];
  const name = usernameKey(username);
  return [
    { key: `user ${name}`, from, most: 5, minutes: 15 },
    { key: 'sign-ins', from, most: 50, minutes: 15 },
    { key: `user ${name}`, most: 100, minutes: 15 },
  ];
}

/** Wrong current passwords when choosing a new one. By session, so that others' tries cannot lock out the user. */
export const currentPasswordLimit = (session: string): Limit => ({
  key: `current password in session ${session}`,
  most: 5,
  minutes: 15,
});

/** New passwords that are estimated, which keeps the processor busy. */
export const newPasswordLimit = (session: string): Limit => ({
  key: `new passwords in session ${session}`,
  most: 30,
  minutes: 15,
});

/**
 * docs/rules.md, "Sign-in throttles": password mails for a username, and from a network, because each request costs a hash
 * whether or not the user exists.
 */
export const passwordMailLimits = (username: string, from: string): Limit[] => [
  { key: `password mail ${usernameKey(username)}`, most: 5, minutes: 60 },
  { key: 'password mails', from, most: 50, minutes: 15 },
];

/** Counts a try before it is known how it ends, and throws 429 where that is one too many. */
export async function throttle(em: EntityManager, limits: Limit[]): Promise<void> {
  for (const { most, minutes, ...counted } of limits) {
    const [row] = await em.execute<{ count: number; wait: number }[]>(
      `insert into attempts as a (key, count, expires_at) values (?, 1, now() + ? * interval '1 minute')
       on conflict (key) do update set
         count = case when a.expires_at < now() then 1 else a.count + 1 end,
         expires_at = case when a.expires_at < now() then excluded.expires_at else a.expires_at end
       returning count, ceil(extract(epoch from expires_at - now()))::int as wait`,
      [storedKey(counted), minutes],
    );
    if (row && row.count > most) throw new TooManyAttempts(row.wait);
  }
}

/** Throws 429 where a limit is reached; counts nothing. */
export async function refuseAtLimit(em: EntityManager, { most, ...counted }: Limit): Promise<void> {
  const [row] = await em.execute<{ wait: number }[]>(
    `select ceil(extract(epoch from expires_at - now()))::int as wait from attempts
     where key = ? and count >= ? and expires_at > now()`,
    [storedKey(counted), most],
  );
  if (row) throw new TooManyAttempts(row.wait);
}

/** Somebody has tried too often; other TOO_MANY_REQUESTS say that the server is busy. */
export class TooManyAttempts extends AppError {
  constructor(wait: number) {
    super('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', undefined, wait);
  }
}

/** After one that was right: forgets those of the first limit, and takes this one off the others. */
export async function forgive(em: EntityManager, [own, ...others]: [Limit, ...Limit[]]): Promise<void> {
  // Locked in the order in which throttle locks them; what is swept comes last and waits for nobody.
  await em.nativeDelete(ThrottleCount, { key: storedKey(own) });
  for (const limit of others)
    await em.nativeUpdate(ThrottleCount, { key: storedKey(limit) }, { count: raw<number>('count - 1') });
  await em.execute(
    'delete from attempts where key in (select key from attempts where expires_at < now() for update skip locked)',
  );
}
