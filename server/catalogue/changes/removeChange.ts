import type { EntityManager } from '@mikro-orm/postgresql';
import { type Actor, LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { ChangeKind, type StagedChange } from './stagedChange.entity';

/** The name of a change in the log. */
export const nameInLog = ({ kind, title, id }: StagedChange): string =>
  kind === ChangeKind.FILE ? `the import of ${title} (import ${id})` : `“${title}” (import ${id})`;

/** Deletes a change that has not been applied, for a user or the sweep. */
export function removeChange(em: EntityManager, found: StagedChange, actor: Actor): void {
  em.remove(found);
  LogEntry.write(em, actor, LogKind.IMPORT_DELETED, {
    subject: { type: LogSubjectType.IMPORT, id: found.id },
    text: `Deleted ${nameInLog(found)}, which had not been applied`,
  });
}
