import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { AppError } from '../errors';
import { SignInAttempts } from './signInAttempts.entity';

/** Contract section 5: wrong passwords within 15 minutes, for a username from one address, from an address, for a username. */
const MINUTES = 15;
const limitsFor = (username: string, ip: string): [key: string, limit: number][] => {
  const name = username.toLowerCase();
  return [
    [`user ${name} from ${ip}`, 5],
    [`from ${ip}`, 50],
    [`user ${name}`, 100],
  ];
};

/** Counts an attempt before it is known to be wrong, and throws 429 where that is one too many. */
export async function countAttempt(em: EntityManager, username: string, ip: string): Promise<void> {
  for (const [key, limit] of limitsFor(username, ip)) {
    const [row] = await em.execute<{ count: number; wait: number }[]>(
      `insert into sign_in_attempts as a (key, count, expires_at) values (?, 1, now() + ? * interval '1 minute')
       on conflict (key) do update set
         count = case when a.expires_at < now() then 1 else a.count + 1 end,
         expires_at = case when a.expires_at < now() then excluded.expires_at else a.expires_at end
       returning count, ceil(extract(epoch from expires_at - now()))::int as wait`,
      [key, MINUTES],
    );
    if (row && row.count > limit) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', undefined, row.wait);
    }
  }
}

/** After a right password: forgets the wrong ones of this name from this address, and takes this attempt off the others. */
export async function clearAttempts(em: EntityManager, username: string, ip: string): Promise<void> {
  const [own, ...others] = limitsFor(username, ip).map(([key]) => key);
  await em.nativeDelete(SignInAttempts, { $or: [{ key: own }, { expiresAt: { $lt: new Date() } }] });
  await em.nativeUpdate(SignInAttempts, { key: { $in: others } }, { count: raw('count - 1') });
}
