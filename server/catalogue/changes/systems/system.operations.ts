import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType } from 'type-graphql';
import type { Caller } from '../../../context';
import { invalid, notFound } from '../../../errors';
import { described } from '../../../gate/operation';
import { Nested, Optional } from '../../../inputs/fields';
import { isId, requireUnchanged, toId } from '../../../inputs/record';
import { longWork } from '../../../outside/postgres/connections';
import { systemValues } from '../../keyData';
import { ModelFilter } from '../../models/list/modelFilter';
import { changesBetween, isOwned } from '../../models/modelChanges';
import { inSystem } from '../../models/modelRow';
import { KeySystem } from '../../systems/keySystem.entity';
import { writeSystem } from '../../systems/writeSystem';
import { applyChange } from '../applyChange';
import { serialiseChanges } from '../changeTask';
import { type ChosenRow, modelsInBatches, stage } from '../selection/chosenRows';
import { ModelSelection, selectedIds } from '../selection/modelSelection';
import { ChangeKind, type StagedChange } from '../stagedChange.entity';
import { RowVerdict } from '../stagedRow';
import { stageSystem } from './applySystem';
import { systemToChange } from './requireSystem';
import { giveValues, KeySystemInput, StageKeySystemInput } from './systemInput';

export const saveKeySystem = described(
  'Creates or changes a key system. Its models follow at once, as an applied import, which can be undone.',
  'CATALOGUE',
).chain('admin', KeySystemInput, async ({ commit, user }, input): Promise<KeySystem> => {
  const saved = await commit((em) => saveAlone(em, user, input));
  // Outside of a transaction that has locked it: other changes of many models may have to end first.
  return saved ?? longWork(commit<KeySystem>, (em) => saveWithModels(em, user, input));
});

/** Saves the key system, unless its models have to follow. */
async function saveAlone(em: EntityManager, user: Caller, input: KeySystemInput): Promise<KeySystem | null> {
  const system = input.id == null ? await newSystem(em, input) : await unchangedSystem(em, input);
  const changes = giveValues(system, input, user.username);
  if (system.modelsCount > 0 && changes.some(isOwned)) {
    em.clear();
    return null;
  }
  await writeSystem(em, user, system, changes);
  return system;
}

async function saveWithModels(em: EntityManager, user: Caller, input: KeySystemInput): Promise<KeySystem> {
  await serialiseChanges(em);
  const staged = await stageChanges(em, user, input);
  await applyChange(em, staged, user, () => undefined);
  await em.flush();
  return em.findOneOrFail(KeySystem, toId(input.id));
}

export const stageKeySystem = described(
  'Prepares changing a key system and its models. Returns a checked import whose rows have the old and the new values; continue with applyImport and undoImport. CONFLICT if it has changed since it was read, or, when it is applied, since this.',
  'CATALOGUE',
).command('admin', StageKeySystemInput, ({ em, user }, input) => {
  if (input.id == null) throw invalid({ id: ['A new key system has no models: save it.'] });
  return stageChanges(em, user, input);
});

async function stageChanges(em: EntityManager, user: Caller, input: KeySystemInput): Promise<StagedChange> {
  const system = await unchangedSystem(em, input);
  const after = Object.assign(new KeySystem(), system);
  return stageSystem(em, user, system, giveValues(after, input, user.username));
}

/** The key system to change, locked, in the version that was read. */
async function unchangedSystem(em: EntityManager, { id, version }: KeySystemInput): Promise<KeySystem> {
  const system = await systemToChange(em, toId(id));
  if (!system) throw notFound('key system');
  requireUnchanged(system, version);
  return system;
}

/** A new key system, with the values of the one that it copies. */
async function newSystem(em: EntityManager, { copyOf }: KeySystemInput): Promise<KeySystem> {
  const system = new KeySystem();
  if (copyOf == null) return system;
  const source = isId(copyOf) ? await em.findOne(KeySystem, Number(copyOf)) : null;
  if (!source) throw invalid({ copyOf: ['There is no such key system to copy.'] });
  const { notes, source: origin } = source;
  return Object.assign(system, systemValues(source), { notes, source: origin });
}

@InputType({ description: 'A key system for many models, chosen in one of three ways.' })
export class SetKeySystemInput {
  @Field(() => ModelSelection, { nullable: true, description: 'Which models, by their ids or by a filter.' })
  @Optional()
  @Nested()
  selection?: ModelSelection | null;

  @Field(() => [ID], { nullable: true, description: 'The ids of the models to give it to.' })
  @Optional()
  modelIds?: string[] | null;

  @Field(() => ModelFilter, { nullable: true, description: 'Which models: all that match.' })
  @Optional()
  @Nested()
  filter?: ModelFilter | null;

  @Field(() => ID, { nullable: true, description: 'The key system; null gives the models values of their own.' })
  keySystemId?: string | null;
}

export const setKeySystem = described(
  'Prepares giving models a key system with its values, or values of their own. Returns a checked import whose rows have the old and the new values; continue with applyImport and undoImport.',
  'CATALOGUE',
).command('admin', SetKeySystemInput, async ({ em, user }, input) => {
  const { selection, modelIds, filter, keySystemId } = input;
  const chosen = [selection, modelIds, filter].filter((one) => one != null);
  if (chosen.length !== 1) throw invalid({ selection: ['Choose the models: by a selection, ids or a filter.'] });
  const system = isId(keySystemId) ? await em.findOne(KeySystem, Number(keySystemId)) : null;
  if (keySystemId != null && !system) throw invalid({ keySystemId: ['There is no such key system.'] });
  const rows: ChosenRow[] = [];
  const ids = await selectedIds(em, selection ?? { ids: modelIds ?? null, filter: filter ?? null });
  for await (const models of modelsInBatches(em, ids))
    for (const { model, row } of models) {
      const changes = changesBetween(model, inSystem(model, system));
      rows.push({ ...row, verdict: changes.length ? RowVerdict.CHANGED : RowVerdict.UNCHANGED, changes });
    }
  return stage(em, user, {
    kind: ChangeKind.SET,
    title: system ? `Set the key system to “${system.name}”` : 'Give the models values of their own',
    rows,
    ...(system && { keySystem: { id: system.id, version: system.version, changes: [] } }),
  });
});
