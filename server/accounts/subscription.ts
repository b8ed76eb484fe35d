import { raw } from '@mikro-orm/postgresql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import { TODAY } from '../days';
import { Flag, Optional, Rule, wrongDay } from '../inputs/fields';
import { Role } from './users/role.entity';

/** What decides about a subscription, of a client or of a user. */
export interface Holder {
  accountExpired: boolean;
  subscriptionEndDate: string;
}

/*
 * Who counts as expired (docs/rules.md, "Ended subscriptions"): the gate, the marks in lists, their filters and the
 * overview. Once for records that have been read, and once for PostgreSQL, which filters, sorts and counts.
 */

export const clientExpired = ({ accountExpired, subscriptionEndDate }: Holder, today: string): boolean =>
  accountExpired || subscriptionEndDate < today;

/** Administrators are never locked out. */
export const userExpired = (user: Holder & { isAdmin: boolean; client: Holder }, today: string): boolean =>
  !user.isAdmin && (clientExpired(user, today) || clientExpired(user.client, today));

/** The last day on which the user has access; null for administrators. */
export const lastDayOf = (user: Holder & { isAdmin: boolean; client: Holder }): string | null => {
  const [earlier = null] = [user, user.client].map(({ subscriptionEndDate }) => subscriptionEndDate).sort();
  return user.isAdmin ? null : earlier;
};

const endedIn = (table: string) => `select id from ${table} where account_expired
  union all select id from ${table} where subscription_end_date < ${TODAY}`;

/** Selects the ids of the expired clients. Its parts can use indexes, which an `or` could not. */
export const EXPIRED_CLIENTS = endedIn('clients');
export const EXPIRED_USERS = `select id from users where role_id <> ${Role.ADMIN} and id in (
  ${endedIn('users')} union all select id from users where client_id in (${EXPIRED_CLIENTS}))`;

/** A filter by it; none if `expired` is null. */
export const isIn = (ids: string, expired: boolean | null | undefined) =>
  expired == null ? [] : [{ id: { [expired ? '$in' : '$nin']: raw(`(${ids})`) } }];

/** The filters that clients and users share: whether the subscription has ended, and its last day. */
@InputType()
export class SubscriptionFilter {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those whose subscription has ended (`expired`), or has not.',
  })
  @Optional()
  @Flag('expired')
  expired?: boolean | null | undefined;

  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Only those whose last day is this one or later.' })
  @Optional()
  @Rule((value) => wrongDay(value, 'ends from'))
  endsFrom?: string | null | undefined;

  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Only those whose last day is this one or earlier.' })
  @Optional()
  @Rule((value) => wrongDay(value, 'ends to'))
  endsTo?: string | null | undefined;
}

/** The conditions on their last day. */
export const endingIn = ({ endsFrom, endsTo }: SubscriptionFilter) => [
  ...(endsFrom ? [{ subscriptionEndDate: { $gte: endsFrom } }] : []),
  ...(endsTo ? [{ subscriptionEndDate: { $lte: endsTo } }] : []),
];

/** For sorting by it. */
export const byBeingIn = (ids: string) => raw((alias) => `${alias}.id in (${ids})`);
