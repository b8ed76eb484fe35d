import type { Commit } from '../../gate/operation';
import type { CallersSession } from '../sessions/caller';
import { verifyPassword } from './passwords';
import { verifyTemporaryPassword } from './temporaryPasswords';

/**
 * Whether `password` is the current one. A restricted session also accepts the temporary password that opened it, but
 * no newer one, which somebody else may have requested.
 */
export async function isCurrent(
  commit: Commit,
  { tokenHash, restricted }: CallersSession,
  password: string,
): Promise<boolean> {
  const [stored] = await commit((em) =>
    em.execute<{ own: string | null; temporary: string | null }[]>(
      `select u.password_hash as own, s.temporary_password_hash as temporary
       from sessions s join users u on u.id = s.user_id where s.token_hash = ?`,
      [tokenHash],
    ),
  );
  if (await verifyPassword(stored?.own, password)) return true;
  return restricted && verifyTemporaryPassword(stored?.temporary, password);
}

/** Of forms in which the current password is asked for. */
export const WRONG_PASSWORD = 'The current password is wrong.';
