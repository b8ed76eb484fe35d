import { ArgsType, Field, Int } from 'type-graphql';
import { notFound } from '../../errors';
import { described } from '../../gate/operation';
import { Rule } from '../../inputs/fields';
import { Payment } from '../payment.entity';
import { Receipt } from './receipt.entity';

@ArgsType()
export class ReceiptInput {
  @Field(() => Int, { description: 'The number of the receipt.' })
  @Rule((value) => (Number.isInteger(value) ? null : 'There is no such receipt.'))
  number!: number;
}

export const receipt = described(
  'A receipt. NOT_FOUND unless the caller is an administrator, paid it, or was paid for. Who was paid for does not learn for whom else.',
  'ACCOUNTS',
).query('payer', ReceiptInput, async ({ em, user }, { number }): Promise<Receipt> => {
  const found = await em.findOne(Receipt, { number });
  const payments = found ? await em.find(Payment, { receipt: number }, { orderBy: { id: 'asc' } }) : [];
  const seesAll = user.isAdmin || found?.user?.id === user.id;
  if (!found || !(seesAll || payments.some((payment) => payment.user?.id === user.id))) throw notFound('receipt');
  found.lines = payments.map((payment) => ({
    username: seesAll || payment.user?.id === user.id ? payment.username : 'another user',
    subscriptionEndDate: payment.subscriptionEndDate,
    amountCents: payment.amountCents,
  }));
  found.refundedCents = payments.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  return found;
});
