import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import { IsEnum, IsOptional } from 'class-validator';
import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import { USERNAME_KEY, usernameKey } from '../accounts/usernames';
import { described } from '../gate/operation';
import { Rule, TextField } from '../inputs/fields';
import { beginningWith, findPage, inPeriod, PageOf, PeriodInput } from '../inputs/list';
import { isId } from '../inputs/record';
import { Payment } from './payment.entity';

/** What happened to a payment afterwards. */
export enum PaymentState {
  REFUNDED = 'refunded',
  DISPUTED = 'disputed',
}
registerEnumType(PaymentState, {
  name: 'PaymentState',
  description: 'What happened to a payment afterwards.',
  valuesConfig: {
    REFUNDED: { description: 'It was refunded, in whole or in part.' },
    DISPUTED: { description: 'The cardholder has disputed it at the bank.' },
  },
});

/** How payments are filtered. */
@ArgsType()
export class PaymentFilterInput extends PeriodInput {
  @Field(() => PaymentState, { nullable: true, description: 'Only payments in this state.' })
  @IsOptional()
  @IsEnum(PaymentState, { message: 'There is no such state.' })
  state?: PaymentState | null | undefined;
}

export enum PaymentSort {
  CREATED_AT = 'createdAt',
}
registerEnumType(PaymentSort, {
  name: 'PaymentSort',
  description: 'What payments are sorted by.',
  valuesConfig: { CREATED_AT: { description: 'When they were made.' } },
});

@ArgsType()
export class PaymentsInput extends PaymentFilterInput {
  @Field(() => PaymentSort, { description: 'What they are sorted by.' })
  @IsEnum(PaymentSort, { message: 'Payments are sorted by time.' })
  sortBy: PaymentSort = PaymentSort.CREATED_AT;

  @TextField({
    label: 'user',
    description: 'Only payments of users whose username begins with this text, in upper or lower case.',
  })
  user?: string | null;
}

export class PaymentHistoryInput extends PaymentFilterInput {
  /** The user whose payments to list, for administrators only; the caller by default. */
  @IsOptional()
  @Rule((value) => (value === '' || isId(value) ? null : 'There is no such user.'))
  userId?: string | null;
}

@ObjectType({ description: 'Some of the payments, and how many there are.' })
export class PaymentPage extends PageOf(Payment, 'payments') {}

const STATES: Record<PaymentState, object> = {
  [PaymentState.REFUNDED]: { refundedCents: { $gt: 0 } },
  [PaymentState.DISPUTED]: { disputed: true },
};

const filtered = ({ state, ...period }: Partial<PaymentFilterInput>) => [
  ...(state ? [STATES[state]] : []),
  ...inPeriod(period),
];

export const payments = described('A page of the payments of all users.').query(
  'admin',
  PaymentsInput,
  ({ em }, { user, state, from, to, ...input }) => {
    const whose = user ? [{ [raw(USERNAME_KEY)]: { $like: beginningWith(usernameKey(user)) } }] : [];
    const where = { $and: [...whose, ...filtered({ state, from, to })] } as FilterQuery<Payment>;
    return findPage(em, Payment, where, input);
  },
);

/** An administrator may read another user's; `userId` from any other caller is ignored. */
export const paymentHistory = described('A page of the caller’s own payments.').query(
  'payer',
  PaymentHistoryInput,
  ({ em, user }, { userId, state, from, to, ...input }) => {
    const whose = user.isAdmin && userId ? Number(userId) : user.id;
    const where = { $and: [{ user: whose }, ...filtered({ state, from, to })] } as FilterQuery<Payment>;
    return findPage(em, Payment, where, { ...input, sortBy: 'createdAt' });
  },
);
