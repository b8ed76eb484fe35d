import type { Opt } from '@mikro-orm/core';
import { Entity, Formula, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { todayInUtc } from '../../days';
import { Versioned } from '../../inputs/versioned';
import { clientExpired } from '../subscription';

/** A company with an account: a number of seats for a subscription period. */
@ObjectType({ description: 'A company that holds an account with seats.' })
@Entity({ tableName: 'clients' })
export class Client extends Versioned {
  @Field(() => ID, { description: 'Identifies the client.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => String, { description: "The company's name." })
  @Property({ type: 'string', length: 255 })
  name!: string;

  @Field(() => String, { description: 'The company’s email address; unique regardless of case.' })
  @Property({ type: 'string', length: 255 })
  primaryEmail!: string;

  @Field(() => Int, { description: 'How many seats it has; disabled users take one too.' })
  @Property({ type: 'integer' })
  maxUsers!: number;

  @Field(() => Boolean, { description: 'Whether an administrator has ended the subscription, whatever its dates.' })
  @Property({ type: 'boolean' })
  accountExpired: boolean & Opt = false;

  @Field(() => Boolean, {
    description: 'Whether the subscription has ended: it is marked as expired, or its last day has passed.',
  })
  @Property({ persist: false })
  get expired(): boolean & Opt {
    return clientExpired(this, todayInUtc());
  }

  @Field(() => GraphQLLocalDate, { description: 'The first day of the subscription, in UTC.' })
  @Property({ type: 'date' })
  subscriptionStartDate!: string;

  @Field(() => GraphQLLocalDate, { description: 'The last day of the subscription, in UTC.' })
  @Property({ type: 'date' })
  subscriptionEndDate!: string;

  @Field(() => String, { description: 'What administrators note about it.' })
  @Property({ type: 'text' })
  description: string & Opt = '';

  @Field(() => String, { description: 'Its postal address, as receipts name it; several lines.' })
  @Property({ type: 'text' })
  address: string & Opt = '';

  @Field(() => Int, { description: 'How many seats are taken.' })
  @Formula((alias) => `(select count(*)::int from users where users.client_id = ${alias}.id)`, { type: 'integer' })
  usersCount!: number & Opt;

  /**
   * Whether an administrator has closed the account before its end date, so that a payment does not reopen it
   * (docs/rules.md, "Payments"). If the end date has passed, paying clears the flag.
   */
  isClosed(today: string): boolean {
    return this.accountExpired && this.subscriptionEndDate >= today;
  }
}
