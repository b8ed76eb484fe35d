import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../../errors';
import { KeySystem } from '../../systems/keySystem.entity';
import type { StagedChange } from '../stagedChange.entity';

/** The key system, locked to be changed; null if there is none. Whoever gives it to a model, or changes it, waits. */
export async function systemToChange(em: EntityManager, id: number): Promise<KeySystem | null> {
  await em.execute('select from key_systems where id = ? for no key update', [id]);
  return em.findOne(KeySystem, id, { refresh: true });
}

/** The key system of a staged change, locked; null if it has none. CONFLICT if it has changed since the check. */
export async function requireSystem(em: EntityManager, { keySystem }: StagedChange): Promise<KeySystem | null> {
  if (!keySystem) return null;
  const system = await systemToChange(em, keySystem.id);
  if (system?.version !== keySystem.version)
    throw new AppError(
      'CONFLICT',
      'Somebody else has changed or deleted the key system since this was prepared. Prepare it again.',
    );
  return system;
}
