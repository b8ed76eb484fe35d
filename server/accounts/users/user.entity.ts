import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { todayInUtc } from '../../days';
import type { LengthUnit } from '../../inputs/lengthUnit';
import { Versioned } from '../../inputs/versioned';
import { Client } from '../clients/client.entity';
import { userExpired } from '../subscription';
import { Role } from './role.entity';

/** A user account: a locksmith who works for a client, or an administrator. */
@ObjectType({ description: 'A user, as administrators see them.' })
@Entity({ tableName: 'users' })
export class User extends Versioned {
  @Field(() => ID, { description: 'Identifies the user.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => String, { description: 'The email address the user signs in with; unique regardless of case.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, { description: "The user's full name." })
  @Property({ type: 'string', length: 255 })
  fullName!: string;

  @Field(() => Client, { description: 'The company whose seat the user takes.' })
  @ManyToOne(() => Client)
  client!: Rel<Client>;

  @Field(() => Role, { description: 'What the user may do.' })
  @ManyToOne(() => Role)
  role!: Rel<Role>;

  /** Argon2id, in PHC form; null for a user carried over from the old version. */
  @Property({ type: 'string', length: 255, nullable: true, lazy: true })
  passwordHash: string | null = null;

  @Field(() => Boolean, { description: 'Whether the user may sign in at all.' })
  @Property({ type: 'boolean' })
  enabled: boolean & Opt = true;

  @Field(() => Boolean, { description: 'Whether an administrator has ended the subscription, whatever its end date.' })
  @Property({ type: 'boolean' })
  accountExpired: boolean & Opt = false;

  /** Needs `client`, which every operation that returns users loads. */
  @Field(() => Boolean, {
    description:
      'Whether the subscription has ended: it is marked as expired or its last day has passed, the user’s or the client’s. Never an administrator’s.',
  })
  @Property({ persist: false })
  get expired(): boolean & Opt {
    return userExpired(this, todayInUtc());
  }

  @Field(() => Boolean, { description: 'Whether the user may download the whole database.' })
  @Property({ type: 'boolean' })
  databaseDownloadAllowed: boolean & Opt = false;

  @Field(() => Int, {
    nullable: true,
    description: 'How many sheets the user may open an hour; null for the usual budget.',
  })
  @Property({ type: 'integer', nullable: true })
  sheetsPerHour: number | null = null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many sheets the user may open in 24 hours; null for the usual budget.',
  })
  @Property({ type: 'integer', nullable: true })
  sheetsPerDay: number | null = null;

  /** Whether they want to be reminded before their subscription ends (docs/rules.md, "Reminders"). */
  @Property({ type: 'boolean' })
  reminders: boolean & Opt = true;

  /** Whether the tour is still to be shown (docs/rules.md, "Tour"). In the table it is false for those who were there before. */
  @Property({ type: 'boolean', default: false })
  tourDue: boolean & Opt = true;

  /** In which they read the measures of sheets (docs/look.md, "Inch and mm"); null: as recorded. */
  @Property({ type: 'text', nullable: true })
  lengthUnit: LengthUnit | null = null;

  /** Kept by `noteFactors`. Servers cache it with the caller. */
  @Field(() => Boolean, { description: 'Whether the user has a second factor: an authenticator app or a passkey.' })
  @Property({ type: 'boolean' })
  secondFactor: boolean & Opt = false;

  @Field(() => GraphQLLocalDate, { description: "The last day of the user's subscription, in UTC." })
  @Property({ type: 'date' })
  subscriptionEndDate!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the user last signed in.' })
  @Property({ type: 'datetime', nullable: true })
  lastLoginAt: Date | null = null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the user last signed out.' })
  @Property({ type: 'datetime', nullable: true })
  lastLogoutAt: Date | null = null;

  @Property({ persist: false })
  get isAdmin(): boolean & Opt {
    return this.role.id === Role.ADMIN;
  }
}

/** For what a user may have only so many of: until the transaction ends, parallel calls wait, which would not count this one. */
export const lockUser = (em: EntityManager, { id }: Pick<User, 'id'>) =>
  em.execute('select from users where id = ? for no key update', [id]);
