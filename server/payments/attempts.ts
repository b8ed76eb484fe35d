import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../accounts/users/user.entity';
import { findUserId, usernameKey } from '../accounts/users/usernames';
import type { Context } from '../context';
import { invalid } from '../errors';
import { CardSetup } from './cardSetup.entity';
import { disabled, notOwn, payerOf, type Session } from './payer';
import { PaymentAttempt } from './paymentAttempt.entity';

interface Payer {
  /** Null for somebody who joins. */
  user: User | null;
  username: string;
  /** What who joins gave besides. */
  company?: string;
  fullName?: string;
  /** Of a setup that the caller was given before. */
  clientSecret?: string | null;
  provider: string;
}

/** The open attempt of whoever pays, or a new one. Callers for the same account take turns. */
export async function openAttempt(em: EntityManager, payer: Payer): Promise<PaymentAttempt> {
  const { user, username, provider, company = '', fullName = '', clientSecret } = payer;
  const whose = user ? `of user ${user.id}` : `to join of ${usernameKey(username)}`;
  await em.execute('select pg_advisory_xact_lock(hashtext(?))', [`motokey payment ${whose}`]);
  const mine = user ? 'user_id = ? and not "join"' : 'lower(username) = lower(?) and "join"';
  // One of another provider, or of its test mode, means nothing to this one.
  await em.execute(
    `update payment_attempts set state = 'closed' where state in ('open', 'charging') and provider <> ? and ${mine}`,
    [provider, user?.id ?? username],
  );
  const [row] = await em.execute<{ id: number }[]>(
    `select id from payment_attempts where state in ('open', 'charging') and ${mine}`,
    [user?.id ?? username],
  );
  if (!row) {
    return em.create(PaymentAttempt, { user: user?.id ?? null, username, join: !user, provider, company, fullName });
  }
  const open = await em.findOneOrFail(PaymentAttempt, row.id);
  // Nobody else renames who is about to join.
  if (clientSecret && (await em.count(CardSetup, { attempt: open.id, clientSecret })))
    em.assign(open, { company, fullName });
  return open;
}

/**
 * Before money may move: from now on the sweeper looks after it, should the call that charges not come back. Returns the
 * charge to use (of two that were prepared at once the first counts, and the other takes nothing); null where the
 * attempt is over.
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

/** After a card that was refused: another may be tried, in another setup. */
export async function reopen(em: EntityManager, id: number, cardSetupId: number | null): Promise<void> {
  await em.execute(
    `update payment_attempts set state = 'open', updated_at = now() where id = ? and state = 'charging'`,
    [id],
  );
  if (cardSetupId) await em.nativeUpdate(CardSetup, { id: cardSetupId }, { spent: true });
}

/** Where nothing can come of it any more. */
export async function close(em: EntityManager, id: number): Promise<void> {
  await em.execute(`update payment_attempts set state = 'closed' where id = ? and state in ('open', 'charging')`, [id]);
}

/** The attempt that the caller may conclude, and the setups that their card can be in, newest first. */
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
  if (clientSecret && !attempt.join && ctx.session && attempt.user?.id !== ctx.session.user.id) throw notOwn();
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
  const named = email?.trim() ?? '';
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
