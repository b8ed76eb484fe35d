import { randomUUID } from 'node:crypto';
import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Client } from '../../accounts/clients/client.entity';
import { User } from '../../accounts/users/user.entity';
import { YEAR_CENTS } from '../payment.entity';

export enum AttemptState {
  OPEN = 'open',
  /** A card is being charged: the money may have been taken, but the outcome is not known yet. */
  CHARGING = 'charging',
  PAID = 'paid',
  /** Paid, but the account was deleted meanwhile. The sweeper refunds the payment. */
  REFUNDING = 'refunding',
  /** Can no longer be paid: its charge was canceled, refunded, or belongs to a customer the provider no longer has. */
  CLOSED = 'closed',
}

/** An attempt to pay for a year, or for a year each for several users. It has at most one charge, so it takes money at most once, whatever fails. */
@Entity({ tableName: 'payment_attempts' })
export class PaymentAttempt {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Part of the idempotency key of its charge: a repeated request to the provider returns the same charge. */
  @Property({ type: 'string', length: 36 })
  key: string & Opt = randomUUID();

  /** The user who gets the year. Null in an attempt to join until it is paid, and if the user has been deleted. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  /** The payer's email address. */
  @Property({ type: 'string', length: 255 })
  username!: string;

  /** Whether it is an attempt to join, which also has a company and a full name. */
  @Property({ type: 'boolean' })
  join!: boolean;

  /** Whether an administrator pays for users of a client (`AttemptUser`). Such an attempt has no `user`. */
  @Property({ type: 'boolean' })
  forClient: boolean & Opt = false;

  /** The administrator who pays for a client; null once deleted. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  payer: Rel<User> | null = null;

  @ManyToOne(() => Client, { nullable: true, deleteRule: 'set null' })
  client: Rel<Client> | null = null;

  /** What it costs, in US cents. */
  @Property({ type: 'integer' })
  amountCents: number & Opt = YEAR_CENTS;

  @Property({ type: 'string', length: 255 })
  company: string & Opt = '';

  @Property({ type: 'string', length: 255 })
  fullName: string & Opt = '';

  /** The provider account it was opened with: Stripe does not know attempts of the sandbox. */
  @Property({ type: 'string', length: 255 })
  provider!: string;

  @Property({ type: 'string', length: 20 })
  state: AttemptState & Opt = AttemptState.OPEN;

  /** The customer at the provider, whose cards it can charge. */
  @Property({ type: 'string', length: 255, nullable: true })
  customer: string | null = null;

  /** The id of the charge, stored before it takes any money. */
  @Property({ type: 'string', length: 255, nullable: true })
  charge: string | null = null;

  /** The last card charged, and the setup in which it was confirmed. */
  @Property({ type: 'string', length: 255, nullable: true })
  card: string | null = null;

  @Property({ type: 'integer', nullable: true })
  cardSetupId: number | null = null;

  /** When the sweeper checks it next. */
  @Property({ type: 'datetime', onCreate: () => new Date() })
  nextLookAt!: Date & Opt;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Property({ type: 'datetime', onCreate: () => new Date(), onUpdate: () => new Date() })
  updatedAt!: Date & Opt;
}
