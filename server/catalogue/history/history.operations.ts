import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { AppError, noSuch } from '../../errors';
import { described } from '../../gate/operation';
import { findGrowingPage, GrowingInput, GrowingPageOf } from '../../inputs/list';
import { RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { LogKind } from '../../logs/logKind';
import { CHECK, SOURCE } from '../checked';
import { KEY_DATA } from '../keyData';
import { Make } from '../makes/make.entity';
import { KEY_SYSTEM } from '../models/modelChanges';
import { type ModelRow, titleOf } from '../models/modelRow';
import { lockModels, requireModel } from '../models/readModels';
import { writeModels, writeOf } from '../models/writeModels';
import { KeySystem } from '../systems/keySystem.entity';
import { lockSystems } from '../systems/lockSystems';
import { ChangeSource, ModelChange } from './modelChange.entity';

/** `id` is the model's. */
export class ModelHistoryInput extends GrowingInput {
  id!: number;
}

@ObjectType({ description: 'Some entries of a model’s history, and how many there are.' })
export class ModelChangePage extends GrowingPageOf(ModelChange, 'changes') {}

export const modelHistory = described('What has been changed in it.', 'CATALOGUE').query(
  'admin',
  ModelHistoryInput,
  ({ em }, { id, ...input }) => findGrowingPage(em, ModelChange, { model: id }, { ...input, sortBy: 'createdAt' }),
);

@InputType({ description: 'A model, and the change before which it is restored.' })
export class RestoreModelInput extends RecordInput {
  @Field(() => ID, {
    description: 'A change in the model’s history. The model is restored to its state before it.',
  })
  changeId!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The `version` of the model that was read: CONFLICT if the model has changed since.',
  })
  version?: number | null;
}

export const restoreModel = described(
  'Restores a model to its state before one of its changes, and records this as a new change; its pictures stay unchanged. CONFLICT if that change created it.',
  'CATALOGUE',
).command('admin', RestoreModelInput, async ({ em, user }, { id, changeId, version }) => {
  const change = await em.findOneOrFail(ModelChange, { id: toId(changeId), model: toId(id) }, noSuch('change'));
  if (change.created) throw new AppError('CONFLICT', 'This change created the model: there is nothing before it.');
  await lockSystems(em, systemsIn(await laterThan(em, change)));
  const model = requireModel(await lockModels(em, [change.model.id]));
  requireUnchanged(model, version);
  const after = await asBefore(em, model, change);
  const line = `Restored the model ${titleOf(after)} to its state before change ${change.id}`;
  const [saved] = await writeModels(em, [writeOf(model, after, line)], {
    user,
    source: ChangeSource.RESTORE,
    kind: LogKind.MODEL_RESTORED,
  });
  return { ...after, ...saved };
});

/** The change and those after it, the newest first. */
const laterThan = (em: EntityManager, { model, id }: ModelChange) =>
  em.find(ModelChange, { model: model.id, id: { $gte: id } }, { orderBy: { id: 'desc' } });

/** The ids of the key systems that the model had before. */
const systemsIn = (later: ModelChange[]) =>
  later.flatMap(({ changes }) =>
    changes.flatMap(({ field, storedBefore }) =>
      field === KEY_SYSTEM.name && storedBefore ? [Number(storedBefore)] : [],
    ),
  );

/** The model without the changes from the newest back to `change`. Several of them may have changed the same field. */
async function asBefore(em: EntityManager, model: ModelRow, change: ModelChange): Promise<ModelRow> {
  const later = await laterThan(em, change);
  const were = new Map(
    later.flatMap(({ changes }) => changes.map((one) => [one.field, one.storedBefore ?? one.before] as const)),
  );
  const after = {
    ...model,
    name: were.get('name') ?? model.name,
    year: Number(were.get('year') ?? model.year),
    sample: were.has('sample') ? were.get('sample') === 'yes' : model.sample,
    source: were.get(SOURCE.name) ?? model.source,
    ...CHECK.read(were.get(CHECK.name) ?? CHECK.stored(model)),
  };
  for (const { name, write } of KEY_DATA) {
    const was = were.get(name);
    if (was !== undefined) write(after, was);
  }
  const systemId = were.get(KEY_SYSTEM.name);
  if (systemId !== undefined) after.keySystem = systemId ? await em.findOne(KeySystem, Number(systemId)) : null;
  const makeId = were.get('make');
  if (makeId === undefined) return after;
  const make = await em.findOne(Make, Number(makeId), { lockMode: LockMode.PESSIMISTIC_READ });
  if (!make) throw new AppError('CONFLICT', 'The make that the model had before this change has been deleted.');
  return { ...after, make };
}
