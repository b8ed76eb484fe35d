import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../accounts/user.entity';
import { CardSetup } from './cardSetup.entity';
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
  const whose = user ? `of user ${user.id}` : `to join of ${username.toLowerCase()}`;
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
 * The setup for the caller: the one that they name, else the newest that is not spent and was opened for the signed-in
 * user, or for visitors, as the caller is one; else a new one. `passed` is one that is not for them.
 */
export async function setupFor(
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
export async function keepCustomer(
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
