import type { EntityManager } from '@mikro-orm/postgresql';
import { IsEnum, IsOptional } from 'class-validator';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { countAttempt, refuseAtLimit } from '../accounts/attempts';
import { User } from '../accounts/user.entity';
import type { Context } from '../context';
import { AppError, invalid } from '../errors';
import { Rule, wrongEmail, wrongText } from '../fields';
import { findPage, PageInput, PageOf, SortDirection } from '../list';
import { chain, NoInput, query, today } from '../operation';
import type { Cards } from '../outside/cards';
import { isId } from '../record';
import { applyPayment, idOfUser } from './applyPayment';
import { beginCharging, close, keepCustomer, openAttempt, reopen, setupFor } from './attempts';
import { CardSetup } from './cardSetup.entity';
import { Payment, YEAR_CENTS } from './payment.entity';
import { PaymentAttempt } from './paymentAttempt.entity';
import { booksOf, bringUpToDate } from './settle';

@ObjectType({ description: 'What the browser confirms a card with.' })
export class PaymentSetup {
  @Field(() => String, { description: 'Names the attempt to pay, to the provider and to completePayment.' })
  clientSecret!: string;

  @Field(() => String, { description: 'Who takes the money: `stripe`, or `sandbox` where none moves.' })
  provider!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What the browser calls the provider with; null in the sandbox.',
  })
  publishableKey!: string | null;

  @Field(() => Int, { description: 'What a year costs, in US cents.' })
  amountCents!: number;

  @Field(() => String, { description: 'Whose year it is.' })
  email!: string;
}

/** Contract section 7: for an address. */
const startLimits = (ip: string) => [{ key: `payments from ${ip}`, most: 20, minutes: 60 }];

/** Each asks the provider, whoever is named; far more than anybody tries. */
const completeLimits = (ip: string) => [{ key: `payments completed from ${ip}`, most: 200, minutes: 60 }];

/** Contract section 7: for an attempt; by address, so that nobody locks another out. */
const declineLimit = (attempt: number, ip: string) => ({
  key: `cards declined in payment ${attempt} from ${ip}`,
  most: 5,
  minutes: 60,
});

type Session = { session: { user: User } | null };
type ChainContext = Context & Session & { commit<T>(step: (em: EntityManager) => Promise<T>): Promise<T> };

/** The setup of `attempt` for the caller, opened at the provider where it is not yet. */
async function setUp(ctx: ChainContext, attempt: PaymentAttempt, named?: string | null): Promise<PaymentSetup> {
  const { cards } = ctx.outside;
  await refusePaid(ctx, attempt);
  const ofUser = ctx.session !== null && !attempt.join;
  const choose = (passed?: number) =>
    ctx.commit((em) => setupFor(em, attempt, { ofUser, clientSecret: named, passed }));
  let setup = await choose();
  // The card that somebody saved is theirs who hold its secret: who merely knows an email gets other fields.
  while (!ofUser && setup.setup && setup.clientSecret !== named && (await cards.confirmedCard(setup.setup, ''))) {
    setup = await choose(setup.id);
  }
  const { provider, publishableKey } = cards;
  const clientSecret = setup.clientSecret ?? (await openSetup(ctx, attempt, setup));
  return { clientSecret, provider, publishableKey, amountCents: YEAR_CENTS, email: attempt.username };
}

/** Somebody who comes again because an answer was lost may have paid: they must not be asked for a card a second time. */
async function refusePaid(ctx: ChainContext, attempt: PaymentAttempt): Promise<void> {
  if (attempt.state !== 'charging') return;
  const payment = await bringUpToDate(ctx, ctx.outside.cards, attempt);
  if (payment) throw new AppError('ALREADY_PAID', 'Your payment has been made, and the subscription is extended.');
}

/** Opens `setup` at the provider, for the customer whose cards the attempt can charge. */
async function openSetup(
  ctx: ChainContext,
  attempt: PaymentAttempt,
  setup: CardSetup,
  key = setup.key,
): Promise<string> {
  const { id } = attempt;
  const { customer: known, username } = await ctx.commit((em) => em.findOneOrFail(PaymentAttempt, id));
  const opened = await ctx.outside.cards.openSetup({ key, email: username, customer: known });
  const customer = await ctx.commit((em) => keepCustomer(em, id, known, opened.customer));
  if (customer === opened.customer) {
    await ctx.commit((em) =>
      em.nativeUpdate(CardSetup, { id: setup.id }, { setup: opened.setup, clientSecret: opened.clientSecret }),
    );
    return opened.clientSecret;
  }
  // Two were opened at once, each for a customer of its own, and the other's was kept.
  if (!known) return openSetup(ctx, attempt, setup, `${key}-2`);
  // The customer whom the charge was prepared for is gone: it can take no card any more.
  await ctx.commit((em) => close(em, id));
  throw over();
}

@ArgsType()
export class StartPaymentInput {
  @Field(() => String, {
    nullable: true,
    description: 'Whose year it is. Only the public page needs it; signed in, it must be one’s own.',
  })
  @IsOptional()
  @Rule((value) => wrongText(value, { label: 'email' }))
  email?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What this gave before: gives the same again, with the card that is saved in it.',
  })
  @IsOptional()
  @Rule((value) => wrongText(value, { label: 'client secret' }))
  clientSecret?: string | null;
}

/**
 * Opens an attempt to pay for a year, or returns the one that is open; after a decline with a setup for another card.
 * ALREADY_PAID where it turns out that the open one was paid.
 */
export const startPayment = chain('visitor', StartPaymentInput, async (ctx, { email, clientSecret }) => {
  await ctx.commit((em) => countAttempt(em, startLimits(ctx.ip)));
  const attempt = await ctx.commit(async (em) => {
    const user = await payerOf(em, ctx, email);
    return openAttempt(em, { user, username: user.username, provider: booksOf(ctx.outside.cards) });
  });
  return setUp(ctx, attempt, clientSecret);
});

/** Contract section 7: the session decides; an email chooses only where there is none. */
async function payerOf(em: EntityManager, { session }: Session, email?: string | null) {
  const named = email?.trim();
  if (session) {
    if (named && named.toLowerCase() !== session.user.username.toLowerCase()) throw notOwn();
    return session.user;
  }
  if (!named) throw invalid({ email: ['The email field is required.'] });
  const id = await idOfUser(em, named);
  if (id === undefined) throw invalid({ email: ['There is no account with this email.'] });
  const user = await em.findOneOrFail(User, id);
  if (!user.enabled) throw disabled();
  return user;
}

const notOwn = () => new AppError('FORBIDDEN', 'You can pay for your own account only.');
const disabled = () => new AppError('FORBIDDEN', 'This account is disabled. Please contact us.');

@ArgsType()
export class StartJoinInput {
  @Field(() => String, { description: 'The company that will hold the account.' })
  @Rule((value) => wrongText(value, { label: 'company', required: true }))
  company!: string;

  @Field(() => String, { description: 'The full name of who will sign in.' })
  @Rule((value) => wrongText(value, { label: 'full name', required: true }))
  fullName!: string;

  @Field(() => String, { description: 'The email address to sign in with.' })
  @Rule((value) => wrongText(value, { label: 'email', required: true }) ?? wrongEmail(value, 'email'))
  email!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What this gave before: gives the same again, and changes company and full name until it is paid.',
  })
  @IsOptional()
  @Rule((value) => wrongText(value, { label: 'client secret' }))
  clientSecret?: string | null;
}

/** Opens an attempt to join by paying for a year. Client and user come into being once it is paid. */
export const startJoin = chain('visitor', StartJoinInput, async (ctx, input) => {
  await ctx.commit((em) => countAttempt(em, startLimits(ctx.ip)));
  const [username, company, fullName] = [input.email.trim(), input.company.trim(), input.fullName.trim()];
  const attempt = await ctx.commit(async (em) => {
    const [taken] = await em.execute(
      `select 1 from users where lower(username) = lower(?)
       union all select 1 from clients where lower(primary_email) = lower(?)`,
      [username, username],
    );
    if (taken) {
      throw invalid({ email: ['There is an account with this email already. Sign in, or extend it at /checkout.'] });
    }
    const { clientSecret } = input;
    const provider = booksOf(ctx.outside.cards);
    return openAttempt(em, { user: null, username, company, fullName, clientSecret, provider });
  });
  return setUp(ctx, attempt, input.clientSecret);
});

@ArgsType()
export class CompletePaymentInput {
  @Field(() => String, { description: 'The card that the browser has confirmed: the provider’s id of it.' })
  @Rule((value) => wrongText(value, { label: 'payment method', required: true }))
  paymentMethod!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The clientSecret of startPayment or startJoin: names the attempt.',
  })
  @IsOptional()
  @Rule((value) => wrongText(value, { label: 'client secret' }))
  clientSecret?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Whose attempt it is, where the client secret is not at hand; signed in, it must be one’s own.',
  })
  @IsOptional()
  @Rule((value) => wrongText(value, { label: 'email' }))
  email?: string | null;
}

@ObjectType({ description: 'What came of a payment.' })
export class PaymentResult {
  @Field(() => Payment, { nullable: true, description: 'The payment; null where the bank wants to be asked first.' })
  payment!: Payment | null;

  @Field(() => String, {
    nullable: true,
    description:
      '3-D Secure: what the browser goes on with at the provider. Then completePayment is called again, and concludes it.',
  })
  actionClientSecret!: string | null;
}

/**
 * Charges the confirmed card and adds the year. Called again, whatever came of the call before, it answers with the one
 * outcome: the attempt has one charge, which is known before it takes any money.
 */
export const completePayment = chain('visitor', CompletePaymentInput, async (ctx, input): Promise<PaymentResult> => {
  const { commit, outside, log } = ctx;
  const { cards } = outside;
  const card = input.paymentMethod;
  await commit((em) => countAttempt(em, completeLimits(ctx.ip)));
  const { attempt, setups } = await commit((em) => findAttempt(em, ctx, input));
  const paid = await outcomeOf(ctx, attempt, input);
  if (paid) return paid;
  if (attempt.state === 'closed' || !(attempt.user || attempt.join)) throw over();
  const limit = declineLimit(attempt.id, ctx.ip);
  await commit((em) => refuseAtLimit(em, limit));
  const setup = await setupOfCard(cards, setups, card);
  const prepared = attempt.charge ?? (await openCharge(cards, attempt));
  const charge = await commit((em) => beginCharging(em, { id: attempt.id, charge: prepared, card, setup }));
  if (!charge) return (await outcomeOf(ctx, attempt, input)) ?? giveUp();
  const outcome = await cards.charge(charge, card).catch((error) => {
    log.warn({ err: error, attempt: attempt.id }, 'A charge was not answered, and will be looked at');
    throw error;
  });
  switch (outcome.state) {
    case 'paid':
      return { payment: await added(ctx, attempt), actionClientSecret: null };
    case 'action':
      return { payment: null, actionClientSecret: outcome.clientSecret };
    case 'declined':
      await commit((em) => reopen(em, attempt.id, setup.id));
      await commit((em) => countAttempt(em, [limit]));
      throw new AppError('BAD_USER_INPUT', outcome.message, { paymentMethod: [outcome.message] });
    case 'canceled':
      await commit((em) => close(em, attempt.id));
      throw over();
    default:
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Your bank has not answered yet. Your year is added as soon as it does; nothing is charged twice.',
      );
  }
});

const over = () => new AppError('CONFLICT', 'This payment is over. Please start again.');
function giveUp(): never {
  throw over();
}

/** The year of a charge that was paid. Whatever fails now, the money is there, and the sweeper adds it later. */
async function added(ctx: ChainContext, { id }: PaymentAttempt): Promise<Payment> {
  const payment = await applyPayment(ctx, id).catch((error) => {
    ctx.log.error({ err: error, attempt: id }, 'A payment was taken, and its year could not be added yet');
    const message = 'Your payment is made. Your year will be added shortly: please do not pay again.';
    throw new AppError('ALREADY_PAID', message);
  });
  if (!payment.user) {
    throw new AppError('CONFLICT', 'This account has been deleted. The money goes back to your card.');
  }
  return payment;
}

/**
 * The outcome of an attempt that is paid. Who merely knows an email learns it only by naming the card that paid; and
 * one whose year was taken back is over.
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

/** Which of them the card was confirmed in; the newest are looked at. */
async function setupOfCard(cards: Cards, setups: CardSetup[], card: string): Promise<CardSetup> {
  for (const one of setups) {
    if (one.setup && (await cards.confirmedCard(one.setup, card)) === card) return one;
  }
  throw invalid({ paymentMethod: ['This card has not been confirmed for this payment.'] });
}

const openCharge = (cards: Cards, { id, key, username: email, customer }: PaymentAttempt) =>
  cards.openCharge({
    key: `charge-${key}`,
    amountCents: YEAR_CENTS,
    customer: String(customer),
    email,
    attempt: id,
  });

/** The attempt that the caller may conclude, and the setups that their card can be in, newest first. */
async function findAttempt(em: EntityManager, ctx: Context & Session, { email, clientSecret }: CompletePaymentInput) {
  const by = clientSecret ? 'clientSecret' : 'email';
  const setup = clientSecret ? await em.findOne(CardSetup, { clientSecret }) : null;
  const id = clientSecret ? setup?.attempt.id : await newestAttempt(em, ctx, email);
  const attempt = id === undefined ? null : await em.findOne(PaymentAttempt, id, { populate: ['user'] });
  if (!attempt) throw invalid({ [by]: ['No payment has been started.'] });
  if (clientSecret && !attempt.join && ctx.session && attempt.user?.id !== ctx.session.user.id) throw notOwn();
  if (attempt.user && !attempt.user.enabled) throw disabled();
  const newest = { orderBy: { id: 'desc' }, limit: 5 } as const;
  const setups = setup ? [setup] : await em.find(CardSetup, { attempt: attempt.id, setup: { $ne: null } }, newest);
  return { attempt, setups };
}

async function newestAttempt(em: EntityManager, ctx: Session, email?: string | null): Promise<number | undefined> {
  const named = email?.trim() ?? '';
  if (ctx.session || !named || (await idOfUser(em, named)) !== undefined) {
    const { id } = await payerOf(em, ctx, email);
    return (await em.findOne(PaymentAttempt, { user: id }, { orderBy: { id: 'desc' } }))?.id;
  }
  const [joining] = await em.execute<{ id: number }[]>(
    'select id from payment_attempts where lower(username) = lower(?) and "join" order by id desc limit 1',
    [named],
  );
  return joining?.id;
}

export class PaymentEventInput {
  /** As it came: the signature is over these bytes. */
  body!: Buffer;

  signature?: string;
}

/** A webhook's event: whatever it says, the charge it is about is asked for again and settled. Each event counts once. */
export const receivePaymentEvent = chain('visitor', PaymentEventInput, async (ctx, { body, signature }) => {
  const { cards } = ctx.outside;
  const { id, charge } = cards.readEvent(body, signature);
  const [known] = await ctx.commit((em) => em.execute('select 1 from payment_events where id = ?', [id]));
  if (known) return;
  const attempt = charge ? await ctx.commit((em) => em.findOne(PaymentAttempt, { charge })) : null;
  if (attempt) await bringUpToDate(ctx, cards, attempt);
  await ctx.commit((em) => em.execute('insert into payment_events (id) values (?) on conflict do nothing', [id]));
});

@ArgsType()
export class PaymentHistoryInput extends PageInput {
  @Field(() => SortDirection, { description: 'Newest first, unless asked.' })
  @IsEnum(SortDirection, { message: 'The direction must be asc or desc.' })
  override dir: SortDirection = SortDirection.DESC;

  @Field(() => ID, { nullable: true, description: 'For administrators: whose payments; else one’s own.' })
  @IsOptional()
  @Rule((value) => (value === '' || isId(value) ? null : 'There is no such user.'))
  userId?: string | null;
}

@ObjectType({ description: 'A page of payments.' })
export class PaymentPage extends PageOf(Payment, 'payments') {}

/** One's own payments. An administrator may read another user's; from anybody else `userId` means nothing. */
export const paymentHistory = query('payer', PaymentHistoryInput, ({ em, user }, { userId, ...input }) => {
  const whose = user.isAdmin && userId ? Number(userId) : user.id;
  return findPage(em, Payment, { user: whose }, { ...input, sortBy: 'createdAt' });
});

@ObjectType({ description: 'How long the caller’s subscription lasts.' })
export class SubscriptionStatus {
  @Field(() => GraphQLLocalDate, { description: 'Its last day, in UTC.' })
  expirationDate!: string;

  @Field(() => Boolean, { description: 'Whether it has ended, by the user’s or the client’s dates or flags.' })
  ended!: boolean;
}

export const subscriptionStatus = query(
  'payer',
  NoInput,
  async ({ user }): Promise<SubscriptionStatus> => ({
    expirationDate: user.subscriptionEndDate,
    ended: user.subscriptionEnded(today()),
  }),
);
