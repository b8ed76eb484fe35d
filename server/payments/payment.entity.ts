import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Client } from '../accounts/clients/client.entity';
import { User } from '../accounts/users/user.entity';
import { PaymentAttempt } from './attempts/paymentAttempt.entity';
import { Receipt } from './receipts/receipt.entity';

/** The price of a year, in US cents (docs/rules.md, "Payments"). */
export const YEAR_CENTS = 7_995;

@ObjectType({ description: 'A payment for one year.' })
@Entity({ tableName: 'payments' })
export class Payment {
  @Field(() => ID, { description: 'Identifies the payment.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null if the user has been deleted; `username` is kept. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the user who paid; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => Int, { description: 'The amount paid, in US cents.' })
  @Property({ type: 'integer' })
  amountCents!: number;

  @Field(() => GraphQLLocalDate, { description: 'The last day of the subscription that it bought.' })
  @Property({ type: 'date' })
  subscriptionEndDate!: string;

  /**
   * The attempt that led to it. A unique index allows at most one payment for each attempt. An attempt for several users of
   * a client has a payment for each; only the first one names the attempt, the others have the same receipt.
   */
  @OneToOne(() => PaymentAttempt, { nullable: true, owner: true, deleteRule: 'no action' })
  attempt: Rel<PaymentAttempt> | null = null;

  /** Null for payments from before there were receipts, and for those that were given back at once. */
  @ManyToOne(() => Receipt, { nullable: true, deleteRule: 'no action', fieldName: 'receipt_number' })
  receipt: Rel<Receipt> | null = null;

  /**
   * What the payment changed, to be restored on a refund: the last day and the flag of the user, and those of the
   * client they belonged to. Null if it changed nothing.
   */
  @Property({ type: 'date', nullable: true })
  userEndDateBefore: string | null = null;

  @Property({ type: 'boolean' })
  userExpiredBefore: boolean & Opt = false;

  @ManyToOne(() => Client, { nullable: true, deleteRule: 'set null' })
  client: Rel<Client> | null = null;

  @Property({ type: 'date', nullable: true })
  clientEndDateBefore: string | null = null;

  @Property({ type: 'boolean' })
  clientExpiredBefore: boolean & Opt = false;

  @Field(() => Int, { description: 'How much of it was refunded, in US cents.' })
  @Property({ type: 'integer' })
  refundedCents: number & Opt = 0;

  @Field(() => Boolean, { description: 'Whether the card’s owner disputes it at the bank.' })
  @Property({ type: 'boolean' })
  disputed: boolean & Opt = false;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When its year was withdrawn, because the payment was refunded in full.',
  })
  @Property({ type: 'datetime', nullable: true })
  takenBackAt: Date | null = null;

  @Field(() => GraphQLDateTime, { description: 'When it was paid.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Field(() => ID, { nullable: true, description: 'The user who paid; null if they have been deleted.' })
  @Property({ persist: false })
  get userId(): (number & Opt) | null {
    return this.user?.id ?? null;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'The number of its receipt, which several users of a client may share; null if it has none.',
  })
  @Property({ persist: false })
  get receiptNumber(): (number & Opt) | null {
    return this.receipt?.number ?? null;
  }
}
