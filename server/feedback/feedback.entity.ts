import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../accounts/user.entity';

/** What somebody says of the guide itself. */
@Entity({ tableName: 'feedbacks' })
export class Feedback {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` goes on naming them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Property({ type: 'string', length: 255 })
  username!: string;

  @Property({ type: 'string', length: 255 })
  email!: string;

  @Property({ type: 'string', length: 255 })
  phoneNumber: string & Opt = '';

  @Property({ type: 'text' })
  comment!: string;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
