import type { EntityManager } from '@mikro-orm/postgresql';
import { Session } from '../sessions/session.entity';
import type { User } from '../users/user.entity';
import { dropPasswordMails } from './temporaryPasswords';

/** Sets a user's password, or removes it (null). Voids the temporary password and ends all sessions. */
export async function replacePassword(em: EntityManager, userId: number, passwordHash: string | null): Promise<void> {
  // Direct SQL, because the entity's version must count only administrators' changes.
  // Lock order: the user before the sessions.
  await em.execute('update users set password_hash = ?, temporary_password_hash = null where id = ?', [
    passwordHash,
    userId,
  ]);
  await em.nativeDelete(Session, { user: userId });
}

/**
 * Revokes all access of the person behind the old `username` (docs/rules.md, "Usernames and invitations"): sessions,
 * passwords, unsent password mails and known devices.
 */
export async function revokeAccess(em: EntityManager, user: User, username: string): Promise<void> {
  await replacePassword(em, user.id, null);
  await em.execute('delete from devices where user_id = ?', [user.id]);
  await dropPasswordMails(em, username);
}
