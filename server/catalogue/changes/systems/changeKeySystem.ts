import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../../context';
import type { KeyDataValues } from '../../keyData';
import { inWords, isOwned } from '../../models/modelChanges';
import { KeySystem } from '../../systems/keySystem.entity';
import { systemChanges } from '../../systems/systemChanges';
import { applyChange } from '../applyChange';
import { serialiseChanges } from '../changeTask';
import { lockModelsOf, stageSystem } from './applySystem';
import { systemToChange } from './requireSystem';
import { unchecked } from './systemInput';

/** The key system of a model, locked with all its models; null if it has none. Waits for other changes of many models. */
export async function lockSystemOf(em: EntityManager, modelId: number): Promise<KeySystem | null> {
  await serialiseChanges(em);
  const [model] = await em.execute<{ id: number | null }[]>('select key_system_id as id from models where id = ?', [
    modelId,
  ]);
  const system = model?.id ? await systemToChange(em, model.id) : null;
  if (system) await lockModelsOf(em, system);
  return system;
}

/** Changes a key system that is locked, and all its models, as an applied change. Returns what it did, in words. */
export async function changeKeySystem(
  em: EntityManager,
  user: Caller,
  system: KeySystem,
  write: (values: KeyDataValues) => void,
): Promise<string[]> {
  const after = Object.assign(new KeySystem(), system);
  write(after as unknown as KeyDataValues);
  const changes = systemChanges(system, unchecked(after));
  if (!changes.some(isOwned)) return [];
  const staged = await stageSystem(em, user, system, changes);
  await applyChange(em, staged, user, () => undefined);
  const count = system.modelsCount === 1 ? '1 model' : `${system.modelsCount.toLocaleString('en')} models`;
  return [...changes.filter(isOwned).map(inWords), `In the key system ${system.name}, with ${count}.`];
}
