import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { invalid } from '../../errors';
import { byWhom, LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import type { StoredChange } from '../recordChange';
import type { KeySystem } from './keySystem.entity';
import { KeySystemChange } from './keySystemChange.entity';

/**
 * Writes a new or changed key system with its history and a line of the log. Its models are not written. `importId` is of
 * the change of many models that does it, if one does.
 */
export async function writeSystem(
  em: EntityManager,
  user: Caller,
  system: KeySystem,
  changes: StoredChange[],
  importId: number | null = null,
): Promise<void> {
  const created = !system.id;
  system.updatedAt = new Date();
  try {
    await em.persist(system).flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw invalid({ name: ['There is a key system with this name already.'] });
  }
  if (changes.length > 0)
    em.create(KeySystemChange, { keySystem: system, ...byWhom(user), created, changes, import: importId });
  if (created) logSystem(em, user, LogKind.KEY_SYSTEM_CREATED, 'Created', system);
  else logSystem(em, user, LogKind.KEY_SYSTEM_UPDATED, 'Updated', system);
  await em.flush();
}

/** The line of the log. */
export function logSystem(em: EntityManager, user: Caller, kind: LogKind, did: string, { id, name }: KeySystem): void {
  LogEntry.write(em, user, kind, {
    subject: { type: LogSubjectType.KEY_SYSTEM, id },
    text: `${did} the key system ${name}`,
  });
}
