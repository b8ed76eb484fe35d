import { GraphQLLocalDate } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { TODAY } from '../days';
import { described, NoInput } from '../gate/operation';
import { LogKind } from '../logs/logKind';

@ObjectType({ description: 'What a month brought.' })
export class OverviewMonth {
  @Field(() => GraphQLLocalDate, { description: 'Its first day, in UTC.' })
  month!: string;

  @Field(() => Int, { description: 'Users created in it.' })
  signUps!: number;

  @Field(() => Int, { description: 'The sum of its payments in US cents, less refunds.' })
  revenueCents!: number;
}

@ObjectType({ description: 'The business at a glance. “This month” is the current month in UTC.' })
export class Overview {
  @Field(() => GraphQLLocalDate, { description: 'Today, in UTC.' })
  today!: string;

  @Field(() => GraphQLLocalDate, { description: 'The first day of this month.' })
  monthStart!: string;

  @Field(() => GraphQLLocalDate, { description: 'The last day of this month.' })
  monthEnd!: string;

  @Field(() => Int, { description: 'Users created this month.' })
  signUps!: number;

  @Field(() => Int, { description: 'Payments of this month.' })
  payments!: number;

  @Field(() => Int, { description: 'Their sum, in US cents.' })
  paymentsCents!: number;

  @Field(() => Int, { description: 'Refunds of this month, whenever the payment was.' })
  refunds!: number;

  @Field(() => [OverviewMonth], { description: 'The last twelve months, oldest first; the last one is this month.' })
  months!: OverviewMonth[];
}

/** The first day of a month, in UTC, as a timestamp. */
const MONTH = `date_trunc('month', now() at time zone 'UTC')`;
const AT = (month: string) => `(${month}) at time zone 'UTC'`;
const THIS_MONTH = `>= ${AT(MONTH)}`;

const FIGURES = `select ${TODAY}::text as today, ${MONTH}::date::text as "monthStart",
  (${MONTH} + interval '1 month - 1 day')::date::text as "monthEnd",
  (select count(*)::int from users where created_at ${THIS_MONTH}) as "signUps",
  (select count(*)::int from payments where created_at ${THIS_MONTH}) as payments,
  (select coalesce(sum(amount_cents), 0)::int from payments where created_at ${THIS_MONTH}) as "paymentsCents",
  (select count(*)::int from log_entries where kind = '${LogKind.PAYMENT_REFUNDED}' and created_at ${THIS_MONTH}) as refunds`;

const MONTHS = `select m.month::date::text as month,
    (select count(*)::int from users
      where created_at >= ${AT('m.month')} and created_at < ${AT(`m.month + interval '1 month'`)}) as "signUps",
    (select coalesce(sum(amount_cents - refunded_cents), 0)::int from payments
      where created_at >= ${AT('m.month')} and created_at < ${AT(`m.month + interval '1 month'`)}) as "revenueCents"
  from generate_series(${MONTH} - interval '11 months', ${MONTH}, interval '1 month') as m (month) order by m.month`;

export const overview = described('Figures of the business: each is the length of a list.').query(
  'admin',
  NoInput,
  async ({ em }) => {
    const [figures] = await em.execute<Omit<Overview, 'months'>[]>(FIGURES);
    return { ...figures, months: await em.execute<OverviewMonth[]>(MONTHS) };
  },
);
