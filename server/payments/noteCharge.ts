import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Client } from '../accounts/clients/client.entity';
import { User } from '../accounts/users/user.entity';
import { aYearEarlier, todayInUtc } from '../days';
import { LogEntry } from '../logs/logEntry.entity';
import { LogKind } from '../logs/logKind';
import type { Charge } from '../outside/cards/cards';
import { type Settling, subjectOf } from './applyPayment';
import { Payment } from './payment.entity';
import { inDollars } from './receipts/issueReceipt';

/**
 * Records refunds and disputes of a charge, given one of its payments. A full refund takes the paid years back, once. Of a
 * part that was refunded, each payment of several gets an equal share.
 */
export async function noteCharge({ commit }: Settling, paymentId: number, charge: Charge): Promise<void> {
  if (charge.state !== 'paid') return;
  await commit(async (em) => {
    const { receipt } = await em.findOneOrFail(Payment, paymentId);
    const ofCharge: FilterQuery<Payment> = receipt ? { receipt: receipt.number } : { id: paymentId };
    const order = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
    // The users first, as everywhere.
    const whose = (await em.find(Payment, ofCharge)).flatMap(({ user }) => user?.id ?? []);
    const users = new Map((await em.find(User, { id: { $in: whose } }, order)).map((user) => [user.id, user]));
    const payments = await em.find(Payment, ofCharge, { ...order, refresh: true });
    const taken: Payment[] = [];
    for (const [index, payment] of payments.entries()) {
      const share = shareOf(charge.refundedCents, index, payments.length);
      const user = users.get(payment.user?.id ?? 0);
      note(em, payment, user, share, charge.disputed);
      const isFull = payment.refundedCents >= payment.amountCents;
      // Of a deleted user, the client may still have the time.
      if ((user || payment.client) && isFull && !payment.takenBackAt) taken.push(payment);
    }
    if (taken.length > 0) await revokeYears(em, taken, users);
  });
}

/** The share of the payment at `index`, in whole cents; together they are `cents`. */
const shareOf = (cents: number, index: number, count: number) => Math.floor((cents + index) / count);

function note(em: EntityManager, payment: Payment, user: User | undefined, refundedCents: number, disputed: boolean) {
  const refunded = refundedCents > payment.refundedCents;
  const newlyDisputed = disputed && !payment.disputed;
  // Concurrent calls may arrive out of order: the higher figure is the later one.
  payment.refundedCents = Math.max(payment.refundedCents, refundedCents);
  payment.disputed = disputed;
  if (!user) return;
  const write = (kind: LogKind, text: string) => LogEntry.write(em, user, kind, { subject: subjectOf(user), text });
  if (newlyDisputed) {
    const day = payment.createdAt.toISOString().slice(0, 10);
    write(LogKind.PAYMENT_DISPUTED, `The payment of ${day} is disputed at the bank`);
  }
  if (refunded) {
    const amounts = `${inDollars(payment.refundedCents)} of ${inDollars(payment.amountCents)}`;
    write(LogKind.PAYMENT_REFUNDED, `Refunded ${amounts}`);
  }
}

/** Restores the dates and flags from before the payments; if an end date has moved since, takes a year off instead. */
async function revokeYears(em: EntityManager, payments: Payment[], users: Map<number, User>): Promise<void> {
  for (const payment of payments) payment.takenBackAt = new Date();
  await em.flush();
  // The last one first: each restores what it found.
  for (const payment of payments.toReversed()) {
    await revokeYearOfClient(em, payment);
    const user = users.get(payment.user?.id ?? 0);
    if (!user) continue;
    const { subscriptionEndDate: bought, userEndDateBefore } = payment;
    if (user.subscriptionEndDate === bought && userEndDateBefore) {
      user.subscriptionEndDate = userEndDateBefore;
      user.accountExpired ||= payment.userExpiredBefore;
    } else if (!userEndDateBefore || user.subscriptionEndDate > userEndDateBefore) {
      user.subscriptionEndDate = aYearEarlier(user.subscriptionEndDate);
    }
    LogEntry.write(em, user, LogKind.YEAR_TAKEN_BACK, {
      subject: subjectOf(user),
      text: `Revoked the paid year: the subscription now ends on ${user.subscriptionEndDate}`,
    });
  }
}

/** Restores the end date of the client, unless it has moved since. Time paid for by other users of it is kept. */
async function revokeYearOfClient(em: EntityManager, payment: Payment): Promise<void> {
  const { id, client: paidFor, subscriptionEndDate: bought, clientEndDateBefore, clientExpiredBefore } = payment;
  if (!paidFor || !clientEndDateBefore) return;
  const client = await em.findOne(Client, paidFor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!client || client.subscriptionEndDate !== bought) return;
  const others = (await em.find(Payment, { client: client.id, takenBackAt: null, id: { $ne: id } })).filter(
    ({ refundedCents, amountCents }) => refundedCents < amountCents,
  );
  const ends = [
    clientEndDateBefore,
    client.subscriptionStartDate,
    ...others.map(({ subscriptionEndDate }) => subscriptionEndDate),
  ];
  client.subscriptionEndDate = ends.toSorted().at(-1) ?? clientEndDateBefore;
  if (client.subscriptionEndDate < todayInUtc()) client.accountExpired ||= clientExpiredBefore;
}
