import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { commitTo } from '../operation';
import type { Cards, Charge } from '../outside/cards/cards';
import { applyPayment, noteCharge, type Settling } from './applyPayment';
import { close, reopen } from './attempts';
import { Payment } from './payment.entity';
import { AttemptState, PaymentAttempt } from './paymentAttempt.entity';

/** Which books of the provider an attempt stands in: `sandbox`, `stripe test` or `stripe live`. */
export const booksOf = ({ provider, publishableKey }: Cards) =>
  provider === 'sandbox' ? provider : `${provider} ${publishableKey?.startsWith('pk_test_') ? 'test' : 'live'}`;

/** Makes an attempt what its charge is at the provider: paid and applied, refunded, open again or over. Its payment, if any. */
export async function bringUpToDate(
  settling: Settling,
  cards: Cards,
  attempt: PaymentAttempt,
): Promise<Payment | null> {
  const charge: Charge = attempt.charge ? await cards.find(attempt.charge) : { state: 'open' };
  if (charge.state === 'paid') {
    const payment = await applyPayment(settling, attempt.id);
    await noteCharge(settling, payment.id, charge);
    return payment;
  }
  await settling.commit(async (em) => {
    if (charge.state === 'declined') await reopen(em, attempt.id, attempt.cardSetupId);
    if (charge.state === 'open') await reopen(em, attempt.id, null);
    if (charge.state === 'canceled') await close(em, attempt.id);
  });
  return null;
}

/** Gives the money of a payment back that nobody is there for. */
async function giveBack(settling: Settling, cards: Cards, attempt: PaymentAttempt): Promise<void> {
  const charge = String(attempt.charge);
  await cards.refund(charge);
  const payment = await settling.commit((em) => em.findOneOrFail(Payment, { attempt: attempt.id }));
  await noteCharge(settling, payment.id, await cards.find(charge));
  await settling.commit((em) => em.nativeUpdate(PaymentAttempt, { id: attempt.id }, { state: AttemptState.CLOSED }));
}

/** Whoever takes an attempt has it this long for themselves; so long, also, a call is given to settle its own. */
const LEASE_SECONDS = 60;
const MOST_AT_ONCE = 20;

/**
 * Settles the attempts whose charge nobody has heard the end of: the call died, or the provider did not answer. One that
 * is open or closed is looked at too, for a day: an order to charge may have been on its way when it seemed to be
 * refused. Returns how many were looked at.
 */
export async function settleAttempts(settling: Settling, cards: Cards, log: Logger): Promise<number> {
  const due = await settling.commit(async (em) => {
    await em.execute(`delete from payment_events where created_at < now() - interval '60 days'`);
    // Who never gave a card, with what they wrote of themselves.
    await em.execute(
      `delete from payment_attempts where charge is null and state <> 'paid' and updated_at < now() - interval '30 days'`,
    );
    const rows = await em.execute<object[]>(
      // Rarer and rarer: somebody who left 3-D Secure unanswered may never come back.
      `update payment_attempts
       set next_look_at = now() + greatest(? * interval '1 second', (now() - updated_at) / 2)
       where id in (
         select id from payment_attempts
         where charge is not null and state <> 'paid' and next_look_at <= now() and provider = ?
           and (state in ('charging', 'refunding') or updated_at > now() - interval '1 day')
         order by next_look_at limit ? for update skip locked
       )
       returning *`,
      [LEASE_SECONDS, booksOf(cards), MOST_AT_ONCE],
    );
    return rows.map((row) => em.map(PaymentAttempt, row));
  });
  for (const attempt of due) {
    const settled: Promise<unknown> =
      attempt.state === AttemptState.REFUNDING
        ? giveBack(settling, cards, attempt)
        : bringUpToDate(settling, cards, attempt);
    await settled.catch((error) => {
      log.warn({ err: error, attempt: attempt.id }, 'A payment could not be settled and will be looked at again');
    });
  }
  return due.length;
}

/** How often attempts are looked for, in milliseconds. */
const EVERY = 10_000;

/** Settles attempts until what it returns is called. */
export function settleForever(orm: MikroORM, cards: Cards, publicOrigin: string, log: Logger): () => Promise<void> {
  const settling: Settling = { commit: commitTo(orm), publicOrigin };
  let stopped = false;
  let timer: NodeJS.Timeout;
  let settled = Promise.resolve();
  const next = () => {
    settled = settleAttempts(settling, cards, log)
      .then(
        () => {},
        (error) => log.error({ err: error }, 'Payments could not be settled'),
      )
      .then(() => {
        if (!stopped) timer = setTimeout(next, EVERY);
      });
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await settled;
  };
}
