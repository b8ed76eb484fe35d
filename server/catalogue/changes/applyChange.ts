import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { jsonRows } from '../../outside/postgres/jsonRows';
import { ChangeSource } from '../history/modelChange.entity';
import { KEY_SYSTEM } from '../models/modelChanges';
import type { ModelRow } from '../models/modelRow';
import { type ModelWrite, writeModels } from '../models/writeModels';
import type { StoredChange } from '../recordChange';
import { type OnProgress, serialiseChanges } from './changeTask';
import { staleImport } from './sheet/prepareImport';
import { sourceOf } from './sources';
import { ChangeKind, ChangeState, type StagedChange } from './stagedChange.entity';

/** Rows written per statement. */
const BATCH = 1_000;

/** Writes the new and changed models that the check found, and their history. Runs in the caller's transaction. */
export async function applyChange(
  em: EntityManager,
  found: StagedChange,
  user: Caller,
  onProgress: OnProgress,
  { anyway = false } = {},
): Promise<void> {
  await serialiseChanges(em);
  const { source, prepare, afterBatch } = sourceOf(found);
  await prepare(em, found, anyway, user);
  let done = 0;
  for (const { first, last, count } of await batchesOf(em, found.id)) {
    await writeRows(em, found.id, { first, last }, { user, source });
    await afterBatch?.(em, found.id, first, last);
    done += count;
    onProgress(done);
  }
  found.state = ChangeState.APPLIED;
  found.appliedAt = new Date();
  const { kind, totals, createdMakes } = found;
  const made = createdMakes.length ? `, ${createdMakes.length} new makes` : '';
  const gone = totals?.deleted ? `, ${totals.deleted} deleted` : '';
  const counts = `${totals?.new} new models, ${totals?.changed} changed${gone}${made}`;
  LogEntry.write(em, user, LogKind.IMPORT_APPLIED, {
    subject: { type: LogSubjectType.IMPORT, id: found.id },
    text: `${kind === ChangeKind.FILE ? 'Imported ' : ''}${found.title} (import ${found.id}): ${counts}`,
  });
}

/** All parts of a row are in one batch. */
const ranges = `select min(number) as first, max(number) as last, sum(parts)::int as count from (
  select number, count(*) as parts, div(sum(count(*)) over (order by number) - 1, ${BATCH}) as batch from import_rows
  where import_id = ? and verdict in ('new', 'changed', 'deleted') group by number) numbered group by batch order by batch`;

const batchesOf = (em: EntityManager, id: number) =>
  em.execute<{ first: number; last: number; count: number }[]>(ranges, [id]);

/** Writes the models of some rows. Each row then has the id of its model. */
async function writeRows(
  em: EntityManager,
  importId: number,
  { first, last }: { first: number; last: number },
  by: { user: Caller; source: ChangeSource },
): Promise<void> {
  const rows = await em.execute<(ModelWrite & { number: number; part: number })[]>(
    `select number, part, case when verdict = 'changed' then model_id end as id, model_version as version, changes
     from import_rows where import_id = ? and number between ? and ? and verdict in ('new', 'changed')
     order by number, part`,
    [importId, first, last],
  );
  const saved = await writeModels(em, rows, { ...by, importId });
  // A key system that has changed since the check is not given: its values would be others than those that were shown.
  if (by.source === ChangeSource.IMPORT && rows.some(({ changes }, place) => !hasItsSystem(changes, saved[place])))
    throw staleImport();
  const created = rows.flatMap(({ id, number, part }, place) =>
    id === null ? [{ number, part, model_id: saved[place]?.id }] : [],
  );
  await em.execute(
    `update import_rows r set model_id = c.model_id
     from jsonb_to_recordset(?) as c (number int, part int, model_id int)
     where r.import_id = ? and r.number = c.number and r.part = c.part`,
    [jsonRows(created), importId],
  );
}

/** Whether the model has the key system that the changes give it, if they give one. */
function hasItsSystem(changes: StoredChange[], saved: Pick<ModelRow, 'keySystem'> | undefined): boolean {
  const given = changes.find(({ field }) => field === KEY_SYSTEM.name)?.storedAfter;
  return !given || String(saved?.keySystem?.id) === given;
}
