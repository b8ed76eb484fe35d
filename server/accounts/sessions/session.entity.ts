import { randomUUID } from 'node:crypto';
import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity';

/** A user's session in one browser. The browser holds the token; we store only its hash. */
@Entity({ tableName: 'sessions' })
export class Session {
  /** SHA-256 of the token, in hex. */
  @PrimaryKey({ type: 'string', length: 64 })
  tokenHash!: string;

  /** Identifies the session to its user, who never sees the hash. */
  @Property({ type: 'string', length: 36, onCreate: () => randomUUID() })
  id!: string & Opt;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  user!: Rel<User>;

  /** Opened with a temporary password: allows only choosing a new password, `me` and signing out. */
  @Property({ type: 'boolean' })
  restricted: boolean & Opt = false;

  /** For a restricted session: the temporary password that opened it. A later one does not replace it. */
  @Property({ type: 'string', length: 255, nullable: true, lazy: true })
  temporaryPasswordHash: string | null = null;

  /** "Keep me logged in": expires 30 days after the last use, and 90 days after sign-in at the latest. */
  @Property({ type: 'boolean' })
  remember!: boolean;

  @Property({ type: 'datetime' })
  expiresAt!: Date;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  /** Accurate to ten minutes. */
  @Property({ type: 'datetime', onCreate: () => new Date() })
  lastUsedAt!: Date & Opt;

  /** The IP address at the last recorded use. */
  @Property({ type: 'string', length: 45 })
  ip: string & Opt = '';

  /** E.g. `Chrome on Windows`. */
  @Property({ type: 'string', length: 100 })
  browser: string & Opt = '';
}
