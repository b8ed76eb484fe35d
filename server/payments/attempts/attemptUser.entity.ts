import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../../accounts/users/user.entity';
import { PaymentAttempt } from './paymentAttempt.entity';

/** A user for whom an attempt for a client pays. The set of an attempt never changes. */
@Entity({ tableName: 'attempt_users' })
export class AttemptUser {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => PaymentAttempt, { deleteRule: 'cascade' })
  attempt!: Rel<PaymentAttempt>;

  /** Null if the user has been deleted; `username` is kept, to say whose year cannot be added. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Property({ type: 'string', length: 255 })
  username!: string;
}
