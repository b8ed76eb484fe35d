import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { AppError, noSuch } from '../../errors';
import { command, query } from '../../gate/operation';
import { findPage, NewestFirstInput, PageOf } from '../../inputs/list';
import { RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { KEY_DATA } from '../keyData';
import { Make } from '../makes/make.entity';
import { Model } from '../models/model.entity';
import { recordChange, stateOf } from '../models/modelChanges';
import { ChangeSource, ModelChange } from './modelChange.entity';

/** `id` is the model's. */
export class ModelHistoryInput extends NewestFirstInput {
  id!: number;
}

@ObjectType({ description: 'Some entries of a model’s history, and how many there are.' })
export class ModelChangePage extends PageOf(ModelChange, 'changes') {}

/** The changes of a model, newest first. */
export const modelHistory = query('admin', ModelHistoryInput, ({ em }, { id, ...input }) =>
  findPage(em, ModelChange, { model: id }, { ...input, sortBy: 'createdAt' }),
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

/** Restores a model to its state before a change, and records that as a new change. Its pictures stay as they are. */
export const restoreModel = command('admin', RestoreModelInput, async ({ em, user }, { id, changeId, version }) => {
  const change = await em.findOneOrFail(ModelChange, { id: toId(changeId), model: toId(id) }, noSuch('change'));
  if (change.created) throw new AppError('CONFLICT', 'This change created the model: there is nothing before it.');
  const model = await em.findOneOrFail(Model, change.model.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  requireUnchanged(model, version);
  await em.populate(model, ['make', 'images']);
  const before = stateOf(model);
  await takeBack(em, model, change);
  model.updatedAt = new Date();
  recordChange(em, model, before, { user, source: ChangeSource.RESTORE });
  const what = `${model.make.unwrap().displayName} ${model.name} ${model.year}`;
  LogEntry.write(em, user, LogKind.MODEL_RESTORED, {
    subject: { type: LogSubjectType.MODEL, id: model.id },
    text: `Brought back what the model ${what} was before change ${change.id}`,
  });
  await em.flush();
  return model;
});

/** Reverts every change from the newest back to `change`. Several of them may have changed the same field. */
async function takeBack(em: EntityManager, model: Model, change: ModelChange): Promise<void> {
  const later = await em.find(ModelChange, { model, id: { $gte: change.id } }, { orderBy: { id: 'desc' } });
  const were = new Map(
    later.flatMap(({ changes }) => changes.map((one) => [one.field, one.storedBefore ?? one.before] as const)),
  );
  for (const { name, write } of KEY_DATA) {
    const was = were.get(name);
    if (was !== undefined) write(model, was);
  }
  model.name = were.get('name') ?? model.name;
  model.year = Number(were.get('year') ?? model.year);
  model.sample = were.has('sample') ? were.get('sample') === 'yes' : model.sample;
  const makeId = were.get('make');
  if (makeId === undefined) return;
  const make = await em.findOne(Make, Number(makeId), { lockMode: LockMode.PESSIMISTIC_READ });
  if (!make) throw new AppError('CONFLICT', 'The make that the model had before this change has been deleted.');
  em.assign(model, { make });
}
