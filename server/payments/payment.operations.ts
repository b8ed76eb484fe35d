import type { EntityManager } from '@mikro-orm/postgresql';
import { IsEnum, IsOptional } from 'class-validator';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { countAttempt } from '../accounts/attempts';
import { User } from '../accounts/user.entity';
import type { Context } from '../context';
import { AppError, invalid } from '../errors';
import { Rule, wrongEmail, wrongText } from '../fields';
import { findPage, PageInput, PageOf, SortDirection } from '../list';
import { chain, NoInput, query, today } from '../operation';
import type { Cards } from '../outside/cards';
import { isId } from '../record';
import { applyPayment, idOfUser } from './applyPayment';
import { beginCharging, countDecline, openAttempt, refuseTooManyDeclines } from './attempts';
import { Payment, YEAR_CENTS } from './payment.entity';
import { PaymentAttempt } from './paymentAttempt.entity';
import { accountOf, bringUpToDate } from './settle';

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

type ChainContext = Context & { commit<T>(step: (em: EntityManager) => Promise<T>): Promise<T> };

/** The attempt's setup: opened where it has none yet, or where the card in it was declined, so that another can be given. */
async function setUp(ctx: ChainContext, opened: PaymentAttempt): Promise<PaymentSetup> {
  const { commit } = ctx;
  const { cards } = ctx.outside;
  const { id, key, username: email, declines, setupDeclines, customer, ...attempt } = await whereItStands(ctx, opened);
  let { clientSecret } = attempt;
  if (!clientSecret || declines > setupDeclines) {
    const setup = await cards.openSetup({ key: `setup-${key}-${declines}`, email, customer });
    await commit((em) => em.nativeUpdate(PaymentAttempt, { id }, { ...setup, setupDeclines: declines }));
    clientSecret = setup.clientSecret;
  }
  const { provider, publishableKey } = cards;
  return { clientSecret, provider, publishableKey, amountCents: YEAR_CENTS, email };
}

/** Somebody who comes again because an answer was lost may have paid: they must not be asked for a card a second time. */
async function whereItStands(ctx: ChainContext, attempt: PaymentAttempt): Promise<PaymentAttempt> {
  if (attempt.state !== 'charging') return attempt;
  const payment = await bringUpToDate(ctx, ctx.outside.cards, attempt);
  if (payment) {
    const end = payment.subscriptionEndDate;
    throw new AppError('CONFLICT', `Your payment has been made: the subscription lasts until ${end}.`);
  }
  return ctx.commit((em) => em.findOneOrFail(PaymentAttempt, attempt.id));
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
}

/** Opens an attempt to pay for a year, or returns the one that is open; after a decline with a setup for another card. */
export const startPayment = chain('visitor', StartPaymentInput, async (ctx, { email }) => {
  await ctx.commit((em) => countAttempt(em, startLimits(ctx.ip)));
  const attempt = await ctx.commit(async (em) => {
    const user = await payerOf(em, ctx, email);
    return openAttempt(em, { user, username: user.username, provider: accountOf(ctx.outside.cards) });
  });
  return setUp(ctx, attempt);
});

/** Contract section 7: the session decides; an email chooses only where there is none. */
async function payerOf(em: EntityManager, { session }: { session: { user: User } | null }, email?: string | null) {
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
    return openAttempt(em, { user: null, username, company, fullName, provider: accountOf(ctx.outside.cards) });
  });
  return setUp(ctx, attempt);
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
  const { commit, outside } = ctx;
  const { cards } = outside;
  const card = input.paymentMethod;
  await commit((em) => countAttempt(em, completeLimits(ctx.ip)));
  const attempt = await commit((em) => attemptOf(em, ctx, input));
  const paid = await paymentOf(ctx, attempt);
  if (paid) return { payment: paid, actionClientSecret: null };
  if (attempt.state === 'closed') throw over();
  refuseTooManyDeclines(attempt);
  if ((await cards.confirmedCard(String(attempt.setup), card)) !== card) {
    throw invalid({ paymentMethod: ['This card has not been confirmed for this payment.'] });
  }
  const opened = attempt.charge ?? (await openCharge(cards, attempt));
  const charge = await commit((em) => beginCharging(em, attempt.id, opened));
  if (!charge) {
    const meanwhile = await paymentOf(ctx, attempt);
    if (!meanwhile) throw over();
    return { payment: meanwhile, actionClientSecret: null };
  }
  const outcome = await cards.charge(charge, card);
  switch (outcome.state) {
    case 'paid':
      return { payment: await applyPayment(ctx, attempt.id), actionClientSecret: null };
    case 'action':
      return { payment: null, actionClientSecret: outcome.clientSecret };
    case 'declined':
      await commit((em) => countDecline(em, attempt.id));
      throw new AppError('BAD_USER_INPUT', outcome.message, { paymentMethod: [outcome.message] });
    default:
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Your bank has not answered yet. Your year is added as soon as it does; nothing is charged twice.',
      );
  }
});

const over = () => new AppError('CONFLICT', 'This payment is over. Please start again.');

const paymentOf = ({ commit }: ChainContext, { id }: PaymentAttempt) =>
  commit((em) => em.findOne(Payment, { attempt: id }));

const openCharge = (cards: Cards, { id, key, username: email, customer }: PaymentAttempt) =>
  cards.openCharge({
    key: `charge-${key}`,
    amountCents: YEAR_CENTS,
    customer: String(customer),
    email,
    attempt: id,
  });

/** The newest attempt that the caller may conclude. */
async function attemptOf(
  em: EntityManager,
  ctx: Context & { session: { user: User } | null },
  input: CompletePaymentInput,
) {
  const { email, clientSecret } = input;
  let found: PaymentAttempt | null;
  if (clientSecret) {
    found = await em.findOne(PaymentAttempt, { clientSecret });
    if (found && !found.join && ctx.session && found.user?.id !== ctx.session.user.id) throw notOwn();
  } else {
    const named = email?.trim() ?? '';
    if (ctx.session || !named || (await idOfUser(em, named)) !== undefined) {
      const { id } = await payerOf(em, ctx, email);
      found = await em.findOne(PaymentAttempt, { user: id }, { orderBy: { id: 'desc' } });
    } else {
      const joining = await em.execute<{ id: number }[]>(
        'select id from payment_attempts where lower(username) = lower(?) and "join" order by id desc limit 1',
        [named],
      );
      found = joining[0] ? await em.findOne(PaymentAttempt, joining[0].id) : null;
    }
  }
  if (!found?.setup) throw invalid({ [clientSecret ? 'clientSecret' : 'email']: ['No payment has been started.'] });
  await em.populate(found, ['user']);
  if (found.user && !found.user.enabled) throw disabled();
  return found;
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
