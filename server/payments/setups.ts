import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, invalid } from '../errors';
import type { Cards } from '../outside/cards/cards';
import { close } from './attempts';
import { CardSetup } from './cardSetup.entity';
import { type ChainContext, over } from './payer';
import { AttemptState, PaymentAttempt } from './paymentAttempt.entity';
import { reconcile } from './settle';

/** Which card setup a returning caller wants: the one from an earlier answer, or a new one for a different card. */
interface Wish {
  clientSecret?: string | null;
  anotherCard?: boolean;
}

/** The client secret of the caller's setup in `attempt`. Opens the setup at the provider if necessary. */
export async function setUp(
  ctx: ChainContext,
  attempt: PaymentAttempt,
  { clientSecret: named, anotherCard }: Wish,
): Promise<string> {
  const { cards } = ctx.outside;
  await refusePaid(ctx, attempt);
  const ofUser = ctx.session !== null && !attempt.join;
  const choose = (passed?: number) =>
    ctx.commit((em) => setupFor(em, attempt, { ofUser, clientSecret: named, passed }));
  let setup = await choose();
  // Only the holder of its client secret may use a saved card. A caller who only knows the email gets a new setup.
  while (
    (!ofUser || anotherCard) &&
    setup.setup &&
    setup.clientSecret !== named &&
    (await cards.confirmedCard(setup.setup, ''))
  ) {
    setup = await choose(setup.id);
  }
  return setup.clientSecret ?? (await openSetup(ctx, attempt, setup));
}

/** A caller who returns after a lost answer may already have paid, and must not be asked for a card again. */
async function refusePaid(ctx: ChainContext, attempt: PaymentAttempt): Promise<void> {
  if (attempt.state !== AttemptState.CHARGING) return;
  const payment = await reconcile(ctx, ctx.outside.cards, attempt);
  if (payment) throw new AppError('ALREADY_PAID', 'Your payment has been made, and the subscription is extended.');
}

/** Opens `setup` at the provider, for the attempt's customer: the attempt can charge only that customer's cards. */
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
  // Two setups were opened concurrently, each with its own customer, and the other customer was stored first.
  if (!known) return openSetup(ctx, attempt, setup, `${key}-2`);
  // The charge belongs to a customer who no longer exists at the provider, so it can take no card.
  await ctx.commit((em) => close(em, id));
  throw over();
}

/**
 * The caller's setup: the one with `clientSecret`; else the newest unspent one, opened for the signed-in user or for
 * visitors as `ofUser` says; else a new one. Setups up to the id `passed` are skipped: they are not for this caller.
 */
async function setupFor(
  em: EntityManager,
  attempt: PaymentAttempt,
  {
    ofUser,
    clientSecret,
    passed = 0,
  }: { ofUser: boolean; clientSecret?: string | null | undefined; passed?: number | undefined },
): Promise<CardSetup> {
  await em.execute(`select pg_advisory_xact_lock(hashtext('motokey setups of ' || ?))`, [String(attempt.id)]);
  const named = clientSecret ? await em.findOne(CardSetup, { attempt: attempt.id, clientSecret, spent: false }) : null;
  if (named) return named;
  const newest = await em.findOne(
    CardSetup,
    { attempt: attempt.id, ofUser, spent: false, id: { $gt: passed } },
    { orderBy: { id: 'desc' } },
  );
  return newest ?? em.create(CardSetup, { attempt: attempt.id, ofUser });
}

/**
 * The customer of an attempt. The first one stored stays, because the charge is made for that customer. A customer whom
 * the provider no longer knows is replaced, unless there is already a charge.
 */
async function keepCustomer(
  em: EntityManager,
  id: number,
  known: string | null,
  opened: string,
): Promise<string | null> {
  const [row] = await em.execute<{ customer: string }[]>(
    `update payment_attempts set customer = case when customer is not distinct from ? and charge is null
       then ? else customer end
     where id = ? returning customer`,
    [known, opened, id],
  );
  return row?.customer ?? null;
}

/** The setup in which `card` was confirmed. */
export async function setupOfCard(cards: Cards, setups: CardSetup[], card: string): Promise<CardSetup> {
  for (const one of setups) {
    if (one.setup && (await cards.confirmedCard(one.setup, card)) === card) return one;
  }
  throw invalid({ paymentMethod: ['This card has not been confirmed for this payment.'] });
}
