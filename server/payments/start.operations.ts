import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { findClientByEmail } from '../accounts/clients/clientEmails';
import { findUserId, wrongUsername } from '../accounts/usernames';
import type { User } from '../accounts/users/user.entity';
import { AppError, invalid } from '../errors';
import { described } from '../gate/operation';
import { refuseAtLimit, throttle } from '../gate/throttle/throttle';
import { describeEnum } from '../inputs/describeEnum';
import { Flag, Optional, Rule, wrongEmail, wrongText } from '../inputs/fields';
import { isId } from '../inputs/record';
import type { Cards } from '../outside/cards/cards';
import { type ClientPayer, chargingForOthers, openAttempt, openClientAttempt } from './attempts/attempts';
import type { PaymentAttempt } from './attempts/paymentAttempt.entity';
import { administratorOf, type ChainContext, limited, payeesOf, payerOf, paymentLimit, refuseShutOut } from './payer';
import { cancelAttempt, providerModeOf } from './settlement/settle';
import { setUp } from './setups';

enum PaymentProvider {
  STRIPE = 'stripe',
  SANDBOX = 'sandbox',
}
describeEnum(PaymentProvider, 'PaymentProvider', 'Who takes the money.', {
  STRIPE: 'Stripe takes the card and charges it.',
  SANDBOX: 'Nobody: for development and demonstrations. No money moves.',
});

@ObjectType({ description: 'What the browser needs to confirm a card.' })
export class PaymentSetup {
  @Field(() => String, { description: 'Identifies the attempt to pay, for the provider and for completePayment.' })
  clientSecret!: string;

  @Field(() => PaymentProvider, { description: 'Who takes the money.' })
  provider!: Cards['provider'];

  @Field(() => String, {
    nullable: true,
    description: 'The provider’s public key for the browser; null in the sandbox.',
  })
  publishableKey!: string | null;

  @Field(() => Int, { description: 'What it costs, in US cents: a year for each user.' })
  amountCents!: number;

  @Field(() => String, { description: 'The payer’s email address.' })
  email!: string;
}

type Account = { id: number } | null;

/** Counts each call; far above normal use. */
const countCall = (ctx: ChainContext): Promise<void> =>
  limited(
    ctx,
    ctx.commit((em) => throttle(em, [paymentLimit('payments asked for', 200, ctx, ctx.session?.user)])),
  );

/** Counts new attempts: the one that is open is given again without limit. */
const countNew = (em: EntityManager, ctx: ChainContext, account: Account) => () =>
  limited(ctx, throttle(em, [paymentLimit('payments', 20, ctx, account)]));

/**
 * Refuses callers who have named 20 wrong addresses in an hour: whether there is an account must not be found by trying. What
 * `find` throws about an address counts.
 */
async function withAddress<T>(ctx: ChainContext, find: () => Promise<T>): Promise<T> {
  const limit = paymentLimit('wrong addresses in payments', 20, ctx, ctx.session?.user);
  await limited(
    ctx,
    ctx.commit((em) => refuseAtLimit(em, limit)),
  );
  return find().catch(async (error) => {
    if (error instanceof AppError && error.fields?.email) await ctx.commit((em) => throttle(em, [limit]));
    throw error;
  });
}

async function forBrowser(ctx: ChainContext, attempt: PaymentAttempt, wish: SetupInput): Promise<PaymentSetup> {
  const { provider, publishableKey } = ctx.outside.cards;
  const clientSecret = await setUp(ctx, attempt, wish);
  return { clientSecret, provider, publishableKey, amountCents: attempt.amountCents, email: attempt.username };
}

/** Which card setup a returning caller wants. */
@InputType()
class SetupInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The clientSecret of an earlier answer. Returns the same attempt, with the card saved in it. When joining, this allows company and full name to be changed.',
  })
  @Optional()
  @Rule((value) => wrongText(value, { label: 'client secret' }))
  clientSecret?: string | null;

  @Field(() => Boolean, { description: 'Whether to replace a card that is saved but not charged yet.' })
  @Flag('another card')
  anotherCard: boolean = false;
}

@InputType({ description: 'Who pays for a year.' })
export class StartPaymentInput extends SetupInput {
  @Field(() => String, {
    nullable: true,
    description: 'The payer’s email address. Needed only without a session; of a signed-in user, only their own.',
  })
  @Optional()
  @Rule((value) => wrongText(value, { label: 'email' }))
  email?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'For administrators: the users of a client to pay for, a year each, in one payment with one receipt.',
  })
  @Optional()
  @Rule((value) => (Array.isArray(value) && value.every((id) => isId(String(id))) ? null : 'There is no such user.'))
  userIds?: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'With userIds: their client. If one is of another client, the payment is refused.',
  })
  @Optional()
  @Rule((value) => (isId(String(value)) ? null : 'There is no such client.'))
  clientId?: string | null;
}

/** After a decline, the attempt gets a new card setup. Throws ALREADY_PAID if the open attempt turns out to be paid. */
export const startPayment = described('Opens an attempt to pay for a year, or returns the one that is open.').chain(
  'visitor',
  StartPaymentInput,
  async (ctx, input) => {
    await countCall(ctx);
    if (input.userIds) return forBrowser(ctx, await attemptForClient(ctx, input.userIds.map(Number), input), input);
    const attempt = await withAddress(ctx, () =>
      ctx.commit(async (em) => {
        const provider = providerModeOf(ctx.outside.cards);
        const user = await payerOf(em, ctx, input.email);
        await refuseShutOut(em, ctx, user.id);
        return openAttempt(em, { user, username: user.username, provider, countNew: countNew(em, ctx, user) });
      }),
    );
    return forBrowser(ctx, attempt, input);
  },
);

/**
 * Opens an attempt for these users of a client. One for others, of which the bank still waits for 3-D Secure, is given up:
 * the payer may have closed the bank's page.
 */
async function attemptForClient(
  ctx: ChainContext,
  ids: number[],
  { clientId }: StartPaymentInput,
): Promise<PaymentAttempt> {
  const { cards } = ctx.outside;
  const payer = administratorOf(ctx);
  const wanted = async (em: EntityManager): Promise<ClientPayer> => {
    const users = await payeesOf(em, ctx, ids, clientId);
    const [{ client }] = users as [User];
    return { payer, client, users, provider: providerModeOf(cards), countNew: countNew(em, ctx, payer) };
  };
  const before = await ctx.commit(async (em) => chargingForOthers(em, await wanted(em)));
  if (
    before?.charge &&
    (await cards.find(before.charge)).state === 'action' &&
    (await cancelAttempt(ctx, cards, before))
  ) {
    const message = 'Your payment for other users of this client has been made. Please check their expiration dates.';
    throw new AppError('ALREADY_PAID', message);
  }
  return ctx.commit(async (em) => openClientAttempt(em, await wanted(em)));
}

@InputType({ description: 'A person who wants to join.' })
export class StartJoinInput extends SetupInput {
  @Field(() => String, { description: 'The company that will hold the account.' })
  @Rule((value) => wrongText(value, { label: 'company', required: true }))
  company!: string;

  @Field(() => String, { description: 'The full name of the person who will sign in.' })
  @Rule((value) => wrongText(value, { label: 'full name', required: true }))
  fullName!: string;

  @Field(() => String, { description: 'The email address to sign in with.' })
  @Rule(
    (value) =>
      wrongText(value, { label: 'email', required: true }) ??
      wrongEmail(value, 'email') ??
      wrongUsername(String(value), 'email'),
  )
  email!: string;
}

export const startJoin = described(
  'Opens an attempt to join. The client and the user are created once it is paid. EMAIL_TAKEN if there is an account with this email.',
).chain('visitor', StartJoinInput, async (ctx, input) => {
  await countCall(ctx);
  const { email: username, company, fullName } = input;
  const attempt = await withAddress(ctx, () =>
    ctx.commit(async (em) => {
      const known = (await findClientByEmail(em, username)) ?? (await findUserId(em, username));
      if (known !== undefined) {
        const message = 'An account with this email already exists. Sign in, or extend it.';
        throw invalid({ email: [message] }, 'EMAIL_TAKEN');
      }
      const { clientSecret } = input;
      const provider = providerModeOf(ctx.outside.cards);
      const payer = { user: null, username, company, fullName, clientSecret, provider };
      return openAttempt(em, { ...payer, countNew: countNew(em, ctx, ctx.session?.user ?? null) });
    }),
  );
  return forBrowser(ctx, attempt, input);
});
