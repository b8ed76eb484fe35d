import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { AppError, invalid } from '../../errors';
import { Role } from './role.entity';
import type { User } from './user.entity';

/**
 * Serialises changes to users, before any other lock. If two administrators demote each other concurrently, the second
 * change sees the first, and is refused because it would remove the last administrator.
 */
export const serialiseUserChanges = (em: EntityManager) =>
  em.execute(`select pg_advisory_xact_lock(hashtext('motokey changes of users'))`);

/** Administrators cannot lock themselves out, and at least one enabled administrator must remain. */
export async function refuseLastAdministrator(em: EntityManager, user: User, actor?: number): Promise<void> {
  if (user.id === actor) {
    const message = 'You cannot delete, disable or demote yourself.';
    throw invalid(user.enabled ? { roleId: [message] } : { enabled: [message] });
  }
  const [others] = await em.execute<{ count: number }[]>(
    'select count(*)::int as count from users where role_id = ? and enabled and id <> ?',
    [Role.ADMIN, user.id],
  );
  if (!others?.count) throw invalid({ roleId: ['This is the last administrator.'] });
}

/** API tokens neither change administrators nor make any: an invited administrator could do more than the token that invited them. */
export function refuseByToken({ apiToken }: Caller, user: Pick<User, 'isAdmin'>): void {
  if (apiToken && user.isAdmin) throw new AppError('FORBIDDEN', 'An API token cannot change or make administrators.');
}
