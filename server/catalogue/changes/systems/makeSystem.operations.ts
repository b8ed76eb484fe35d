import { Field, ID, InputType } from 'type-graphql';
import { AppError, invalid } from '../../../errors';
import { described } from '../../../gate/operation';
import { Rule, wrongText } from '../../../inputs/fields';
import { toId } from '../../../inputs/record';
import { longWork } from '../../../outside/postgres/connections';
import { systemValues } from '../../keyData';
import { changesBetween, KEY_SYSTEM } from '../../models/modelChanges';
import { inSystem } from '../../models/modelRow';
import { modelsWith, requireModel } from '../../models/readModels';
import { KeySystem } from '../../systems/keySystem.entity';
import { hasSameMeasures } from '../../systems/suggest/equalMeasures';
import { systemChanges } from '../../systems/systemChanges';
import { writeSystem } from '../../systems/writeSystem';
import { applyChange } from '../applyChange';
import { serialiseChanges } from '../changeTask';
import { type ChosenRow, modelsInBatches, stage } from '../selection/chosenRows';
import { selectedIds } from '../selection/modelSelection';
import { ChangeKind } from '../stagedChange.entity';
import { RowVerdict } from '../stagedRow';

@InputType({ description: 'A suggested key system to make.' })
export class MakeKeySystemInput {
  @Field(() => ID, { description: 'One of the models with equal measures.' })
  modelId!: string;

  @Field(() => String, { description: 'The name of the key system.' })
  @Rule((value) => wrongText(value, { label: 'name', required: true }))
  name!: string;
}

export const makeKeySystem = described(
  'Makes a key system of the measures of a model, and gives it to all models with the same measures and no key system. Their link is an applied import, which can be undone.',
  'CATALOGUE',
).chain('admin', MakeKeySystemInput, ({ commit, user }, { modelId, name }) =>
  longWork(commit<KeySystem>, async (em) => {
    await serialiseChanges(em);
    const model = requireModel(await modelsWith(em, [toId(modelId)]));
    if (![...model.spacing, ...model.depthValues].some(Boolean))
      throw invalid({ modelId: ['The model has no measures to make a key system of.'] });
    if (model.keySystem) throw new AppError('CONFLICT', 'The model has a key system by now. Look at the list again.');
    const system = Object.assign(new KeySystem(), systemValues(model), { name });
    await writeSystem(em, user, system, systemChanges(null, system));
    const alike = await em.execute<{ id: number }[]>(
      `select m.id from models m join models o on o.id = ? where ${hasSameMeasures('o')}`,
      [model.id],
    );
    const rows: ChosenRow[] = [];
    const ids = await selectedIds(em, { ids: alike.map(({ id }) => String(id)) });
    for await (const models of modelsInBatches(em, ids))
      for (const one of models) {
        const changes = changesBetween(one.model, inSystem(one.model, system));
        if (changes.some(({ field }) => field !== KEY_SYSTEM.name))
          throw new AppError('CONFLICT', 'Somebody has changed one of the models meanwhile. Look at the list again.');
        rows.push({ ...one.row, verdict: RowVerdict.CHANGED, changes });
      }
    const staged = await stage(em, user, { kind: ChangeKind.SET, title: `Make the key system “${name}”`, rows });
    await applyChange(em, staged, user, () => undefined);
    await em.flush();
    return em.refreshOrFail(system);
  }),
);
