import type { EntityManager } from '@mikro-orm/postgresql';
import { Session } from './session.entity';
import { dropPasswordMails } from './temporaryPasswords';
import type { User } from './user.entity';

/** Gives a user another password, or none: a temporary one is void, and every session ends. */
export async function replacePassword(em: EntityManager, userId: number, passwordHash: string | null): Promise<void> {
  // Past the entity: its version counts what administrators change. The user first, as everywhere.
  await em.execute('update users set password_hash = ?, temporary_password_hash = null where id = ?', [
    passwordHash,
    userId,
  ]);
  await em.nativeDelete(Session, { user: userId });
}

/**
 * Takes away every way in that whoever was reached under `username` has (docs/rules.md, "Usernames and invitations"):
 * sessions, passwords, mails with one that are still to be sent, and the devices they have signed in with.
 */
export async function revokeAccess(em: EntityManager, user: User, username: string): Promise<void> {
  await replacePassword(em, user.id, null);
  await em.execute('delete from devices where user_id = ?', [user.id]);
  await dropPasswordMails(em, username);
}
