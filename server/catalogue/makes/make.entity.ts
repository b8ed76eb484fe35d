import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Versioned } from '../../inputs/versioned';

/** A manufacturer of motorcycles. */
@ObjectType({ description: 'A manufacturer of motorcycles (on REST: company detail).' })
@Entity({ tableName: 'makes' })
export class Make extends Versioned {
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
}
