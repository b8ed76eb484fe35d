import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { usernameKey } from '../../accounts/usernames';
import { AppError } from '../../errors';
import { networkOf } from '../../network';
import { ThrottleCount } from './throttleCount.entity';

/** Allows `most` attempts for `key` within `minutes`. With `from`, counts each network separately. */
export interface Limit {
  key: string;
  /** The caller's IP address. */
  from?: string;
  most: number;
  minutes: number;
  /** How much an attempt counts, by default 1. */
  counts?: number;
}

/**
 * Only this function reads `from`, so every throttle on an address counts by network. The network comes first in the key, so
 * a username cannot be chosen to collide with another key.
 */
const storedKey = ({ key, from }: Pick<Limit, 'key' | 'from'>) =>
  from === undefined ? key : `from ${networkOf(from)}: ${key}`;

/**
 * The limits on wrong passwords (docs/rules.md, "Sign-in throttles"): per username and network, per network, and per
 * username in a quarter of an hour and in a day. On a device known to the user, only the limit of that device applies.
 */
export function signInLimits(username: string, from: string, device?: number): [own: Limit, ...others: Limit[]] {
  if (device !== undefined) return [{ key: `device ${device}`, most: 5, minutes: 15 }];
  const name = usernameKey(username);
  return [
    { key: `user ${name}`, from, most: 5, minutes: 15 },
    { key: 'sign-ins', from, most: 50, minutes: 15 },
    { key: `user ${name}`, most: 100, minutes: 15 },
    // Somebody who has the password must not find a code of six digits by trying.
    { key: `day of ${name}`, most: 500, minutes: 1_440 },
  ];
}

/** The limit on wrong API tokens, by network. Right ones are not refused: nobody guesses 256 bits. */
export const wrongTokenLimit = (from: string): Limit => ({ key: 'API tokens', from, most: 50, minutes: 15 });

/** Limits wrong current passwords. Per session, so that nobody else can lock the user out. */
export const currentPasswordLimit = (session: string): Limit => ({
  key: `current password in session ${session}`,
  most: 5,
  minutes: 15,
});

/** Limits how many new passwords are checked for strength, which is CPU-intensive. */
export const newPasswordLimit = (session: string): Limit => ({
  key: `new passwords in session ${session}`,
  most: 30,
  minutes: 15,
});

/** Limits wrong codes of a signed-in user, in all sessions together. Only a right one resets it. */
export const codeLimit = (userId: number): Limit => ({
  key: `codes of ${userId}`,
  most: 5,
  minutes: 15,
});

/** Limits wrong first codes of an authenticator app. */
export const newCodeLimit = (userId: number): Limit => ({
  key: `new codes of ${userId}`,
  most: 10,
  minutes: 15,
});

/** Limits challenges for a new passkey of a user: each leaves a row for five minutes. */
export const newPasskeyLimit = (userId: number): Limit => ({
  key: `new passkeys of ${userId}`,
  most: 30,
  minutes: 15,
});

/** Limits the challenges for which strangers may ask, and the answers to them. */
export const passkeyLimits = (from: string): Record<'asked' | 'answered', [own: Limit]> => ({
  asked: [{ key: 'passkey challenges', from, most: 200, minutes: 15 }],
  answered: [{ key: 'passkey sign-ins', from, most: 50, minutes: 15 }],
});

/**
 * The limits on password mails, per username and per network (docs/rules.md, "Sign-in throttles"). Each request costs a
 * hash, whether or not the user exists.
 */
export const passwordMailLimits = (username: string, from: string): Limit[] => [
  { key: `password mail ${usernameKey(username)}`, most: 5, minutes: 60 },
  { key: 'password mails', from, most: 50, minutes: 15 },
];

/** Counts an attempt before its outcome is known. Throws 429 if it exceeds a limit. */
export async function throttle(em: EntityManager, limits: Limit[]): Promise<void> {
  for (const { most, minutes, counts = 1, ...counted } of limits) {
    const [row] = await em.execute<{ count: number; wait: number }[]>(
      `insert into attempts as a (key, count, expires_at) values (?, ?, now() + ? * interval '1 minute')
       on conflict (key) do update set
         count = case when a.expires_at < now() then excluded.count else a.count + excluded.count end,
         expires_at = case when a.expires_at < now() then excluded.expires_at else a.expires_at end
       returning count, ceil(extract(epoch from expires_at - now()))::int as wait`,
      [storedKey(counted), counts, minutes],
    );
    if (row && row.count > most) throw new TooManyAttempts(row.wait);
  }
}

/** Whether this is the first call with `key` within an hour, on any server. For notices. */
export const isFirstOfHour = (em: EntityManager, key: string): Promise<boolean> =>
  throttle(em, [{ key, most: 1, minutes: 60 }]).then(
    () => true,
    (error) => {
      if (error instanceof TooManyAttempts) return false;
      throw error;
    },
  );

/** Throws 429 if the limit has been reached. Does not count an attempt. */
export async function refuseAtLimit(em: EntityManager, { most, ...counted }: Limit): Promise<void> {
  const [row] = await em.execute<{ wait: number }[]>(
    `select ceil(extract(epoch from expires_at - now()))::int as wait from attempts
     where key = ? and count >= ? and expires_at > now()`,
    [storedKey(counted), most],
  );
  if (row) throw new TooManyAttempts(row.wait);
}

/** Too many attempts by the caller. A TOO_MANY_REQUESTS of another class means that the server is busy. */
export class TooManyAttempts extends AppError {
  constructor(
    readonly wait: number,
    message = 'Too many attempts. Please try again later.',
  ) {
    super('TOO_MANY_REQUESTS', message, undefined, wait);
  }
}

/** Called after a successful attempt. Resets the first limit, and subtracts this attempt from the others. */
export async function resetThrottle(em: EntityManager, [own, ...others]: [Limit, ...Limit[]]): Promise<void> {
  // Same lock order as `throttle`. Expired rows are deleted last, skipping locked ones.
  await em.nativeDelete(ThrottleCount, { key: storedKey(own) });
  for (const limit of others)
    await em.nativeUpdate(ThrottleCount, { key: storedKey(limit) }, { count: raw<number>('count - 1') });
  await em.execute(
    'delete from attempts where key in (select key from attempts where expires_at < now() for update skip locked)',
  );
}
