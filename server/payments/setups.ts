import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, invalid } from '../errors';
import type { Cards } from '../outside/cards/cards';
import { close } from './attempts';
import { CardSetup } from './cardSetup.entity';
import { type ChainContext, over } from './payer';
import { AttemptState, PaymentAttempt } from './paymentAttempt.entity';
import { bringUpToDate } from './settle';

/** What the caller was given before, and wants again; or that they want fields for another card than the one saved. */
interface Wish {
  clientSecret?: string | null;
  anotherCard?: boolean;
}

/** The client secret of the setup of `attempt` for the caller, opened at the provider where it is not yet. */
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
  // The card that somebody saved is theirs who hold its secret: who merely knows an email gets other fields.
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

/** Somebody who comes again because an answer was lost may have paid: they must not be asked for a card a second time. */
async function refusePaid(ctx: ChainContext, attempt: PaymentAttempt): Promise<void> {
  if (attempt.state !== AttemptState.CHARGING) return;
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

/**
 * The setup for the caller: the one that they name, else the newest that is not spent and was opened for the signed-in
 * user, or for visitors, as the caller is one; else a new one. `passed` is one that is not for them.
 */
async function setupFor(
  em: EntityManager,
  attempt: PaymentAttempt,
  { ofUser, clientSecret, passed = 0 }: { ofUser: boolean; clientSecret?: string | null; passed?: number },
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
 * The customer of an attempt: the first who is kept, as its charge is theirs. One that the provider no longer knows is
 * replaced, until there is a charge.
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

/** Which of them the card was confirmed in; the newest are looked at. */
export async function setupOfCard(cards: Cards, setups: CardSetup[], card: string): Promise<CardSetup> {
  for (const one of setups) {
    if (one.setup && (await cards.confirmedCard(one.setup, card)) === card) return one;
  }
  throw invalid({ paymentMethod: ['This card has not been confirmed for this payment.'] });
}
