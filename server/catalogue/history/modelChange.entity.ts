import type { Opt, Ref, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import { describeEnum } from '../../inputs/describeEnum';
import { Model } from '../models/model.entity';

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

@ObjectType({ description: 'A field that was changed.' })
export class FieldChange {
  @Field(() => String, { description: 'The field’s label in the model form.' })
  label!: string;

  @Field(() => String, { description: 'The value before the change; empty for a new model.' })
  before!: string;

  @Field(() => String, { description: 'The value after the change.' })
  after!: string;
}

/** A stored field change. `before` and `after` are for display; the others are set if restoring needs other values. */
export interface StoredChange extends FieldChange {
  /** The name of a key data text, or make, name, year, sample or images. */
  field: string;
  storedBefore?: string;
  storedAfter?: string;
}

/** One change of a model: who, when, how and what. Deleted with the model. */
@ObjectType({ description: 'An entry of a model’s history: who changed what, and when.' })
@Entity({ tableName: 'model_changes' })
export class ModelChange {
  @Field(() => ID, { description: 'Identifies the change.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => Model, { ref: true, deleteRule: 'cascade' })
  model!: Ref<Model>;

  /** Null once the user is deleted; `username` still names them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the user who made it; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => ChangeSource, { description: 'How it was made.' })
  @Property({ type: 'string', length: 20 })
  source!: ChangeSource;

  @Field(() => Boolean, { description: 'Whether it created the model; then there is no earlier state to restore.' })
  @Property({ type: 'boolean' })
  created!: boolean;

  @Field(() => [FieldChange], { description: 'The changed fields.' })
  @Property({ type: 'json' })
  changes!: StoredChange[];

  @Field(() => GraphQLDateTime, { description: 'When it was made.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
