import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import type { Context } from '../context';
import { MutationOf, QueryOf } from '../gate/graphFields';
import { NewestFirstInput } from '../inputs/list';
import { Input } from '../inputs/mutation';
import {
  CompletePaymentInput,
  completePayment,
  PaymentResult,
  SubscriptionStatus,
  subscriptionStatus,
} from './payment.operations';
import { PaymentFilterInput, PaymentPage, PaymentsInput, paymentHistory, payments } from './paymentList.operations';
import { Receipt } from './receipts/receipt.entity';
import { ReceiptInput, receipt } from './receipts/receipt.operations';
import {
  Reminders,
  reminders,
  SetRemindersInput,
  StopRemindersInput,
  setReminders,
  stopReminders,
} from './reminders/reminder.operations';
import { PaymentSetup, StartJoinInput, StartPaymentInput, startJoin, startPayment } from './start.operations';

@Resolver(() => User)
export class PaymentsResolver {
  @MutationOf(startPayment, () => PaymentSetup)
  startPayment(@Ctx() ctx: Context, @Input(() => StartPaymentInput) input: StartPaymentInput) {
    return startPayment(ctx, input);
  }

  @MutationOf(startJoin, () => PaymentSetup)
  startJoin(@Ctx() ctx: Context, @Input(() => StartJoinInput) input: StartJoinInput) {
    return startJoin(ctx, input);
  }

  @MutationOf(completePayment, () => PaymentResult)
  completePayment(@Ctx() ctx: Context, @Input(() => CompletePaymentInput) input: CompletePaymentInput) {
    return completePayment(ctx, input);
  }

  @QueryOf(paymentHistory, () => PaymentPage)
  paymentHistory(@Ctx() ctx: Context, @Args(() => NewestFirstInput) input: NewestFirstInput) {
    return paymentHistory(ctx, input);
  }

  @QueryOf(payments, () => PaymentPage)
  payments(@Ctx() ctx: Context, @Args(() => PaymentsInput) input: PaymentsInput) {
    return payments(ctx, input);
  }

  @FieldResolver(() => PaymentPage, { name: 'payments', description: 'A page of the user’s payments.' })
  paymentsOfUser(@Ctx() ctx: Context, @Root() { id }: User, @Args(() => PaymentFilterInput) input: PaymentFilterInput) {
    return paymentHistory(ctx, { userId: String(id), ...input });
  }

  @QueryOf(receipt, () => Receipt)
  receipt(@Ctx() ctx: Context, @Args(() => ReceiptInput) input: ReceiptInput) {
    return receipt(ctx, input);
  }

  @QueryOf(reminders, () => Reminders)
  reminders(@Ctx() ctx: Context) {
    return reminders(ctx);
  }

  @MutationOf(setReminders, () => Reminders)
  setReminders(@Ctx() ctx: Context, @Input(() => SetRemindersInput) input: SetRemindersInput) {
    return setReminders(ctx, input);
  }

  @MutationOf(stopReminders, () => Reminders)
  stopReminders(@Ctx() ctx: Context, @Input(() => StopRemindersInput) input: StopRemindersInput) {
    return stopReminders(ctx, input);
  }

  @QueryOf(subscriptionStatus, () => SubscriptionStatus)
  subscriptionStatus(@Ctx() ctx: Context) {
    return subscriptionStatus(ctx);
  }
}
