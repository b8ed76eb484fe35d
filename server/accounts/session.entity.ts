import { randomUUID } from 'node:crypto';
import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from './user.entity';

/** Somebody's being signed in. The browser holds the token, we hold its hash. */
@Entity({ tableName: 'sessions' })
export class Session {
  /** SHA-256 of the token, in hex. */
  @PrimaryKey({ type: 'string', length: 64 })
  tokenHash!: string;

  /** Names it to its user, who is never told the hash. */
  @Property({ type: 'string', length: 36, onCreate: () => randomUUID() })
  id!: string & Opt;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  user!: Rel<User>;

  /** Opened with a temporary password: nothing but a new password, `me` and signing out. */
  @Property({ type: 'boolean' })
  restricted: boolean & Opt = false;

  /** Of a restricted one: the temporary password that opened it, which a later one does not replace. */
  @Property({ type: 'string', length: 255, nullable: true, lazy: true })
  temporaryPasswordHash: string | null = null;

  /** Keep me logged in: 30 days, sliding, 90 at most. */
  @Property({ type: 'boolean' })
  remember!: boolean;

  @Property({ type: 'datetime' })
  expiresAt!: Date;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  /** To within ten minutes. */
  @Property({ type: 'datetime', onCreate: () => new Date() })
  lastUsedAt!: Date & Opt;

  /** From which address it was last used. */
  @Property({ type: 'string', length: 45 })
  ip: string & Opt = '';

  /** `Chrome on Windows`. */
  @Property({ type: 'string', length: 100 })
  browser: string & Opt = '';
}
