import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../accounts/user.entity';

/** A year that was paid for. */
@Entity({ tableName: 'payments' })
export class Payment {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` goes on naming them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Property({ type: 'string', length: 255 })
  username!: string;

  /** US cents. */
  @Property({ type: 'integer' })
  amountCents!: number;

  /** The last day of the subscription that this payment bought, `YYYY-MM-DD`. */
  @Property({ type: 'date' })
  subscriptionEndDate!: string;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
