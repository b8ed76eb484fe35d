import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context';
import { hashOf, newToken } from '../sessions/tokens';
import { USERNAME_KEY, usernameKey } from '../usernames';
import type { User } from '../users/user.entity';

/**
 * The id of the browser's device if this user has signed in with it within 90 days. A known device has its own throttle
 * (docs/rules.md, "Sign-in throttles"), so attempts from other devices do not lock the user out there.
 */
export async function knownDevice(em: EntityManager, ctx: Context, username: string): Promise<number | undefined> {
  if (!ctx.device) return undefined;
  const [device] = await em.execute<{ id: number }[]>(
    `select d.id from devices d join users u on u.id = d.user_id
     where d.token_hash = ? and d.seen_at > now() - interval '90 days' and ${USERNAME_KEY} = ?`,
    [hashOf(ctx.device), usernameKey(username)],
  );
  return device?.id;
}

/** Called after a sign-in. Sets the device cookie, which all users of the browser share, and deletes old devices. */
export async function rememberDevice(em: EntityManager, ctx: Context, user: User): Promise<void> {
  const token = ctx.device && (await isOurs(em, ctx.device)) ? ctx.device : newToken();
  await em.execute(
    `insert into devices (token_hash, user_id) values (?, ?)
     on conflict (token_hash, user_id) do update set seen_at = now()`,
    [hashOf(token), user.id],
  );
  await em.execute(
    `delete from devices where id in
       (select id from devices where seen_at < now() - interval '90 days' for update skip locked)`,
  );
  ctx.setDevice(token);
}

/** Whether we issued `token`. A value made up by the client must not be accepted. */
async function isOurs(em: EntityManager, token: string): Promise<boolean> {
  const [known] = await em.execute('select 1 from devices where token_hash = ? limit 1', [hashOf(token)]);
  return known !== undefined;
}
