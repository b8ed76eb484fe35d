import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Client } from '../../accounts/clients/client.entity';
import { findUserId, usernameKey } from '../../accounts/usernames';
import type { User } from '../../accounts/users/user.entity';
import type { Caller, Context } from '../../context';
import { AppError, invalid } from '../../errors';
import { administratorOf, disabled, notOwn, payerOf, type Session } from '../payer';
import { YEAR_CENTS } from '../payment.entity';
import { AttemptUser } from './attemptUser.entity';
import { CardSetup } from './cardSetup.entity';
import { AttemptState, PaymentAttempt } from './paymentAttempt.entity';

interface Payer {
  /** Null in an attempt to join. */
  user: Caller | null;
  username: string;
  /** Given in an attempt to join. */
  company?: string;
  fullName?: string;
  /** The client secret of a setup from an earlier answer. */
  clientSecret?: string | null | undefined;
  provider: string;
  /** Throws if the payer may not open a new attempt. */
  countNew: () => Promise<void>;
}

/** The payer's open attempt, or a new one. An advisory lock serialises callers for the same account. */
export async function openAttempt(em: EntityManager, payer: Payer): Promise<PaymentAttempt> {
  const { user, username, provider, company = '', fullName = '', clientSecret, countNew } = payer;
  const whose = user ? `of user ${user.id}` : `to join of ${usernameKey(username)}`;
  await em.execute('select pg_advisory_xact_lock(hashtext(?))', [`motokey payment ${whose}`]);
  const mine = user ? 'user_id = ? and not "join"' : 'lower(username) = lower(?) and "join"';
  // This provider does not know attempts of another provider, or of another mode (test or live).
  await em.execute(
    `update payment_attempts set state = 'closed' where state in ('open', 'charging') and provider <> ? and ${mine}`,
    [provider, user?.id ?? username],
  );
  const [row] = await em.execute<{ id: number }[]>(
    `select id from payment_attempts where state in ('open', 'charging') and ${mine}`,
    [user?.id ?? username],
  );
  if (!row) {
    await countNew();
    return em.create(PaymentAttempt, {
      user: user?.id ?? null,
      username,
      join: !user,
      provider,
      company,
      fullName,
    });
  }
  const open = await em.findOneOrFail(PaymentAttempt, row.id);
  // Only the holder of a client secret may change the company and the name.
  if (clientSecret && (await em.count(CardSetup, { attempt: open.id, clientSecret })))
    em.assign(open, { company, fullName });
  return open;
}

export interface ClientPayer {
  payer: Caller;
  client: Client;
  users: User[];
  provider: string;
  countNew: () => Promise<void>;
}

/**
 * The administrator's open attempt for these users of the client, or a new one. An open attempt for other users of it is
 * closed; while its card is being charged, another one is refused.
 */
export async function openClientAttempt(
  em: EntityManager,
  { payer, client, users, provider, countNew }: ClientPayer,
): Promise<PaymentAttempt> {
  await em.execute('select pg_advisory_xact_lock(hashtext(?))', [`motokey payment for ${client.id} by ${payer.id}`]);
  const open = await em.findOne(
    PaymentAttempt,
    { payer: payer.id, client: client.id, forClient: true, state: { $in: [AttemptState.OPEN, AttemptState.CHARGING] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (open?.provider === provider) {
    const chosen = (await em.find(AttemptUser, { attempt: open.id })).map(({ user }) => user?.id);
    if (isSameSet(chosen, users)) return open;
    if (open.state === AttemptState.CHARGING) {
      const message = 'Your payment for other users of this client is being charged. Please try again in a minute.';
      throw new AppError('CONFLICT', message);
    }
  }
  if (open) {
    await close(em, open.id);
    await em.refresh(open);
  }
  await countNew();
  const attempt = em.create(PaymentAttempt, {
    user: null,
    username: payer.username,
    join: false,
    forClient: true,
    payer: payer.id,
    client: client.id,
    company: client.name,
    amountCents: users.length * YEAR_CENTS,
    provider,
  });
  for (const { id, username } of users) em.create(AttemptUser, { attempt, user: id, username });
  return attempt;
}

/** The administrator's attempt for other users of the client whose card is being charged, if any. */
export async function chargingForOthers(
  em: EntityManager,
  { payer, client, users, provider }: ClientPayer,
): Promise<PaymentAttempt | null> {
  const mine = { payer: payer.id, client: client.id, forClient: true, provider, state: AttemptState.CHARGING };
  const charging = await em.findOne(PaymentAttempt, mine);
  const chosen = charging && (await em.find(AttemptUser, { attempt: charging.id })).map(({ user }) => user?.id);
  return chosen && !isSameSet(chosen, users) ? charging : null;
}

const isSameSet = (chosen: (number | undefined)[], users: User[]) =>
  chosen.length === users.length && users.every(({ id }) => chosen.includes(id));

/**
 * Call this before money may move: from then on, the sweeper finishes the attempt if the charging call never returns.
 * Returns the id of the charge to use; null if the attempt is over. If two charges were prepared concurrently, the first
 * one is used, and the other never takes money.
 */
export async function beginCharging(
  em: EntityManager,
  { id, charge, card, setup }: { id: number; charge: string; card: string; setup: CardSetup },
): Promise<string | null> {
  const [row] = await em.execute<{ charge: string }[]>(
    `update payment_attempts set charge = coalesce(charge, ?), card = ?, card_setup_id = ?, state = 'charging',
       updated_at = now(), next_look_at = now() + interval '60 seconds'
     where id = ? and state in ('open', 'charging') returning charge`,
    [charge, card, setup.id, id],
  );
  return row?.charge ?? null;
}

/** Records a declined card. Another card may be tried, in another setup. */
export async function reopen(em: EntityManager, id: number, cardSetupId: number | null): Promise<void> {
  await em.execute(
    `update payment_attempts set state = 'open', updated_at = now() where id = ? and state = 'charging'`,
    [id],
  );
  if (cardSetupId) await em.nativeUpdate(CardSetup, { id: cardSetupId }, { spent: true });
}

/** Closes an attempt that can no longer be paid. */
export async function close(em: EntityManager, id: number): Promise<void> {
  await em.execute(`update payment_attempts set state = 'closed' where id = ? and state in ('open', 'charging')`, [id]);
}

/** The attempt that the caller may complete, and the setups in which their card may be, newest first. */
export async function findAttempt(
  em: EntityManager,
  ctx: Context & Session,
  { email, clientSecret }: { email?: string | null; clientSecret?: string | null },
) {
  const by = clientSecret ? 'clientSecret' : 'email';
  const setup = clientSecret ? await em.findOne(CardSetup, { clientSecret }) : null;
  const id = clientSecret ? setup?.attempt.id : await newestAttempt(em, ctx, email);
  const attempt = id === undefined ? null : await em.findOne(PaymentAttempt, id, { populate: ['user'] });
  if (!attempt) throw invalid({ [by]: ['No payment has been started.'] });
  const caller = ctx.session?.user;
  if (attempt.forClient && attempt.payer?.id !== administratorOf(ctx).id) throw notOwn();
  if (clientSecret && !attempt.join && !attempt.forClient && caller && attempt.user?.id !== caller.id) throw notOwn();
  if (attempt.user && !attempt.user.enabled) throw disabled(ctx);
  const newest = { orderBy: { id: 'desc' }, limit: 5 } as const;
  const setups = setup ? [setup] : await em.find(CardSetup, { attempt: attempt.id, setup: { $ne: null } }, newest);
  return { attempt, setups };
}

async function newestAttempt(
  em: EntityManager,
  ctx: Context & Session,
  email?: string | null,
): Promise<number | undefined> {
  const named = email ?? '';
  if (ctx.session || !named || (await findUserId(em, named)) !== undefined) {
    const { id } = await payerOf(em, ctx, email);
    return (await em.findOne(PaymentAttempt, { user: id }, { orderBy: { id: 'desc' } }))?.id;
  }
  const [joining] = await em.execute<{ id: number }[]>(
    'select id from payment_attempts where lower(username) = lower(?) and "join" order by id desc limit 1',
    [named],
  );
  return joining?.id;
}
