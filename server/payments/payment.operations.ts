import { GraphQLLocalDate } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import { userExpired } from '../accounts/subscription';
import { todayInUtc } from '../days';
import { AppError } from '../errors';
import { chain, described, NoInput } from '../gate/operation';
import { refuseAtLimit, throttle } from '../gate/throttle/throttle';
import { Optional, Rule, wrongText } from '../inputs/fields';
import type { Cards, PaidCard } from '../outside/cards/cards';
import { beginCharging, close, findAttempt, reopen } from './attempts/attempts';
import { AttemptState, PaymentAttempt } from './attempts/paymentAttempt.entity';
import { type ChainContext, limited, over, paymentLimit, refuseShutOutPayer } from './payer';
import { Payment } from './payment.entity';
import { applyPayment } from './settlement/applyPayment';
import { cancelAttempt, reconcile } from './settlement/settle';
import { setupOfCard } from './setups';

/** Declined cards of an attempt. Counted by network, so that nobody can lock out another payer. */
const declineLimit = (attempt: number, from: string) => ({
  key: `cards declined in payment ${attempt}`,
  from,
  most: 5,
  minutes: 60,
});

@InputType({
  description: 'The card to charge, and the attempt to pay: by clientSecret or by email.',
})
export class CompletePaymentInput {
  @Field(() => String, { description: 'The provider’s id of the card that the browser has confirmed.' })
  @Rule((value) => wrongText(value, { label: 'payment method', required: true }))
  paymentMethod!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The clientSecret of startPayment or startJoin.',
  })
  @Optional()
  @Rule((value) => wrongText(value, { label: 'client secret' }))
  clientSecret?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The payer’s email address, if the client secret is not known; of a signed-in user, only their own.',
  })
  @Optional()
  @Rule((value) => wrongText(value, { label: 'email' }))
  email?: string | null;
}

@ObjectType({ description: 'The outcome of completePayment.' })
export class PaymentResult {
  @Field(() => Payment, {
    nullable: true,
    description: 'The payment, of several users the first one; null if the bank asks for 3-D Secure first.',
  })
  payment!: Payment | null;

  @Field(() => String, {
    nullable: true,
    description:
      'For 3-D Secure: what the browser continues with at the provider. Afterwards, completePayment is called again.',
  })
  actionClientSecret!: string | null;
}

/**
 * Safe to repeat after any failure: an attempt has one charge, whose id is stored before it takes money, so every call
 * returns the same outcome.
 */
export const completePayment = described(
  'Charges the confirmed card and adds the year, once, however often it is called. BAD_USER_INPUT on paymentMethod if the card is declined.',
).chain('visitor', CompletePaymentInput, async (ctx, input): Promise<PaymentResult> => {
  const { commit, outside, log } = ctx;
  const { cards } = outside;
  const card = input.paymentMethod;
  // Each call asks the card provider, whether or not the attempt exists; far above normal use.
  const calls = paymentLimit('payments completed', 200, ctx, ctx.session?.user);
  await limited(
    ctx,
    commit((em) => throttle(em, [calls])),
  );
  const { attempt, setups } = await commit((em) => findAttempt(em, ctx, input));
  const paid = await outcomeOf(ctx, attempt, input);
  if (paid) return paid;
  if (attempt.state === AttemptState.CLOSED || !(attempt.user || attempt.join || attempt.forClient)) throw over();
  if (!(await isOnItsWay(cards, attempt))) {
    await commit((em) => refuseShutOutPayer(em, ctx, attempt)).catch(async (error) => {
      // Its users are chosen again, in another attempt. If the bank has just confirmed this one, it counts after all.
      const late = attempt.forClient && (await cancelAttempt(ctx, cards, attempt));
      if (!late) throw error;
    });
  }
  const limit = declineLimit(attempt.id, ctx.ip);
  await limited(
    ctx,
    commit((em) => refuseAtLimit(em, limit)),
  );
  const setup = await setupOfCard(cards, setups, card);
  const prepared = attempt.charge ?? (await openCharge(cards, attempt));
  const charge = await commit((em) => beginCharging(em, { id: attempt.id, charge: prepared, card, setup }));
  if (!charge) return (await outcomeOf(ctx, attempt, input)) ?? giveUp();
  const outcome = await cards.charge(charge, card).catch((error) => {
    log.warn(
      { err: error, attempt: attempt.id },
      'The card provider did not answer a charge; it will be checked again',
    );
    throw error;
  });
  switch (outcome.state) {
    case 'paid':
      return { payment: await added(ctx, attempt, outcome.card), actionClientSecret: null };
    case 'action':
      return { payment: null, actionClientSecret: outcome.clientSecret };
    case 'declined':
      await commit((em) => reopen(em, attempt.id, setup.id));
      await commit((em) => throttle(em, [limit]));
      throw new AppError('BAD_USER_INPUT', outcome.message, { paymentMethod: [outcome.message] });
    case 'canceled':
      await commit((em) => close(em, attempt.id));
      throw over();
    default:
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Your bank has not answered yet. Your year will be added as soon as it does; you will not be charged twice.',
      );
  }
});

/** Whether the money may already have been taken. It is then too late to refuse. */
async function isOnItsWay(cards: Cards, { state, charge }: PaymentAttempt): Promise<boolean> {
  return (
    state === AttemptState.CHARGING && charge !== null && ['paid', 'pending'].includes((await cards.find(charge)).state)
  );
}

function giveUp(): never {
  throw over();
}

/** Adds the year of a paid charge. If this fails, the money has been taken, and the sweeper adds the year later. */
async function added(ctx: ChainContext, { id, forClient }: PaymentAttempt, card: PaidCard | null): Promise<Payment> {
  const payment = await applyPayment(ctx, id, card).catch((error) => {
    ctx.log.error({ err: error, attempt: id }, 'A payment was made, but its year could not be added yet');
    const message = 'Your payment has been made. Your year will be added shortly: please do not pay again.';
    throw new AppError('ALREADY_PAID', message);
  });
  if (!payment.user) {
    const what = forClient ? 'One of these users' : 'This account';
    throw new AppError('CONFLICT', `${what} has been deleted. Your payment is being refunded to your card.`);
  }
  return payment;
}

/**
 * The outcome of a paid attempt. A caller who only knows the email must also name the card that paid. An attempt whose
 * year was withdrawn is over.
 */
async function outcomeOf(
  { commit, session }: ChainContext,
  { id }: PaymentAttempt,
  { clientSecret, paymentMethod }: CompletePaymentInput,
): Promise<PaymentResult | null> {
  const payment = await commit((em) => em.findOne(Payment, { attempt: id }, { populate: ['attempt'] }));
  if (!payment) return null;
  const knows = session || clientSecret || payment.attempt?.card === paymentMethod;
  if (!knows || !payment.user || payment.takenBackAt) throw over();
  return { payment, actionClientSecret: null };
}

const openCharge = (cards: Cards, { id, key, username: email, customer, amountCents }: PaymentAttempt) =>
  cards.openCharge({
    key: `charge-${key}`,
    amountCents,
    customer: String(customer),
    email,
    attempt: id,
  });

class PaymentEventInput {
  /** The raw body: the signature covers these bytes. */
  body!: Buffer;

  signature?: string | undefined;
}

/** Handles a webhook event: fetches the charge it names from the provider and settles it. Each event counts once. */
export const receivePaymentEvent = chain('visitor', PaymentEventInput, async (ctx, { body, signature }) => {
  const { cards } = ctx.outside;
  const { id, charge } = cards.readEvent(body, signature);
  const [known] = await ctx.commit((em) => em.execute('select 1 from payment_events where id = ?', [id]));
  if (known) return;
  const attempt = charge ? await ctx.commit((em) => em.findOne(PaymentAttempt, { charge })) : null;
  if (attempt) await reconcile(ctx, cards, attempt);
  await ctx.commit((em) => em.execute('insert into payment_events (id) values (?) on conflict do nothing', [id]));
});

@ObjectType({ description: 'How long the caller’s subscription lasts.' })
export class SubscriptionStatus {
  @Field(() => GraphQLLocalDate, { description: 'Its last day, in UTC.' })
  expirationDate!: string;

  @Field(() => Boolean, { description: 'Whether it has ended, by the user’s or the client’s dates or flags.' })
  ended!: boolean;
}

export const subscriptionStatus = described('How long the caller’s subscription lasts.').query(
  'payer',
  NoInput,
  async ({ user }): Promise<SubscriptionStatus> => ({
    expirationDate: user.subscriptionEndDate,
    ended: userExpired(user, todayInUtc()),
  }),
);
