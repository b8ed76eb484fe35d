import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../../context';
import { AppError } from '../../../errors';
import { ChangeSource } from '../../history/modelChange.entity';
import { isOwned, turned } from '../../models/modelChanges';
import { type ModelWrite, writeModels } from '../../models/writeModels';
import type { StoredChange } from '../../recordChange';
import type { KeySystem } from '../../systems/keySystem.entity';
import { changeSystem, isStillSo, systemChanges } from '../../systems/systemChanges';
import { writeSystem } from '../../systems/writeSystem';
import type { Leave, OnProgress } from '../changeTask';
import type { UndoTotals } from '../changeTotals';
import { newChange, storedTotals } from '../selection/chosenRows';
import { ChangeKind, type StagedChange, type SystemStep } from '../stagedChange.entity';
import { requireSystem, systemToChange } from './requireSystem';
import { unchecked } from './systemInput';

/*
 * A change of a key system as a staged change: its rows are the models that have the key system when it is applied. The
 * system is written first, so that the models keep it when they get its new values.
 */

/** Models written per statement. */
const BATCH = 500;

/** Prepares the changes of a key system and, with them, of its models. */
export async function stageSystem(
  em: EntityManager,
  user: Caller,
  { id, name, version }: KeySystem,
  changes: StoredChange[],
): Promise<StagedChange> {
  const labels = changes.map(({ label }) => label).join(', ') || 'nothing';
  const staged = newChange(em, user, {
    kind: ChangeKind.KEY_SYSTEM,
    title: `Change the key system ${name}: ${labels}`,
    origin: 'The models of the key system',
    keySystem: { id, version, changes },
  });
  await em.flush();
  await findModels(em, staged, { id, version, changes });
  return staged;
}

/** Makes the models of the key system the rows of its change. */
async function findModels(em: EntityManager, staged: StagedChange, { id, changes }: SystemStep): Promise<void> {
  const owned = JSON.stringify(changes.filter(isOwned));
  await em.execute('delete from import_rows where import_id = ?', [staged.id]);
  await em.execute(
    `insert into import_rows (import_id, number, cells, verdict, make, name, year, make_id, model_id, model_version,
       problems, changes)
     select ?, row_number() over (order by k.display_name, m.name, m.year, m.id), '{}',
       case when c.changes = '[]' then 'unchanged' else 'changed' end, k.display_name, m.name, m.year, m.make_id, m.id,
       m.version, '[]', c.changes
     from models m join makes k on k.id = m.make_id, (values (?::jsonb)) as c (changes) where m.key_system_id = ?`,
    [staged.id, owned, id],
  );
  staged.totals = await storedTotals(em, staged.id);
  staged.rowCount = staged.totals.rows;
}

/** Changes the key system of a staged change, and takes its present models as the rows. CONFLICT if it has changed since. */
export async function changeWithModels(
  em: EntityManager,
  found: StagedChange,
  _anyway: boolean,
  user: Caller,
): Promise<void> {
  const step = found.keySystem;
  const system = await requireSystem(em, found);
  if (!step || !system) throw new Error('The change has no key system');
  await lockModelsOf(em, system);
  await findModels(em, found, step);
  changeSystem(system, step.changes);
  await writeSystem(em, user, system, step.changes, found.id);
}

/** Nobody can give it to other models meanwhile: they would have to lock it. */
export const lockModelsOf = (em: EntityManager, { id }: KeySystem) =>
  em.execute<{ id: number; version: number }[]>(
    'select id, version from models where key_system_id = ? order by id for no key update',
    [id],
  );

/**
 * Takes back the values of a key system, except those that have been changed since, and with them those of all its models.
 * Models that no longer have it are left. Returns how many have been restored.
 */
export async function restoreWithModels(
  em: EntityManager,
  found: StagedChange,
  user: Caller,
  undone: UndoTotals,
  leave: Leave,
  onProgress: OnProgress,
): Promise<number> {
  const { id, version, changes } = found.keySystem ?? { id: 0, version: 0, changes: [] };
  const system = await systemToChange(em, id);
  if (!system) throw new AppError('CONFLICT', 'The key system has been deleted, so this cannot be undone.');
  const back = changes.filter((change) => isStillSo(system, change));
  const left = changes.filter((change) => !back.includes(change)).map(({ label }) => label);
  if (left.length > 0) leave(`Key system ${system.name}: ${left.join(', ')}`);
  const models = await lockModelsOf(em, system);
  const before = { ...system } as KeySystem;
  changeSystem(system, back.map(turned));
  // As the key system has them now: its history may have measures in another form.
  const owned = systemChanges(before, system).filter(isOwned);
  // Nobody has checked these values together, unless nothing else has happened to the key system since.
  if (owned.length > 0 && system.version !== version + 1) unchecked(system);
  const reverse = systemChanges(before, system);
  if (reverse.length > 0) await writeSystem(em, user, system, reverse, found.id);
  if (owned.length === 0) models.length = 0;
  for (let from = 0; from < models.length; from += BATCH) {
    const batch = models.slice(from, from + BATCH).map((model): ModelWrite => ({ ...model, changes: owned }));
    await writeModels(em, batch, { user, source: ChangeSource.RESTORE, importId: found.id });
    onProgress(from + batch.length);
  }
  undone.restored += models.length;
  const others = await em.execute<{ name: string }[]>(
    `select concat_ws(' ', k.display_name, m.name, m.year) as name
     from model_changes c join models m on m.id = c.model_id join makes k on k.id = m.make_id
     where c.import_id = ? and m.key_system_id is distinct from ? order by m.id`,
    [found.id, id],
  );
  for (const { name } of others) leave(`${name}: it no longer has the key system`);
  return models.length;
}
