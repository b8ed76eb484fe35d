import type { Opt, Rel } from '@mikro-orm/core';
import { ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../accounts/users/user.entity';

@ObjectType({ description: 'A field that was changed.' })
export class FieldChange {
  @Field(() => String, { description: 'The field’s label in the record’s form.' })
  label!: string;

  @Field(() => String, { description: 'The value before the change; empty for a new record.' })
  before!: string;

  @Field(() => String, { description: 'The value after the change.' })
  after!: string;
}

/** A stored field change. `before` and `after` are for display; the others are set if restoring needs other values. */
export interface StoredChange extends FieldChange {
  /** The name of a key data text, or of another field of the record: name, year, source, images … */
  field: string;
  storedBefore?: string;
  storedAfter?: string;
}

/** An entry of a record's history: who, when and what. */
@ObjectType()
export class RecordChange {
  @Field(() => ID, { description: 'Identifies the change.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` still names them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the user who made it; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the API token with which their program made it; null for people.',
  })
  @Property({ type: 'string', length: 100, nullable: true })
  token!: string | null;

  @Field(() => Boolean, { description: 'Whether it created the record; then there is no earlier state to restore.' })
  @Property({ type: 'boolean' })
  created!: boolean;

  @Field(() => [FieldChange], { description: 'The changed fields.' })
  @Property({ type: 'json' })
  changes!: StoredChange[];

  @Field(() => GraphQLDateTime, { description: 'When it was made.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
