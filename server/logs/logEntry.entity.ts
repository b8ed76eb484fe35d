import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import { LogKind, LogSubjectType } from './logKind';

/** The user who did something. Without an id: only a name, e.g. of the server or a visitor. */
export interface Actor {
  id: number | null;
  username: string;
  /** The API token with which a program did it. */
  apiToken?: { name: string } | undefined;
}

/** The columns that say who did something. */
export const byWhom = ({ id, username, apiToken }: Actor) => ({
  user: id,
  username,
  token: apiToken?.name ?? null,
});

/** The actor of what the server does by itself. */
export const SYSTEM: Actor = { id: null, username: '(system)' };

interface LogText {
  /** The line's text, for readers. */
  text: string;
  /** The record that it is about. */
  subject?: { type: LogSubjectType; id: number };
}

/** A line of the log: a sign-in, sign-out, export, change by an administrator or other event (see LogKind). */
@ObjectType({ description: 'A line of the log.' })
@Entity({ tableName: 'log_entries' })
export class LogEntry {
  @Field(() => ID, { description: 'Identifies the entry.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null after the user is deleted; `username` remains. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'Who did it; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the API token with which their program did it; null for people.',
  })
  @Property({ type: 'string', length: 100, nullable: true })
  token!: string | null;

  @Field(() => LogKind, { description: 'The kind of event.' })
  @Property({ type: 'string', length: 40, default: LogKind.OTHER })
  kind!: LogKind;

  @Field(() => String, { description: 'What was done.' })
  @Property({ type: 'text' })
  details!: string;

  @Property({ type: 'string', length: 20, nullable: true })
  subjectType!: LogSubjectType | null;

  /** No foreign key, so that it remains after the record is deleted. */
  @Property({ type: 'integer', nullable: true })
  subjectId!: number | null;

  /** Whether it came from POST /userlogs or createLogEntry. */
  @Field(() => Boolean, { description: 'Whether the user’s own program reported it. The server cannot confirm it.' })
  @Property({ type: 'boolean' })
  fromClient: boolean & Opt = false;

  @Field(() => GraphQLDateTime, { description: 'When it was done.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  /**
   * Writes a line, in the transaction of the change it records. All lines are written here, or by a statement with
   * `INSERT`. A new subject must already have its id.
   */
  static write(em: EntityManager, actor: Actor, kind: LogKind, { text, subject }: LogText): LogEntry {
    return em.create(LogEntry, {
      ...byWhom(actor),
      kind,
      details: text,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id ?? null,
      fromClient: kind === LogKind.REPORTED,
    });
  }

  /** The beginning of a statement that writes lines of the product itself: a query with these columns follows. */
  static readonly INSERT =
    'insert into log_entries (user_id, username, token, kind, details, subject_type, subject_id, created_at)';
}
