import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import { describeEnum } from '../inputs/describeEnum';

export enum FeedbackState {
  OPEN = 'open',
  ANSWERED = 'answered',
  CLOSED = 'closed',
}
describeEnum(FeedbackState, 'FeedbackState', 'Whether feedback waits, or what became of it.', {
  OPEN: 'It waits for an answer.',
  ANSWERED: 'It has been answered by mail.',
  CLOSED: 'It has been closed without an answer.',
});

/** A comment on the guide itself. */
@ObjectType({ description: 'A comment on the guide itself.' })
@Entity({ tableName: 'feedbacks' })
export class Feedback {
  @Field(() => ID, { description: 'Identifies the feedback.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` still names them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the sender; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, { description: 'The email address for the answer.' })
  @Property({ type: 'string', length: 255 })
  email!: string;

  @Field(() => String, { description: 'A phone number, if one was given.' })
  @Property({ type: 'string', length: 255 })
  phoneNumber: string & Opt = '';

  @Field(() => String, { description: 'What the sender says.' })
  @Property({ type: 'text' })
  comment!: string;

  @Field(() => FeedbackState, { description: 'Whether it is open, answered or closed.' })
  @Property({ type: 'string', length: 20 })
  state: FeedbackState & Opt = FeedbackState.OPEN;

  @Field(() => String, { description: 'The answer that was mailed; else empty.' })
  @Property({ type: 'text' })
  answer: string & Opt = '';

  @Field(() => String, { description: 'The username of the administrator who answered or closed it; else empty.' })
  @Property({ type: 'string', length: 255 })
  settledBy: string & Opt = '';

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was answered or closed.' })
  @Property({ type: 'datetime', nullable: true })
  settledAt: Date | null = null;

  @Field(() => GraphQLDateTime, { description: 'When it was sent.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
