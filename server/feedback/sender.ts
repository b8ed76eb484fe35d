import type { EntityManager } from '@mikro-orm/postgresql';
import { usernameKey } from '../accounts/usernames';
import { User } from '../accounts/users/user.entity';

/**
 * The sender of a correction or of feedback, if the address for the answer is their own. Otherwise null: a mail to an
 * address that they chose must have nothing that they wrote (docs/rules.md, "Corrections and feedback").
 */
export async function ownerOf(
  em: EntityManager,
  { user, email }: { user: { id: number } | null; email: string },
): Promise<User | null> {
  const sender = user && (await em.findOne(User, user.id));
  return sender && usernameKey(sender.username) === usernameKey(email) ? sender : null;
}
