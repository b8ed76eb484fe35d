import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import { LogKind, LogSubjectType } from './logKind';

/** Who did something: a user, or (id null) whoever is named. */
export interface Actor {
  id: number | null;
  username: string;
}

/** In lines about what the server did by itself. */
export const SYSTEM: Actor = { id: null, username: '(system)' };

interface LogText {
  /** For people. */
  text: string;
  /** The record that it is about. */
  subject?: { type: LogSubjectType; id: number };
}

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

  @Field(() => LogKind, { description: 'What sort of thing was done.' })
  @Property({ type: 'string', length: 40, default: LogKind.OTHER })
  kind!: LogKind;

  @Field(() => String, { description: 'What was done.' })
  @Property({ type: 'text' })
  details!: string;

  @Property({ type: 'string', length: 20, nullable: true })
  subjectType!: LogSubjectType | null;

  /** No foreign key: it stays when the record is deleted. */
  @Property({ type: 'integer', nullable: true })
  subjectId!: number | null;

  /** By POST /userlogs. */
  @Field(() => Boolean, { description: 'Whether it is only the word of the user’s own program.' })
  @Property({ type: 'boolean' })
  fromClient: boolean & Opt = false;

  @Field(() => GraphQLDateTime, { description: 'When it was done.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  /**
   * Writes a line, in the transaction of what it tells. Nothing else adds to the log, but for counts that have ended
   * (keepLog.ts). A record that is new must have its id already.
   */
  static write(em: EntityManager, { id, username }: Actor, kind: LogKind, { text, subject }: LogText): LogEntry {
    return em.create(LogEntry, {
      user: id,
      username,
      kind,
      details: text,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id ?? null,
      fromClient: kind === LogKind.REPORTED,
    });
  }
}
