import { randomUUID } from 'node:crypto';
import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../accounts/users/user.entity';

export enum AttemptState {
  OPEN = 'open',
  /** From the moment on that money may move, until it is known how that ended. */
  CHARGING = 'charging',
  PAID = 'paid',
  /** There was nobody left to give the year to. */
  REFUNDING = 'refunding',
  /** Nothing will come of it. */
  CLOSED = 'closed',
}

/** Somebody's attempt to pay for a year: one card charge at most, whatever happens on the way. */
@Entity({ tableName: 'payment_attempts' })
export class PaymentAttempt {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** What the provider knows its charge by, so that what it is asked for twice it makes once. */
  @Property({ type: 'string', length: 36 })
  key: string & Opt = randomUUID();

  /** Whose year it is; null in an attempt to join until it is paid, and once the user is deleted. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  /** Their email address. */
  @Property({ type: 'string', length: 255 })
  username!: string;

  /** Whether it is of somebody new, who then also gave these two. */
  @Property({ type: 'boolean' })
  join!: boolean;

  @Property({ type: 'string', length: 255 })
  company: string & Opt = '';

  @Property({ type: 'string', length: 255 })
  fullName: string & Opt = '';

  /** Which provider's account knows it: one that was opened in the sandbox means nothing to Stripe. */
  @Property({ type: 'string', length: 255 })
  provider!: string;

  @Property({ type: 'string', length: 20 })
  state: AttemptState & Opt = AttemptState.OPEN;

  /** Whose cards it can charge, at the provider. */
  @Property({ type: 'string', length: 255, nullable: true })
  customer: string | null = null;

  /** The charge, kept before it takes any money. */
  @Property({ type: 'string', length: 255, nullable: true })
  charge: string | null = null;

  /** The card that was charged last, and the setup it was confirmed in. */
  @Property({ type: 'string', length: 255, nullable: true })
  card: string | null = null;

  @Property({ type: 'integer', nullable: true })
  cardSetupId: number | null = null;

  /** When the sweeper looks how it stands. */
  @Property({ type: 'datetime', onCreate: () => new Date() })
  nextLookAt!: Date & Opt;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Property({ type: 'datetime', onCreate: () => new Date(), onUpdate: () => new Date() })
  updatedAt!: Date & Opt;
}
