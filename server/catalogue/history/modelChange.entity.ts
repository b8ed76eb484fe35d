import type { Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../../inputs/describeEnum';
import { Model } from '../models/model.entity';
import { RecordChange } from '../recordChange';

/** How a model was changed. */
export enum ChangeSource {
  FORM = 'form',
  REST = 'rest',
  CORRECTION = 'correction',
  IMPORT = 'import',
  RESTORE = 'restore',
  BULK = 'bulk',
}
describeEnum(ChangeSource, 'ChangeSource', 'How a model was changed.', {
  FORM: 'The graph: the model form, or an integrator.',
  REST: 'The REST adapter.',
  CORRECTION: 'A correction that was applied.',
  IMPORT: 'A row of a sheet, or a change of many models.',
  BULK: 'A change of many models at once.',
  RESTORE: 'Restoring the state before an earlier change.',
});

/** One change of a model. Deleted with it. */
@ObjectType({ description: 'An entry of a model’s history: who changed what, and when.' })
@Entity({ tableName: 'model_changes' })
export class ModelChange extends RecordChange {
  @ManyToOne(() => Model, { ref: true, deleteRule: 'cascade' })
  model!: Ref<Model>;

  @Field(() => ChangeSource, { description: 'How it was made.' })
  @Property({ type: 'string', length: 20 })
  source!: ChangeSource;
}
