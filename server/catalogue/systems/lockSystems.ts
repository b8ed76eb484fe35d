import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { KeySystem } from './keySystem.entity';

/**
 * The key systems with these ids that exist, locked until the end of the transaction, so that their values stay. Whoever
 * also locks models locks them afterwards: a change of a key system locks it, and then its models.
 */
export async function lockSystems(em: EntityManager, ids: number[]): Promise<KeySystem[]> {
  if (ids.length === 0) return [];
  return em.find(
    KeySystem,
    { id: { $in: [...new Set(ids)] } },
    {
      lockMode: LockMode.PESSIMISTIC_READ,
      orderBy: { id: 'asc' },
      refresh: true,
    },
  );
}
