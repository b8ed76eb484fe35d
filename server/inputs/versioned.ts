import type { Opt } from '@mikro-orm/core';
import { Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

/** A record that several people may edit: the times and the version of its entity. */
@ObjectType()
export class Versioned {
  @Field(() => GraphQLDateTime, { description: 'When the record was created.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Field(() => GraphQLDateTime, { description: 'When the record was last changed.' })
  @Property({ type: 'datetime', onCreate: () => new Date(), onUpdate: () => new Date() })
  updatedAt!: Date & Opt;

  @Field(() => Int, {
    description:
      'Optimistic-lock version: goes up with every change. A change sent with an older version is refused (CONFLICT).',
  })
  @Property({ type: 'integer', version: true })
  version!: number & Opt;
}

/** The input that creates or changes such a record. */
@InputType()
export class VersionedInput {
  @Field(() => ID, { nullable: true, description: 'The record to change; absent to create one.' })
  id?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The `version` that was read: CONFLICT if the record has changed since. If absent, nothing is compared.',
  })
  version?: number | null;
}
