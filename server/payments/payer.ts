import type { EntityManager } from '@mikro-orm/postgresql';
import { Client } from '../accounts/clients/client.entity';
import { findClientByEmail } from '../accounts/clients/clientEmails';
import { findUserId, usernameKey } from '../accounts/usernames';
import { User } from '../accounts/users/user.entity';
import type { Caller, CallersSession, Context } from '../context';
import { todayInUtc } from '../days';
import { AppError, invalid } from '../errors';
import { refuseRestricted, refuseWithoutFactor } from '../gate/audiences';
import { type Commit } from '../gate/operation';
import { type Limit, TooManyAttempts } from '../gate/throttle/throttle';
import { AttemptUser } from './attempts/attemptUser.entity';
import type { PaymentAttempt } from './attempts/paymentAttempt.entity';

export type Session = { session: CallersSession | null };
export type ChainContext = Context & Session & { commit: Commit };

/**
 * The payer: the session's user or, without a session, the user with this email. With a session, throws if the email is
 * not the user's own; without one, if it is missing or unknown, or if the account is disabled.
 */
export async function payerOf(em: EntityManager, ctx: Context & Session, email?: string | null) {
  const { session } = ctx;
  if (session) {
    if (email && usernameKey(email) !== usernameKey(session.user.username)) throw notOwn();
    return session.user;
  }
  if (!email) throw invalid({ email: ['The email field is required.'] });
  const id = await findUserId(em, email);
  if (id === undefined) throw invalid({ email: ['There is no account with this email.'] });
  const user = await em.findOneOrFail(User, id);
  if (!user.enabled) throw disabled(ctx);
  return user;
}

/** The administrator who pays for a client. Not with a temporary password, or without a required second factor. */
export function administratorOf(ctx: Context & Session): Caller {
  const { session } = ctx;
  if (!session?.user.isAdmin) throw notOwn();
  refuseRestricted(session);
  refuseWithoutFactor(session, ctx);
  return session.user;
}

/** Throws if paying would not give the user access (docs/rules.md, "Payments"). */
export async function refuseShutOut(em: EntityManager, ctx: Context, id: number): Promise<void> {
  const user = await em.findOne(User, id, { populate: ['client', 'role'], refresh: true });
  if (user && !user.enabled) throw disabled(ctx);
  if (user && !user.isAdmin && user.client.isClosed(todayInUtc())) throw closed(ctx);
}

/**
 * As above, for the payer of an attempt. A join attempt has no user yet, but an account or a client with its email may
 * have been created since it was opened.
 */
export async function refuseShutOutPayer(em: EntityManager, ctx: Context, attempt: PaymentAttempt): Promise<void> {
  const { user, join, username } = attempt;
  if (attempt.forClient) return refuseChangedPayees(em, attempt);
  const id = user?.id ?? (join ? await findUserId(em, username) : undefined);
  if (id !== undefined) return refuseShutOut(em, ctx, id);
  const companyId = join ? await findClientByEmail(em, username) : undefined;
  const client = companyId === undefined ? null : await em.findOne(Client, companyId);
  if (client?.isClosed(todayInUtc())) throw closed(ctx);
}

/** The most users in one payment, as when they are added. */
const MOST_USERS = 50;

/** The users of one client (of `clientId`, if given) whom an administrator pays for, in the order of their ids. */
export async function payeesOf(
  em: EntityManager,
  ctx: Context,
  ids: number[],
  clientId?: string | null,
): Promise<User[]> {
  const wrong = (message: string) => invalid({ userIds: [message] });
  if (ids.length === 0) throw wrong('Choose a user.');
  if (ids.length > MOST_USERS) throw wrong(`At most ${MOST_USERS} users can be paid for at once.`);
  const users = await em.find(User, { id: { $in: ids } }, { populate: ['client', 'role'], orderBy: { id: 'asc' } });
  if (users.length !== new Set(ids).size) throw wrong('A user has been deleted in the meantime. Please choose again.');
  if (new Set(users.map(({ client }) => client.id)).size > 1) throw wrong('They must be users of one client.');
  if (clientId && users[0]?.client.id !== Number(clientId))
    throw wrong('They are not users of this client. Please choose again.');
  const administrator = users.find(({ isAdmin }) => isAdmin);
  if (administrator) throw wrong(`${administrator.username} is an administrator, who needs no subscription.`);
  const disabledUser = users.find(({ enabled }) => !enabled);
  if (disabledUser) throw wrong(`${disabledUser.username} is disabled, and a payment would not give access.`);
  if (users[0]?.client.isClosed(todayInUtc())) throw closed(ctx);
  return users;
}

/** Refuses to charge for a client if its users are not those who were chosen any more. Nothing has been charged. */
async function refuseChangedPayees(em: EntityManager, { id, client, company }: PaymentAttempt): Promise<void> {
  const rows = await em.find(AttemptUser, { attempt: id }, { populate: ['user.client'], orderBy: { id: 'asc' } });
  const problems = rows.flatMap(({ user, username }) => {
    if (!user) return `${username} has been deleted`;
    if (user.client.id !== client?.id) return `${username} has left ${company}`;
    if (!user.enabled) return `${username} has been disabled`;
    return user.client.isClosed(todayInUtc()) ? `${company} has been closed` : [];
  });
  if (problems.length === 0) return;
  const text = [...new Set(problems)].join(', ');
  throw new AppError('CONFLICT', `${text} in the meantime. Nothing was charged: please choose the users again.`);
}

export const notOwn = () => new AppError('FORBIDDEN', 'You can only pay for your own account.');
export const disabled = (ctx: Context) => new AppError('FORBIDDEN', `This account is disabled. ${whomToAsk(ctx)}`);

const closed = (ctx: Context) =>
  new AppError(
    'FORBIDDEN',
    `Your company’s account has been closed, and a payment would not reopen it, so nothing was charged. ${whomToAsk(ctx)}`,
  );

function whomToAsk({
  site: {
    support: { phone, email },
  },
}: Context): string {
  const ways = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean);
  return `Please ${ways.join(' or ') || 'contact your company’s administrator'}.`;
}

/** As `limit` answers, but says until when, and whom to ask. */
export const limited = (ctx: Context, limit: Promise<void>): Promise<void> =>
  limit.catch((error) => {
    if (!(error instanceof TooManyAttempts)) throw error;
    const until = new Date(Date.now() + error.wait * 1_000).toISOString().slice(11, 16);
    throw new TooManyAttempts(
      error.wait,
      `Too many attempts to pay. Please try again after ${until} UTC. ${whomToAsk(ctx)}`,
    );
  });

/** Counts by account where there is one: whoever shares an address must not use up the attempts of the others. */
export const paymentLimit = (
  what: string,
  most: number,
  { ip }: Pick<Context, 'ip'>,
  user: { id: number } | null | undefined,
): Limit => ({ ...(user ? { key: `${what} of ${user.id}` } : { key: what, from: ip }), most, minutes: 60 });

export const over = () => new AppError('CONFLICT', 'This payment attempt has ended. Please start again.');
