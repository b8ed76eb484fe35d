import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, invalid, noSuch } from '../../../errors';
import { described } from '../../../gate/operation';
import { isId, requireUnchanged, toId } from '../../../inputs/record';
import { systemValues } from '../../keyData';
import { KeySystem } from '../../systems/keySystem.entity';
import { ofItsModels } from '../../systems/systemChanges';
import { writeSystem } from '../../systems/writeSystem';
import { giveValues, KeySystemInput } from './systemInput';

export const saveKeySystem = described('Creates or changes a key system.').command(
  'admin',
  KeySystemInput,
  async ({ em, user }, input): Promise<KeySystem> => {
    const system = input.id == null ? await newSystem(em, input) : await lockedToChange(em, input.id);
    if (input.id != null) requireUnchanged(system, input.version);
    const changes = giveValues(system, input, user.username);
    if (ofItsModels(changes).length > 0 && system.modelsCount > 0)
      throw new AppError('CONFLICT', 'Models have this key system.');
    await writeSystem(em, user, system, changes);
    return system;
  },
);

/** A new key system, with the values of the one that it copies. */
async function newSystem(em: EntityManager, { copyOf }: KeySystemInput): Promise<KeySystem> {
  const system = new KeySystem();
  if (copyOf == null) return system;
  const source = isId(copyOf) ? await em.findOne(KeySystem, Number(copyOf)) : null;
  if (!source) throw invalid({ copyOf: ['There is no such key system to copy.'] });
  const { notes, source: origin } = source;
  return Object.assign(system, systemValues(source), { notes, source: origin });
}

/** Whoever gives it to a model, or changes it, waits for the lock. */
async function lockedToChange(em: EntityManager, id: string): Promise<KeySystem> {
  await em.execute('select from key_systems where id = ? for no key update', [toId(id)]);
  return em.findOneOrFail(KeySystem, toId(id), noSuch('key system'));
}
