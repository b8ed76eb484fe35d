import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';

/** A manufacturer of motorcycles. */
@ObjectType({ description: 'A manufacturer of motorcycles (on REST: company detail).' })
@Entity({ tableName: 'makes' })
export class Make {
  @Field(() => ID, { description: 'Identifies the make; Honda is 53.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** The column's collation gives the natural order. */
  @Field(() => String, { description: 'The name locksmiths know it by.' })
  @Property({ type: 'string', length: 255 })
  displayName!: string;

  @Field(() => String, { description: "The company's full name." })
  @Property({ type: 'string', length: 255 })
  fullName!: string;

  @Field(() => String, { description: 'Anything else worth knowing about it.' })
  @Property({ type: 'text' })
  otherDetails: string & Opt = '';

  @Field(() => String, { nullable: true, description: 'Name of its icon in the image store.' })
  @Property({ type: 'string', length: 64, nullable: true })
  iconHash: string | null = null;

  @Field(() => GraphQLDateTime, { description: 'When the make was created.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Field(() => GraphQLDateTime, { description: 'When the make was last changed.' })
  @Property({ type: 'datetime', onCreate: () => new Date(), onUpdate: () => new Date() })
  updatedAt!: Date & Opt;

  @Field(() => Int, {
    description:
      'Optimistic-lock version: goes up with every change. A change sent with an older version is refused (CONFLICT).',
  })
  @Property({ type: 'integer', version: true })
  version!: number & Opt;
}
