import type { EntityManager } from '@mikro-orm/postgresql';
import { type Actor, LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import type { Import } from './import.entity';

/** Deletes an import that has not been applied, whoever does it. */
export function removeImport(em: EntityManager, found: Import, actor: Actor): void {
  em.remove(found);
  LogEntry.write(em, actor, LogKind.IMPORT_DELETED, {
    subject: { type: LogSubjectType.IMPORT, id: found.id },
    text: `Deleted the import of ${found.fileName} (import ${found.id}), which had not been applied`,
  });
}
