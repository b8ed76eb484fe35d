import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../accounts/users/user.entity';

/** One line of what happened: sign-ins, sign-outs, exports and every change by an administrator. */
@ObjectType({ description: 'One line of what happened.' })
@Entity({ tableName: 'log_entries' })
export class LogEntry {
  @Field(() => ID, { description: 'Identifies the entry.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` goes on naming them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'Who did it, also after the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, { description: 'What was done.' })
  @Property({ type: 'text' })
  details!: string;

  /** By POST /userlogs. */
  @Field(() => Boolean, { description: 'Whether it is only the word of the user’s own program.' })
  @Property({ type: 'boolean' })
  fromClient: boolean & Opt = false;

  @Field(() => GraphQLDateTime, { description: 'When it was done.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  /** What `user` did, for `em.create`. */
  static of(user: User, details: string) {
    return { user: user.id, username: user.username, details };
  }
}
