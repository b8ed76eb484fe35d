import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { CHECK } from '../checked';
import { ChangeSource } from '../history/modelChange.entity';
import { SYSTEM_DATA } from '../keyData';
import { isOwned, isStillSo, KEY_SYSTEM, turned, withChanges, withConsequences } from '../models/modelChanges';
import { type ModelRow, titleOf } from '../models/modelRow';
import { lockModels } from '../models/readModels';
import { type ModelWrite, writeModels } from '../models/writeModels';
import type { StoredChange } from '../recordChange';
import type { KeySystem } from '../systems/keySystem.entity';
import { lockSystems } from '../systems/lockSystems';
import { type Leave, type OnProgress, serialiseChanges } from './changeTask';
import type { UndoTotals } from './changeTotals';
import { nameInLog } from './removeChange';
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
  const restore = sourceOf(found).restore ?? restoreChanged;
  const restored = await restore(em, found, user, undone, leave, onProgress);
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

async function restoreChanged(
  em: EntityManager,
  found: StagedChange,
  user: Caller,
  undone: UndoTotals,
  leave: Leave,
  onProgress: OnProgress,
): Promise<number> {
  const makes = new Set((await em.execute<{ id: number }[]>('select id from makes')).map(({ id }) => id));
  let done = 0;
  for (let last = 0; ; ) {
    const rows = await em.execute<{ id: number; changes: StoredChange[]; isLast: boolean }[]>(
      `select model_id as id, changes, not exists (
         select from model_changes later where later.model_id = c.model_id and later.id > c.id
       ) as "isLast" from model_changes c
       where import_id = ? and not created and model_id > ? order by model_id limit ${BATCH}`,
      [found.id, last],
    );
    if (rows.length === 0) return done;
    const histories = new Map(rows.map((row) => [row.id, row]));
    last = rows.at(-1)?.id ?? last;
    const batch: ModelWrite[] = [];
    const systems = await systemsBefore(em, rows);
    for (const model of await lockModels(em, [...histories.keys()])) {
      const { changes: history, isLast } = histories.get(model.id) ?? { changes: [], isLast: false };
      const ofOthers = isOfAnotherSystem(model, history);
      let back = history.filter(
        (change) =>
          isStillSo(model, change) &&
          (change.field !== 'make' || makes.has(Number(change.storedBefore))) &&
          !(ofOthers && isOwned(change)),
      );
      if (!canHave(systems, model, back)) back = back.filter(({ field }) => field !== KEY_SYSTEM.name);
      const left = history.filter((change) => !back.includes(change)).map(({ label }) => label);
      if (left.length > 0) leave(`${titleOf(model)}: ${left.join(', ')}`);
      // Nobody has checked these values together, unless nothing else has happened to the model since.
      if (!isLast) back = back.filter(({ field, storedBefore }) => field !== CHECK.name || !storedBefore);
      if (back.length === 0) continue;
      undone.restored += 1;
      batch.push({ id: model.id, version: model.version, changes: withConsequences(model, back.map(turned)) });
    }
    await writeModels(em, batch, { user, source: ChangeSource.RESTORE, importId: found.id });
    done += rows.length;
    onProgress(done);
  }
}

/** Whether the model has got a key system since: then its values are no longer those of the change. */
const isOfAnotherSystem = ({ keySystem }: ModelRow, history: StoredChange[]): boolean =>
  keySystem !== null &&
  !history.some(({ field, storedAfter }) => field === KEY_SYSTEM.name && storedAfter === String(keySystem.id));

/** By their ids, the key systems that models had before the changes, locked. */
async function systemsBefore(em: EntityManager, rows: { changes: StoredChange[] }[]): Promise<Map<string, KeySystem>> {
  const ids = rows.flatMap(({ changes }) => systemBefore(changes) || []);
  return new Map((await lockSystems(em, ids.map(Number))).map((system) => [String(system.id), system]));
}

const systemBefore = (changes: StoredChange[]) => changes.find(({ field }) => field === KEY_SYSTEM.name)?.storedBefore;

/** Whether the model, taken back, has the values of the key system that it gets back, if it does. */
function canHave(systems: Map<string, KeySystem>, model: ModelRow, back: StoredChange[]): boolean {
  const id = systemBefore(back);
  if (!id) return true;
  const system = systems.get(id);
  const after = withChanges(model, back.map(turned));
  return system !== undefined && SYSTEM_DATA.every(({ read }) => read(system) === read(after));
}

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
