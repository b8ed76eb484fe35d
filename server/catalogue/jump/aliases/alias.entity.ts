import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Versioned } from '../../../inputs/versioned';
import { Make } from '../../makes/make.entity';

/** A nickname under which Jump finds models (docs/rules.md, "Jump"). Triggers keep the index up to date. */
@ObjectType({ description: 'A nickname under which Jump finds models, e.g. Gixxer.' })
@Entity({ tableName: 'aliases' })
export class Alias extends Versioned {
  @Field(() => ID, { description: 'Identifies the alias.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => String, { description: 'The nickname.' })
  @Property({ type: 'string', length: 255 })
  text!: string;

  @ManyToOne(() => Make, { ref: true, deleteRule: 'cascade' })
  make!: Ref<Make>;

  @Field(() => String, {
    description: 'The name of the models, or a part of it, e.g. GSX-R; empty for all models of the make.',
  })
  @Property({ type: 'string', length: 255 })
  name: string & Opt = '';
}
