import type { EntityManager } from '@mikro-orm/postgresql';
import { forgetTrust } from '../sessions/devices';
import { endEverywhere } from '../sessions/sessions';

/**
 * Sets a user's password, or removes it (null). Voids the temporary password, ends all sessions and API tokens, and lets no
 * browser do without a code. Returns the end of a line in the log, as `endEverywhere` does.
 */
export async function replacePassword(em: EntityManager, userId: number, passwordHash: string | null): Promise<string> {
  // Direct SQL, because the entity's version must count only administrators' changes.
  // Lock order: the user before the sessions.
  await em.execute('update users set password_hash = ?, temporary_password_hash = null where id = ?', [
    passwordHash,
    userId,
  ]);
  await forgetTrust(em, userId);
  return endEverywhere(em, userId);
}
