import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from './user.entity';

/** Somebody's being signed in. The browser holds the token, we hold its hash. */
@Entity({ tableName: 'sessions' })
export class Session {
  /** SHA-256 of the token, in hex. */
  @PrimaryKey({ type: 'string', length: 64 })
  tokenHash!: string;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  user!: Rel<User>;

  /** Opened with a temporary password: nothing but a new password, `me` and signing out. */
  @Property({ type: 'boolean' })
  restricted: boolean & Opt = false;

  /** Keep me logged in: 30 days, sliding. */
  @Property({ type: 'boolean' })
  remember!: boolean;

  @Property({ type: 'datetime' })
  expiresAt!: Date;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
