import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';

/** A company that holds an account: a number of seats for a subscription period. */
@ObjectType({ description: 'A company that holds an account with seats.' })
@Entity({ tableName: 'clients' })
export class Client {
  @Field(() => ID, { description: 'Identifies the client.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => String, { description: "The company's name." })
  @Property({ type: 'string', length: 255 })
  name!: string;

  @Property({ type: 'string', length: 255 })
  primaryEmail!: string;

  @Property({ type: 'integer' })
  maxUsers!: number;

  @Property({ type: 'boolean' })
  accountExpired: boolean & Opt = false;

  /** Days are `YYYY-MM-DD`, in UTC. */
  @Property({ type: 'date' })
  subscriptionStartDate!: string;

  @Property({ type: 'date' })
  subscriptionEndDate!: string;

  @Property({ type: 'text' })
  description: string & Opt = '';

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Property({ type: 'datetime', onCreate: () => new Date(), onUpdate: () => new Date() })
  updatedAt!: Date & Opt;

  /** Counts the changes, so that an edit of a stale copy is noticed. */
  @Property({ type: 'integer', version: true })
  version!: number & Opt;
}
