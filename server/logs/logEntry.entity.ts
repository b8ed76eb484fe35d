import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../accounts/user.entity';

/** One line of what happened: sign-ins, sign-outs, exports and every change by an administrator. */
@Entity({ tableName: 'log_entries' })
export class LogEntry {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` goes on naming them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Property({ type: 'string', length: 255 })
  username!: string;

  @Property({ type: 'text' })
  details!: string;

  /** Sent by the user's own program (POST /userlogs), so it is only that program's word. */
  @Property({ type: 'boolean' })
  fromClient: boolean & Opt = false;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  /** What `user` did, for `em.create`. */
  static of(user: User, details: string) {
    return { user: user.id, username: user.username, details };
  }
}
