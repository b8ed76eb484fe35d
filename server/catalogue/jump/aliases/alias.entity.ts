import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Make } from '../../makes/make.entity';

/** A nickname under which Jump finds models (docs/rules.md, "Jump"). Triggers keep the index up to date. */
@ObjectType({ description: 'A nickname under which Jump finds models, e.g. Gixxer.' })
@Entity({ tableName: 'aliases' })
export class Alias {
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

  @Field(() => GraphQLDateTime, { description: 'When the alias was created.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Field(() => GraphQLDateTime, { description: 'When the alias was last changed.' })
  @Property({ type: 'datetime', onCreate: () => new Date(), onUpdate: () => new Date() })
  updatedAt!: Date & Opt;

  @Field(() => Int, {
    description:
      'Optimistic-lock version: goes up with every change. A change sent with an older version is refused (CONFLICT).',
  })
  @Property({ type: 'integer', version: true })
  version!: number & Opt;
}
