import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context';
import { USERNAME_KEY, usernameKey } from '../usernames';
import type { User } from '../users/user.entity';
import { hashOf, newToken } from './tokens';

/** A browser in which a user has signed in. */
export interface Device {
  id: number;
  /** Whether the password suffices there (docs/rules.md, "Second factor"). */
  trusted: boolean;
}

/**
 * The browser's device if this user has signed in with it within 90 days. A known device has its own throttle
 * (docs/rules.md, "Sign-in throttles"), so attempts from other devices do not lock the user out there.
 */
export async function knownDevice(em: EntityManager, ctx: Context, username: string): Promise<Device | undefined> {
  if (!ctx.device) return undefined;
  const [device] = await em.execute<Device[]>(
    `select d.id, d.trusted_until is not null and d.trusted_until > now() as trusted
     from devices d join users u on u.id = d.user_id
     where d.token_hash = ? and d.seen_at > now() - interval '90 days' and ${USERNAME_KEY} = ?`,
    [hashOf(ctx.device), usernameKey(username)],
  );
  return device;
}

/**
 * Called after a sign-in. Sets the device cookie, which all users of the browser share, and deletes old devices. With `trust`, the
 * password suffices there for 30 days. The browser then gets a new token: an attacker may have planted the old one.
 */
export async function rememberDevice(
  em: EntityManager,
  ctx: Context,
  user: Pick<User, 'id'>,
  { trust = false } = {},
): Promise<void> {
  const ours = ctx.device && (await isOurs(em, ctx.device)) ? ctx.device : undefined;
  const token = trust ? newToken() : (ours ?? newToken());
  if (trust && ours)
    await em.execute('update devices set token_hash = ? where token_hash = ?', [hashOf(token), hashOf(ours)]);
  await em.execute(
    `insert into devices as d (token_hash, user_id, trusted_until)
     values (?, ?, case when ? then now() + interval '30 days' end)
     on conflict (token_hash, user_id) do update
       set seen_at = now(), trusted_until = coalesce(excluded.trusted_until, d.trusted_until)`,
    [hashOf(token), user.id, trust],
  );
  await em.execute(
    `delete from devices where id in
       (select id from devices where seen_at < now() - interval '90 days' for update skip locked)`,
  );
  ctx.setDevice(token);
}

/** Asks for the user's code in every browser again. */
export const forgetTrust = (em: EntityManager, userId: number) =>
  em.execute('update devices set trusted_until = null where user_id = ? and trusted_until is not null', [userId]);

/** Whether we issued `token`. A value made up by the client must not be accepted. */
async function isOurs(em: EntityManager, token: string): Promise<boolean> {
  const [known] = await em.execute('select 1 from devices where token_hash = ? limit 1', [hashOf(token)]);
  return known !== undefined;
}
