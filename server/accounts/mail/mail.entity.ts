import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * A mail in the outbox. It is written in the same transaction as the change it reports. Sending erases its text; a mail
 * that expires unsent is deleted, and a sent one after 30 days.
 */
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

  /** The same as HTML; empty in a mail of an older server. */
  @Property({ type: 'text' })
  html: string & Opt = '';

  /** Where its recipient turns off mails like this one; empty if there is no such choice. */
  @Property({ type: 'text' })
  unsubscribe: string & Opt = '';

  @Property({ type: 'integer' })
  tries: number & Opt = 0;

  /** When it is next due. While a server is sending it: when that server's lease ends. */
  @Property({ type: 'datetime', onCreate: () => new Date() })
  nextTryAt!: Date & Opt;

  /** When it is no longer worth sending. */
  @Property({ type: 'datetime' })
  expiresAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  sentAt: Date | null = null;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
