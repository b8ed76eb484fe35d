import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { jsonRows } from '../../outside/postgres/jsonRows';
import { ChangeSource, type StoredChange } from '../history/modelChange.entity';
import type { Model } from '../models/model.entity';
import { asModel, type ModelRow, makeRefs, modelColumns } from '../models/modelRows';
import { updateModels } from './applyChange';
import { type Leave, type OnProgress, serialiseChanges } from './changeTask';
import type { UndoTotals } from './changeTotals';
import { nameInLog } from './removeChange';
import { fieldOf } from './sheet/check/rowChecker';
import { sourceOf } from './sources';
import { ChangeState, type StagedChange } from './stagedChange.entity';

const BATCH = 500;

/** Undoes a change, except for what has been changed since. Runs in the caller's transaction. */
export async function undoChange(
  em: EntityManager,
  found: StagedChange,
  user: Caller,
  onProgress: OnProgress,
): Promise<void> {
  await serialiseChanges(em);
  const undone: UndoTotals = { restored: 0, deleted: 0, makesDeleted: 0, left: 0, leftModels: [] };
  const leave = (model: string) => {
    undone.left += 1;
    if (undone.leftModels.length < 100) undone.leftModels.push(model);
  };
  await sourceOf(found).beforeUndo?.(em, found, undone, leave, onProgress);
  const restored = await restoreChanged(em, found, user, undone, leave, onProgress);
  await deleteCreated(em, found, undone, leave, (done) => onProgress(restored + done));
  if (found.createdMakes.length > 0) {
    const makes = await em.execute<unknown[]>(
      `delete from makes where id in (?) and version = 1
        and not exists (select from models where make_id = makes.id) returning id`,
      [found.createdMakes],
    );
    undone.makesDeleted = makes.length;
  }
  found.state = ChangeState.UNDONE;
  found.undoneAt = new Date();
  found.undone = undone;
  const { deleted, left } = undone;
  const counts = `${undone.restored} models restored, ${deleted} deleted, ${left} left unchanged because they had been edited since`;
  LogEntry.write(em, user, LogKind.IMPORT_UNDONE, {
    subject: { type: LogSubjectType.IMPORT, id: found.id },
    text: `Undid ${nameInLog(found)}: ${counts}`,
  });
}

const nameOf = (model: Model) => `${model.make.unwrap().displayName} ${model.name} ${model.year}`;

async function restoreChanged(
  em: EntityManager,
  found: StagedChange,
  user: Caller,
  undone: UndoTotals,
  leave: Leave,
  onProgress: OnProgress,
): Promise<number> {
  const makes = await makeRefs(em);
  let done = 0;
  for (let last = 0; ; ) {
    const rows = await em.execute<(ModelRow & { history: StoredChange[] })[]>(
      `select ${modelColumns(em)}, c.changes as history from model_changes c join models m on m.id = c.model_id
       where c.import_id = ? and not c.created and c.model_id > ? order by c.model_id limit ${BATCH} for no key update of m`,
      [found.id, last],
    );
    if (rows.length === 0) return done;
    const batch = [];
    for (const { history, ...row } of rows) {
      const model = asModel(row, makes);
      last = model.id;
      const back = history.filter(
        (change) => isStillSo(model, change) && (change.field !== 'make' || makes.has(Number(change.storedBefore))),
      );
      const left = history.filter((change) => !back.includes(change)).map(({ label }) => label);
      if (left.length > 0) leave(`${nameOf(model)}: ${left.join(', ')}`);
      if (back.length === 0) continue;
      undone.restored += 1;
      const make = back.find(({ field }) => field === 'make');
      batch.push({
        model_id: model.id,
        make_id: make ? Number(make.storedBefore) : null,
        fields: Object.fromEntries(back.map((change) => [change.field, change.before])),
        changes: back.map(turned),
      });
    }
    const relation =
      'select * from jsonb_to_recordset(?) as b (model_id int, make_id int, fields jsonb, changes jsonb)';
    await updateModels(em, relation, [jsonRows(batch)], { user, source: ChangeSource.RESTORE, importId: null });
    done += rows.length;
    onProgress(done);
  }
}

/** Whether a field still has the value that the change gave it. */
function isStillSo(model: Model, { field, after, storedAfter }: StoredChange): boolean {
  if (field === 'make') return String(model.make.id) === storedAfter;
  return fieldOf(model, field) === after;
}

/** The change that reverses another one. */
const turned = ({ field, label, before, after, storedBefore, storedAfter }: StoredChange): StoredChange => ({
  field,
  label,
  before: after,
  after: before,
  ...(storedAfter === undefined ? {} : { storedBefore: storedAfter, storedAfter: storedBefore }),
});

async function deleteCreated(
  em: EntityManager,
  found: StagedChange,
  undone: UndoTotals,
  leave: Leave,
  onProgress: OnProgress,
): Promise<void> {
  let done = 0;
  for (let last = 0; ; ) {
    const rows = await em.execute<{ id: number }[]>(
      `select model_id as id from model_changes where import_id = ? and created and model_id > ?
       order by model_id limit ${BATCH}`,
      [found.id, last],
    );
    const ids = rows.map(({ id }) => id);
    last = ids.at(-1) ?? last;
    if (ids.length === 0) return;
    // Every change increments the version: at 1 the record has not been changed.
    const deleted = await em.execute<unknown[]>('delete from models where version = 1 and id in (?) returning id', [
      ids,
    ]);
    undone.deleted += deleted.length;
    const kept = await em.execute<{ name: string }[]>(
      `select concat_ws(' ', k.display_name, m.name, m.year) as name from models m join makes k on k.id = m.make_id
       where m.id in (?) order by m.id`,
      [ids],
    );
    for (const { name } of kept) leave(name);
    done += ids.length;
    onProgress(done);
  }
}
