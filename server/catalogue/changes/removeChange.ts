import type { EntityManager } from '@mikro-orm/postgresql';
import { type Actor, LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { type Import, ImportKind } from './stagedChange.entity';

/** The name of an import in the log. */
export const importOf = ({ kind, fileName, id }: Import): string =>
  kind === ImportKind.FILE ? `the import of ${fileName} (import ${id})` : `“${fileName}” (import ${id})`;

/** Deletes an import that has not been applied, for a user or the sweep. */
export function removeImport(em: EntityManager, found: Import, actor: Actor): void {
  em.remove(found);
  LogEntry.write(em, actor, LogKind.IMPORT_DELETED, {
    subject: { type: LogSubjectType.IMPORT, id: found.id },
    text: `Deleted ${importOf(found)}, which had not been applied`,
  });
}
