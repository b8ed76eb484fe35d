import { AppError } from '../errors';
import type { Cards, Charge } from '../outside/cards/cards';
import { applyPayment, type Settling } from './applyPayment';
import { close, reopen } from './attempts';
import { noteCharge } from './noteCharge';
import { Payment } from './payment.entity';
import { AttemptState, PaymentAttempt } from './paymentAttempt.entity';

/** The provider and mode that an attempt belongs to: `sandbox`, `stripe test` or `stripe live`. */
export const providerModeOf = ({ provider, publishableKey }: Cards) =>
  provider === 'sandbox' ? provider : `${provider} ${publishableKey?.startsWith('pk_test_') ? 'test' : 'live'}`;

/**
 * Brings an attempt in line with its charge at the provider: applies the payment and notes refunds, or reopens or
 * closes the attempt. Returns its payment, if any.
 */
export async function reconcile(settling: Settling, cards: Cards, attempt: PaymentAttempt): Promise<Payment | null> {
  const charge: Charge = attempt.charge ? await cards.find(attempt.charge) : { state: 'open' };
  if (charge.state === 'paid') {
    const payment = await applyPayment(settling, attempt.id, charge.card);
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

/**
 * Closes an attempt for a client, for which other users are chosen, once its charge can take no money any more. If it has
 * taken it meanwhile, applies the payment and returns it. Throws while the bank has not answered.
 */
export async function cancelAttempt(settling: Settling, cards: Cards, { id }: PaymentAttempt): Promise<Payment | null> {
  const { charge } = await settling.commit((em) => em.findOneOrFail(PaymentAttempt, id));
  const outcome: Charge = charge ? await cards.cancel(charge) : { state: 'canceled' };
  if (outcome.state === 'paid') return applyPayment(settling, id, outcome.card);
  if (outcome.state !== 'canceled')
    throw new AppError(
      'CONFLICT',
      'Your payment for users of this client is being charged. Please try again in a minute.',
    );
  await settling.commit((em) => close(em, id));
  return null;
}

/** Refunds a payment whose user no longer exists. */
export async function refundPayment(settling: Settling, cards: Cards, attempt: PaymentAttempt): Promise<void> {
  const charge = String(attempt.charge);
  await cards.refund(charge);
  const payment = await settling.commit((em) => em.findOneOrFail(Payment, { attempt: attempt.id }));
  await noteCharge(settling, payment.id, await cards.find(charge));
  await settling.commit((em) => em.nativeUpdate(PaymentAttempt, { id: attempt.id }, { state: AttemptState.CLOSED }));
}
