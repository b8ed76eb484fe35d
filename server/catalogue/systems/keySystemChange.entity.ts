import type { Opt, Ref, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import { FieldChange, type StoredChange } from '../history/modelChange.entity';
import { KeySystem } from './keySystem.entity';

/** One change of a key system: who, when and what. Deleted with it. */
@ObjectType({ description: 'An entry of a key system’s history: who changed what, and when.' })
@Entity({ tableName: 'key_system_changes' })
export class KeySystemChange {
  @Field(() => ID, { description: 'Identifies the change.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => KeySystem, { ref: true, deleteRule: 'cascade' })
  keySystem!: Ref<KeySystem>;

  /** Null once the user is deleted; `username` still names them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the user who made it; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => Boolean, { description: 'Whether it created the key system.' })
  @Property({ type: 'boolean' })
  created!: boolean;

  @Field(() => [FieldChange], { description: 'The changed fields.' })
  @Property({ type: 'json' })
  changes!: StoredChange[];

  @Field(() => GraphQLDateTime, { description: 'When it was made.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
