import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Model } from '../models/model.entity';

/** A picture of a model, at its place in the model's order. Its bytes are in the image store. */
@ObjectType({ description: 'A picture of a model.' })
@Entity({ tableName: 'model_images' })
export class ModelImage {
  @Field(() => ID, { description: 'Identifies the picture.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => Model, { deleteRule: 'cascade' })
  model!: Rel<Model>;

  @Property({ type: 'integer' })
  position!: number;

  @Field(() => String, { description: 'Its name in the image store, which saveModel takes.' })
  @Property({ type: 'string', length: 64 })
  hash!: string;

  @Field(() => Int, { description: 'Width in pixels.' })
  @Property({ type: 'integer' })
  width!: number;

  @Field(() => Int, { description: 'Height in pixels.' })
  @Property({ type: 'integer' })
  height!: number;
}
