import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import type { Context } from '../context';
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
  @Mutation(() => PaymentSetup, {
    description: 'Opens an attempt to pay for a year, or returns the one that is open.',
  })
  startPayment(@Ctx() ctx: Context, @Input(() => StartPaymentInput) input: StartPaymentInput) {
    return startPayment(ctx, input);
  }

  @Mutation(() => PaymentSetup, {
    description:
      'Opens an attempt to join. The client and the user are created once it is paid. EMAIL_TAKEN if there is an account with this email.',
  })
  startJoin(@Ctx() ctx: Context, @Input(() => StartJoinInput) input: StartJoinInput) {
    return startJoin(ctx, input);
  }

  @Mutation(() => PaymentResult, {
    description:
      'Charges the confirmed card and adds the year, once, however often it is called. BAD_USER_INPUT on paymentMethod if the card is declined.',
  })
  completePayment(@Ctx() ctx: Context, @Input(() => CompletePaymentInput) input: CompletePaymentInput) {
    return completePayment(ctx, input);
  }

  @Query(() => PaymentPage, {
    description: 'A page of the caller’s own payments.',
  })
  paymentHistory(@Ctx() ctx: Context, @Args(() => NewestFirstInput) input: NewestFirstInput) {
    return paymentHistory(ctx, input);
  }

  @Query(() => PaymentPage, { description: 'A page of the payments of all users.' })
  payments(@Ctx() ctx: Context, @Args(() => PaymentsInput) input: PaymentsInput) {
    return payments(ctx, input);
  }

  @FieldResolver(() => PaymentPage, { name: 'payments', description: 'A page of the user’s payments.' })
  paymentsOfUser(@Ctx() ctx: Context, @Root() { id }: User, @Args(() => PaymentFilterInput) input: PaymentFilterInput) {
    return paymentHistory(ctx, { userId: String(id), ...input });
  }

  @Query(() => Receipt, {
    description:
      'A receipt. NOT_FOUND unless the caller is an administrator, paid it, or was paid for. Who was paid for does not learn for whom else.',
  })
  receipt(@Ctx() ctx: Context, @Args(() => ReceiptInput) input: ReceiptInput) {
    return receipt(ctx, input);
  }

  @Query(() => Reminders, { description: 'Whether the caller is reminded before their subscription ends.' })
  reminders(@Ctx() ctx: Context) {
    return reminders(ctx);
  }

  @Mutation(() => Reminders, { description: 'Turns the caller’s reminders on or off.' })
  setReminders(@Ctx() ctx: Context, @Input(() => SetRemindersInput) input: SetRemindersInput) {
    return setReminders(ctx, input);
  }

  @Mutation(() => Reminders, {
    description: 'Turns reminders off with the link of a reminder, without a sign-in.',
  })
  stopReminders(@Ctx() ctx: Context, @Input(() => StopRemindersInput) input: StopRemindersInput) {
    return stopReminders(ctx, input);
  }

  @Query(() => SubscriptionStatus, {
    description: 'How long the caller’s subscription lasts.',
  })
  subscriptionStatus(@Ctx() ctx: Context) {
    return subscriptionStatus(ctx);
  }
}
