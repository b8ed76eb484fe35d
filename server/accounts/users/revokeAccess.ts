import type { EntityManager } from '@mikro-orm/postgresql';
import { replacePassword } from '../passwords/replacePassword';
import { dropPasswordMails } from '../passwords/temporaryPasswords';
import { dropFactors } from '../secondFactor/factors';
import type { User } from './user.entity';

/**
 * Revokes all access of the person behind the old `username` (docs/rules.md, "Usernames and invitations"): sessions,
 * passwords, API tokens, the second factor with its passkeys, unsent password mails and known devices.
 */
export async function revokeAccess(em: EntityManager, user: User, username: string): Promise<void> {
  await replacePassword(em, user.id, null);
  await dropFactors(em, user.id);
  await em.execute('delete from devices where user_id = ?', [user.id]);
  await dropPasswordMails(em, username);
}
