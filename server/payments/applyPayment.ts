import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Client } from '../accounts/clients/client.entity';
import { findClientByEmail } from '../accounts/clients/clientEmails';
import { writeMail } from '../accounts/mail/letter';
import { hashPassword } from '../accounts/passwords/passwords';
import { newTemporaryPassword, sendTemporaryPassword } from '../accounts/passwords/temporaryPasswords';
import { findUserId } from '../accounts/usernames';
import { Role } from '../accounts/users/role.entity';
import { User } from '../accounts/users/user.entity';
import type { Site } from '../context';
import { aYearLater, dayBefore, todayInUtc } from '../days';
import { asAppError } from '../errors';
import type { Commit } from '../gate/operation';
import { LogEntry } from '../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../logs/logKind';
import type { PaidCard } from '../outside/cards/cards';
import { AttemptUser } from './attemptUser.entity';
import { Payment, YEAR_CENTS } from './payment.entity';
import { AttemptState, PaymentAttempt } from './paymentAttempt.entity';
import { inDollars, issueReceipt } from './receipts/issueReceipt';

/** What settling an attempt needs, in a request, a webhook or the sweeper. */
export interface Settling {
  commit: Commit;
  site: Site;
}

/**
 * The only place that records a payment, extends subscriptions, issues the receipt and, for a new customer, creates client
 * and user. The charge must have succeeded, with `card`. Idempotent, also under concurrent calls. An attempt for several
 * users is applied to all of them or, if one has been deleted, to none. Returns its first payment.
 */
export async function applyPayment(settling: Settling, attemptId: number, card: PaidCard | null): Promise<Payment> {
  const { commit, site } = settling;
  // Hashing is slow, so it is done before locking anything; the hash is only used for a new user.
  const password = newTemporaryPassword();
  const { join } = await commit((em) => em.findOneOrFail(PaymentAttempt, attemptId));
  const passwordHash = join ? await hashPassword(password) : '';
  return retryOnConflict(() =>
    commit(async (em) => {
      const found = await lockPayees(em, await em.findOneOrFail(PaymentAttempt, attemptId));
      const attempt = await em.findOneOrFail(PaymentAttempt, attemptId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const before = await em.findOne(Payment, { attempt: attempt.id });
      if (before) return before;
      const administrator = attempt.payer && (await em.findOne(User, attempt.payer.id));
      const joiner = found.length === 0 && attempt.join ? await createPayer(em, attempt) : null;
      const users = joiner ? [joiner] : found;
      const missing = attempt.forClient ? await missingOf(em, attempt) : [];
      if (users.length === 0 || missing.length > 0) return unclaimed(em, site, attempt, administrator, missing);
      const payments: Payment[] = [];
      for (const user of users) payments.push(await extend(em, attempt, user));
      const [first, ...others] = payments as [Payment, ...Payment[]];
      first.attempt = attempt;
      // One after the other: their order on the receipt is that of their ids.
      for (const payment of [first, ...others]) await em.persist(payment).flush();
      const client = await companyOf(em, attempt, first);
      const payer = attempt.forClient ? (administrator ?? goneAdministrator(attempt)) : users[0];
      if (joiner) await sendTemporaryPassword(em, joiner, 'invitation', { password, passwordHash, site });
      if (payer) await issueReceipt(em, site, { payer, client, payments, card });
      await em.flush();
      return first;
    }),
  );
}

/** The money is taken, so a conflict with a concurrent change of the same users is retried, not reported. */
async function retryOnConflict<T>(act: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (tries > 1 && asAppError(error).code === 'CONFLICT') return retryOnConflict(act, tries - 1);
    throw error;
  }
}

/**
 * The users of the attempt. Locked before the attempt, in the same order as when a user is deleted, and by id, so that two
 * attempts do not wait for each other. An administrator may have created the account of a new customer meanwhile.
 */
async function lockPayees(em: EntityManager, attempt: PaymentAttempt): Promise<User[]> {
  const { user, join, username } = attempt;
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  if (attempt.forClient) {
    const rows = await em.find(AttemptUser, { attempt: attempt.id });
    return em.find(User, { id: { $in: rows.flatMap((row) => row.user?.id ?? []) } }, lock);
  }
  const id = user?.id ?? (join ? await findUserId(em, username) : undefined);
  return id === undefined ? [] : em.find(User, { id }, lock);
}

/** The company on the receipt: the one whose users were chosen, wherever they are now. */
async function companyOf(em: EntityManager, { client }: PaymentAttempt, first: Payment): Promise<Client> {
  const chosen = client && (await em.findOne(Client, client.id));
  return chosen ?? em.findOneOrFail(Client, Number(first.client?.id));
}

/** What is known of an administrator who was deleted after paying. */
const goneAdministrator = ({ username }: PaymentAttempt) => ({ id: null, username, fullName: '' });

/** The names of the users of an attempt who have been deleted. */
const missingOf = async (em: EntityManager, { id }: PaymentAttempt): Promise<string[]> =>
  (
    await em.execute<{ username: string }[]>(
      'select username from attempt_users where attempt_id = ? and user_id is null order by id',
      [id],
    )
  ).map(({ username }) => username);

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
  if (!attempt.forClient) attempt.user = user;
  attempt.state = AttemptState.PAID;
  const by = attempt.forClient ? `${attempt.username} paid` : 'Paid';
  LogEntry.write(em, user, LogKind.PAYMENT, {
    subject: subjectOf(user),
    text: `${by} ${inDollars(YEAR_CENTS)}: the subscription now ends on ${end}`,
  });
  return em.create(
    Payment,
    {
      user: user.id,
      username: user.username,
      amountCents: YEAR_CENTS,
      subscriptionEndDate: end,
      client: client.id,
      clientEndDateBefore,
      ...before,
    },
    { persist: false },
  );
}

/** A user was deleted after the payment: it is recorded, and the sweeper refunds it. */
function unclaimed(
  em: EntityManager,
  site: Site,
  attempt: PaymentAttempt,
  payer: User | null,
  missing: string[],
): Payment {
  const { username, amountCents, forClient } = attempt;
  attempt.state = AttemptState.REFUNDING;
  attempt.nextLookAt = new Date();
  const amount = inDollars(amountCents);
  LogEntry.write(em, { id: payer?.id ?? null, username }, LogKind.PAYMENT_UNCLAIMED, {
    text: forClient
      ? `Paid ${amount} for users of a client, but ${missing.join(', ')} had been deleted: the payment is being refunded`
      : `Paid ${amount} for an account that had been deleted: the payment is being refunded`,
  });
  writeMail(em, site, {
    to: username,
    name: payer?.fullName,
    subject: 'Your payment is being refunded',
    hours: 7 * 24,
    parts: [
      forClient
        ? `${missing.join(', ')} was deleted while you were paying ${amount} for users of ${attempt.company}. No subscription was extended. The full amount is being refunded to your card.`
        : `Your account was deleted while you were paying ${amount} for it. The full amount is being refunded to your card.`,
    ],
  });
  return em.create(Payment, {
    attempt,
    user: null,
    username,
    amountCents,
    subscriptionEndDate: todayInUtc(),
  });
}

/** The subject of log entries: payments have no page of their own, so entries link to the user. */
export const subjectOf = ({ id }: User) => ({ type: LogSubjectType.USER, id });
