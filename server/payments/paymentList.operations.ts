import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import { ArgsType, Field, InputType, ObjectType } from 'type-graphql';
import { USERNAME_KEY, usernameKey } from '../accounts/usernames';
import { described } from '../gate/operation';
import { describeEnum } from '../inputs/describeEnum';
import { OneOf, Optional, Rule, TextField } from '../inputs/fields';
import { beginningWith, FilterField, findPage, inPeriod, NewestFirstInput, PageOf, PeriodFilter } from '../inputs/list';
import { isId } from '../inputs/record';
import { Payment } from './payment.entity';

/** What happened to a payment afterwards. */
enum PaymentState {
  REFUNDED = 'refunded',
  DISPUTED = 'disputed',
}
describeEnum(PaymentState, 'PaymentState', 'What happened to a payment afterwards.', {
  REFUNDED: 'It was refunded, in whole or in part.',
  DISPUTED: 'The cardholder has disputed it at the bank.',
});

@InputType({ description: 'The payments that meet all of these conditions; without any condition, all payments.' })
export class PaymentFilter extends PeriodFilter {
  @Field(() => PaymentState, { nullable: true, description: 'Only payments in this state.' })
  @Optional()
  @OneOf(PaymentState, 'There is no such state.')
  state?: PaymentState | null | undefined;

  @TextField({
    label: 'user',
    description: 'Only payments of users whose username begins with this text, in upper or lower case.',
  })
  user?: string | null;
}

enum PaymentSort {
  CREATED_AT = 'createdAt',
}
describeEnum(PaymentSort, 'PaymentSort', 'What payments are sorted by.', { CREATED_AT: 'When they were made.' });

@ArgsType()
export class FilteredPaymentsInput extends NewestFirstInput {
  @FilterField(() => PaymentFilter)
  filter?: PaymentFilter | null;
}

@ArgsType()
export class PaymentsInput extends FilteredPaymentsInput {
  @Field(() => PaymentSort, { description: 'What they are sorted by.' })
  @OneOf(PaymentSort, 'Payments are sorted by time.')
  sortBy: PaymentSort = PaymentSort.CREATED_AT;
}

export class PaymentHistoryInput extends FilteredPaymentsInput {
  /** The user whose payments to list, for administrators only; the caller by default. */
  @Optional()
  @Rule((value) => (value === '' || isId(value) ? null : 'There is no such user.'))
  userId?: string | null;
}

@ObjectType({ description: 'Some of the payments, and how many there are.' })
export class PaymentPage extends PageOf(Payment, 'payments') {}

const STATES: Record<PaymentState, object> = {
  [PaymentState.REFUNDED]: { refundedCents: { $gt: 0 } },
  [PaymentState.DISPUTED]: { disputed: true },
};

const conditionsOf = ({ user, state, ...period }: PaymentFilter) => [
  ...(user ? [{ [raw(USERNAME_KEY)]: { $like: beginningWith(usernameKey(user)) } }] : []),
  ...(state ? [STATES[state]] : []),
  ...inPeriod(period),
];

export const payments = described('A page of the payments of all users.', 'ACCOUNTS').query(
  'admin',
  PaymentsInput,
  ({ em }, { filter, ...page }) =>
    findPage(em, Payment, { $and: conditionsOf(filter ?? {}) } as FilterQuery<Payment>, page),
);

/** An administrator may read another user's; `userId` from any other caller is ignored. */
export const paymentHistory = described('A page of the caller’s own payments.', 'ACCOUNTS').query(
  'payer',
  PaymentHistoryInput,
  ({ em, user }, { userId, filter, ...page }) => {
    const whose = user.isAdmin && userId ? Number(userId) : user.id;
    const where = { $and: [{ user: whose }, ...conditionsOf(filter ?? {})] } as FilterQuery<Payment>;
    return findPage(em, Payment, where, { ...page, sortBy: 'createdAt' });
  },
);
