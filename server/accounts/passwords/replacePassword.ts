import type { EntityManager } from '@mikro-orm/postgresql';
import { forgetTrust } from '../sessions/devices';
import { Session } from '../sessions/session.entity';

/**
 * Sets a user's password, or removes it (null). Voids the temporary password, ends all sessions, and lets no browser do
 * without a code.
 */
export async function replacePassword(em: EntityManager, userId: number, passwordHash: string | null): Promise<void> {
  // Direct SQL, because the entity's version must count only administrators' changes.
  // Lock order: the user before the sessions.
  await em.execute('update users set password_hash = ?, temporary_password_hash = null where id = ?', [
    passwordHash,
    userId,
  ]);
  await em.nativeDelete(Session, { user: userId });
  await forgetTrust(em, userId);
}
