import { type Opt, PrimaryKeyProp, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';

@ObjectType({ description: 'What a receipt is for: a year of one user.' })
class ReceiptLine {
  @Field(() => String, { description: 'The user’s username; “another user” where the caller may not know it.' })
  username!: string;

  @Field(() => GraphQLLocalDate, { description: 'The last day of the subscription that it bought.' })
  subscriptionEndDate!: string;

  @Field(() => Int, { description: 'Its price, in US cents.' })
  amountCents!: number;
}

/** What a receipt says stays as it was on the day of the payment, whatever becomes of settings, clients and users. */
@ObjectType({ description: 'The receipt of a payment, as it was issued.' })
@Entity({ tableName: 'receipts' })
export class Receipt {
  [PrimaryKeyProp]?: 'number';

  @Field(() => Int, { description: 'Its number. Numbers are consecutive.' })
  @PrimaryKey({ type: 'integer', autoincrement: false })
  number!: number;

  /** Who paid; null once deleted. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the user who paid.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, { description: 'The full name of the user who paid.' })
  @Property({ type: 'string', length: 255 })
  fullName!: string;

  @Field(() => String, { description: 'The company that it was paid for.' })
  @Property({ type: 'string', length: 255 })
  company!: string;

  @Field(() => String, { description: 'The company’s address; several lines, or empty.' })
  @Property({ type: 'text' })
  address!: string;

  @Field(() => String, { description: 'The seller’s name; empty if the operator has not given one.' })
  @Property({ type: 'string', length: 255 })
  seller!: string;

  @Field(() => String, { description: 'The seller’s address; several lines, or empty.' })
  @Property({ type: 'text' })
  sellerAddress!: string;

  @Field(() => String, { description: 'The seller’s tax number; may be empty.' })
  @Property({ type: 'string', length: 255 })
  sellerTaxId!: string;

  @Field(() => String, { description: 'The tax line, for example “VAT 20 % included”; may be empty.' })
  @Property({ type: 'string', length: 255 })
  tax!: string;

  @Field(() => Int, { description: 'The tax that the amount contains, in US cents.' })
  @Property({ type: 'integer' })
  taxCents!: number;

  @Field(() => Int, { description: 'The amount paid, in US cents.' })
  @Property({ type: 'integer' })
  amountCents!: number;

  @Field(() => String, { description: 'The brand of the card; empty if the provider did not say.' })
  @Property({ type: 'string', length: 40 })
  cardBrand!: string;

  @Field(() => String, { description: 'The last four digits of the card; empty if the provider did not say.' })
  @Property({ type: 'string', length: 4 })
  cardLast4!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was issued.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  /** Read by the operation, from the payments. */
  @Field(() => [ReceiptLine], { description: 'What was paid for, a line for each user.' })
  lines!: ReceiptLine[] & Opt;

  @Field(() => Int, { description: 'How much of it was refunded since, in US cents.' })
  refundedCents!: number & Opt;
}
