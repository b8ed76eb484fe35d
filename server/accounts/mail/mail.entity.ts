import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A mail in the outbox: written in the transaction of what it tells of, erased once it is sent or expired. */
@Entity({ tableName: 'mails' })
export class Mail {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'string', length: 255 })
  recipient!: string;

  @Property({ type: 'string', length: 255 })
  subject!: string;

  /** Paragraphs with an empty line between them. */
  @Property({ type: 'text' })
  text!: string;

  @Property({ type: 'integer' })
  tries: number & Opt = 0;

  /** While somebody is sending it: when others may try. */
  @Property({ type: 'datetime', onCreate: () => new Date() })
  nextTryAt!: Date & Opt;

  /** When it would be of no more use. */
  @Property({ type: 'datetime' })
  expiresAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  sentAt: Date | null = null;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
