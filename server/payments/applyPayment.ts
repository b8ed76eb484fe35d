import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Client } from '../accounts/clients/client.entity';
import { findClientByEmail } from '../accounts/clients/clientEmails';
import { Mail } from '../accounts/mail/mail.entity';
import { hashPassword } from '../accounts/passwords/passwords';
import { newTemporaryPassword, sendTemporaryPassword } from '../accounts/passwords/temporaryPasswords';
import { Role } from '../accounts/users/role.entity';
import { User } from '../accounts/users/user.entity';
import { findUserId } from '../accounts/users/usernames';
import { aYearEarlier, aYearLater, dayBefore, todayInUtc } from '../days';
import { asAppError } from '../errors';
import { LogEntry } from '../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../logs/logKind';
import type { Commit } from '../operation';
import type { Charge } from '../outside/cards/cards';
import { Payment, YEAR_CENTS } from './payment.entity';
import { AttemptState, PaymentAttempt } from './paymentAttempt.entity';

/** What settling an attempt needs, in a request, a webhook or the sweeper. */
export interface Settling {
  commit: Commit;
  /** The origin of the site in browsers, for the link in a new user's invitation. */
  publicOrigin: string;
}

/**
 * The only place that records a payment, extends a subscription and, for a new customer, creates client and user. The
 * charge must have succeeded. Idempotent, also under concurrent calls.
 */
export async function applyPayment(settling: Settling, attemptId: number): Promise<Payment> {
  const { commit, publicOrigin } = settling;
  // Hashing is slow, so it is done before locking anything; the hash is only used for a new user.
  const password = newTemporaryPassword();
  const { join } = await commit((em) => em.findOneOrFail(PaymentAttempt, attemptId));
  const passwordHash = join ? await hashPassword(password) : '';
  return insist(() =>
    commit(async (em) => {
      const found = await findPayer(em, await em.findOneOrFail(PaymentAttempt, attemptId));
      const attempt = await em.findOneOrFail(PaymentAttempt, attemptId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const before = await em.findOne(Payment, { attempt: attempt.id });
      if (before) return before;
      const user = found ?? (attempt.join ? await createPayer(em, attempt) : null);
      const payment = user ? await extend(em, attempt, user) : unclaimed(em, attempt);
      await em.flush();
      if (user && !found) {
        await sendTemporaryPassword(em, user, 'invitation', { password, passwordHash, publicOrigin });
      }
      return payment;
    }),
  );
}

/** The money is taken, so a conflict with a concurrent change of the same users is retried, not reported. */
async function insist<T>(act: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (tries > 1 && asAppError(error).code === 'CONFLICT') return insist(act, tries - 1);
    throw error;
  }
}

/**
 * The user of the attempt. Locked before the attempt, in the same order as when a user is deleted. An administrator may
 * have created the account of a new customer meanwhile.
 */
async function findPayer(em: EntityManager, { user, join, username }: PaymentAttempt): Promise<User | null> {
  const id = user?.id ?? (join ? await findUserId(em, username) : undefined);
  return id === undefined ? null : em.findOne(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** A new customer gets a client with one seat, or a seat in the client that has their address by now. */
async function createPayer(em: EntityManager, { username, company, fullName }: PaymentAttempt): Promise<User> {
  const clientId = await findClientByEmail(em, username, 'for update');
  if (clientId !== undefined) {
    await em.execute(
      `update clients set max_users = greatest(max_users, (select count(*) from users where client_id = clients.id) + 1)
       where id = ?`,
      [clientId],
    );
  }
  const start = todayInUtc();
  const client =
    clientId !== undefined
      ? await em.findOneOrFail(Client, clientId)
      : em.create(Client, {
          name: company,
          primaryEmail: username,
          maxUsers: 1,
          subscriptionStartDate: start,
          subscriptionEndDate: start,
          description: 'Joined by paying.',
        });
  // Starts with a subscription that ended yesterday; the payment extends it like any other.
  return em.create(User, {
    username,
    fullName,
    client,
    role: em.getReference(Role, Role.USER),
    subscriptionEndDate: dayBefore(start),
  });
}

/**
 * A year after the later of today and the present end; the client's end follows if it is earlier
 * (docs/rules.md, "Payments").
 */
async function extend(em: EntityManager, attempt: PaymentAttempt, user: User): Promise<Payment> {
  const isNew = user.id === undefined;
  const client = isNew
    ? user.client
    : await em.findOneOrFail(Client, user.client.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const before = {
    userEndDateBefore: user.subscriptionEndDate,
    userExpiredBefore: user.accountExpired,
    clientExpiredBefore: client.accountExpired,
  };
  const end = aYearLater(user.subscriptionEndDate > todayInUtc() ? user.subscriptionEndDate : todayInUtc());
  user.subscriptionEndDate = end;
  user.accountExpired = false;
  if (!client.isClosed(todayInUtc())) client.accountExpired = false;
  const clientEndDateBefore = client.subscriptionEndDate < end ? client.subscriptionEndDate : null;
  if (clientEndDateBefore) client.subscriptionEndDate = end;
  em.persist(user);
  await em.flush();
  attempt.user = user;
  attempt.state = AttemptState.PAID;
  LogEntry.write(em, user, LogKind.PAYMENT, {
    subject: subjectOf(user),
    text: `Paid ${inDollars(YEAR_CENTS)}: the subscription now ends on ${end}`,
  });
  return em.create(Payment, {
    attempt,
    user: user.id,
    username: user.username,
    amountCents: YEAR_CENTS,
    subscriptionEndDate: end,
    client: client.id,
    clientEndDateBefore,
    ...before,
  });
}

/** The user was deleted after paying: the payment is recorded, and the sweeper refunds it. */
function unclaimed(em: EntityManager, attempt: PaymentAttempt): Payment {
  attempt.state = AttemptState.REFUNDING;
  attempt.nextLookAt = new Date();
  LogEntry.write(em, { id: null, username: attempt.username }, LogKind.PAYMENT_UNCLAIMED, {
    text: `Paid ${inDollars(YEAR_CENTS)} for an account that was deleted meanwhile: the money is given back`,
  });
  em.create(Mail, {
    recipient: attempt.username,
    subject: 'Your payment is given back',
    expiresAt: new Date(Date.now() + 7 * 86_400_000),
    text: `Hello,\n\nYour account was deleted while you were paying ${inDollars(YEAR_CENTS)} for it. The money goes back to your card.`,
  });
  return em.create(Payment, {
    attempt,
    user: null,
    username: attempt.username,
    amountCents: YEAR_CENTS,
    subscriptionEndDate: todayInUtc(),
  });
}

/** The subject of log entries: payments have no page of their own, so entries link to the user. */
const subjectOf = ({ id }: User) => ({ type: LogSubjectType.USER, id });

/** `7995` → `$79.95`. */
const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Records refunds and disputes of a payment. A full refund takes the paid year back, once. */
export async function noteCharge({ commit }: Settling, paymentId: number, charge: Charge): Promise<void> {
  if (charge.state !== 'paid') return;
  const { refundedCents, disputed } = charge;
  await commit(async (em) => {
    // The user first, as everywhere.
    const whose = (await em.findOneOrFail(Payment, paymentId)).user;
    const user = whose && (await em.findOne(User, whose.id, { lockMode: LockMode.PESSIMISTIC_WRITE }));
    const payment = await em.findOneOrFail(Payment, paymentId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const refunded = refundedCents > payment.refundedCents;
    const newlyDisputed = disputed && !payment.disputed;
    // Concurrent calls may arrive out of order: the higher figure is the later one.
    payment.refundedCents = Math.max(payment.refundedCents, refundedCents);
    payment.disputed = disputed;
    if (!user) return;
    const note = (kind: LogKind, text: string) => LogEntry.write(em, user, kind, { subject: subjectOf(user), text });
    if (newlyDisputed) {
      const day = payment.createdAt.toISOString().slice(0, 10);
      note(LogKind.PAYMENT_DISPUTED, `The payment of ${day} is disputed at the bank`);
    }
    if (refunded) {
      const amounts = `${inDollars(payment.refundedCents)} of ${inDollars(payment.amountCents)}`;
      note(LogKind.PAYMENT_REFUNDED, `${amounts} were given back`);
    }
    if (payment.refundedCents >= payment.amountCents && !payment.takenBackAt) await takeBack(em, payment, user);
  });
}

/** Restores the dates and flags from before the payment; if the end date has moved since, takes a year off instead. */
async function takeBack(em: EntityManager, payment: Payment, user: User): Promise<void> {
  const { subscriptionEndDate: bought, userEndDateBefore } = payment;
  payment.takenBackAt = new Date();
  if (user.subscriptionEndDate === bought && userEndDateBefore) {
    user.subscriptionEndDate = userEndDateBefore;
    user.accountExpired ||= payment.userExpiredBefore;
  } else if (!userEndDateBefore || user.subscriptionEndDate > userEndDateBefore) {
    user.subscriptionEndDate = aYearEarlier(user.subscriptionEndDate);
  }
  await takeBackFromClient(em, payment);
  LogEntry.write(em, user, LogKind.YEAR_TAKEN_BACK, {
    subject: subjectOf(user),
    text: `The year was taken back: the subscription now ends on ${user.subscriptionEndDate}`,
  });
}

/** Restores the end date of the client, unless it has moved since. Time paid for by other users of it is kept. */
async function takeBackFromClient(em: EntityManager, payment: Payment): Promise<void> {
  const { id, client: paidFor, subscriptionEndDate: bought, clientEndDateBefore, clientExpiredBefore } = payment;
  if (!paidFor || !clientEndDateBefore) return;
  const client = await em.findOne(Client, paidFor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!client || client.subscriptionEndDate !== bought) return;
  const others = await em.find(Payment, { client: client.id, takenBackAt: null, id: { $ne: id } });
  const ends = [
    clientEndDateBefore,
    client.subscriptionStartDate,
    ...others.map(({ subscriptionEndDate }) => subscriptionEndDate),
  ];
  client.subscriptionEndDate = ends.toSorted().at(-1) ?? clientEndDateBefore;
  if (client.subscriptionEndDate < todayInUtc()) client.accountExpired ||= clientExpiredBefore;
}
