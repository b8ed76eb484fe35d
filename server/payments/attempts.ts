import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../accounts/user.entity';
import { AppError } from '../errors';
import { PaymentAttempt } from './paymentAttempt.entity';

/** Contract section 7: for an attempt; after an hour without one a new attempt may begin. */
const MOST_DECLINES = 5;
const HOUR = 3_600_000;

const waitOf = ({ declines, updatedAt }: PaymentAttempt) =>
  declines < MOST_DECLINES ? 0 : Math.ceil((updatedAt.getTime() + HOUR - Date.now()) / 1000);

/** Throws 429 where too many cards were refused. */
export function refuseTooManyDeclines(attempt: PaymentAttempt): void {
  const wait = waitOf(attempt);
  if (wait <= 0) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Too many cards were declined. Please try again later.', undefined, wait);
}

interface Payer extends Partial<Pick<PaymentAttempt, 'company' | 'fullName'>> {
  /** Null for somebody who joins. */
  user: User | null;
  username: string;
  provider: string;
}

/** The open attempt of whoever pays, or a new one. Callers for the same account take turns. */
export async function openAttempt(em: EntityManager, payer: Payer): Promise<PaymentAttempt> {
  const { user, username, provider } = payer;
  const whose = user ? `of user ${user.id}` : `to join of ${username.toLowerCase()}`;
  await em.execute('select pg_advisory_xact_lock(hashtext(?))', [`motokey payment ${whose}`]);
  const [row] = await em.execute<{ id: number }[]>(
    `select id from payment_attempts where state in ('open', 'charging')
     and ${user ? 'user_id = ? and not "join"' : 'lower(username) = lower(?) and "join"'}`,
    [user?.id ?? username],
  );
  const open = row && (await em.findOneOrFail(PaymentAttempt, row.id));
  if (open) {
    refuseTooManyDeclines(open);
    const isSpent = open.state === 'open' && open.declines >= MOST_DECLINES;
    if (open.provider === provider && !isSpent) return em.assign(open, namesOf(payer));
    // Of another provider, or declined too often and long ago: nothing will come of it.
    open.state = 'closed';
    await em.flush();
  }
  return em.create(PaymentAttempt, { user: user?.id ?? null, username, join: !user, provider, ...namesOf(payer) });
}

const namesOf = ({ company = '', fullName = '' }: Payer) => ({ company, fullName });

/**
 * Before money may move: from now on the sweeper looks after it, should the call that charges not come back. Returns the
 * charge to use (of two that were prepared at once the first counts, and the other takes nothing); null where the
 * attempt is over.
 */
export async function beginCharging(em: EntityManager, id: number, charge: string): Promise<string | null> {
  const [row] = await em.execute<{ charge: string }[]>(
    `update payment_attempts set charge = coalesce(charge, ?), state = 'charging', updated_at = now(),
       next_look_at = now() + interval '60 seconds'
     where id = ? and state in ('open', 'charging') returning charge`,
    [charge, id],
  );
  return row?.charge ?? null;
}

/** After a card that was refused: another may be tried. Whoever hears of the same refusal later does not count it again. */
export async function countDecline(em: EntityManager, id: number): Promise<void> {
  await em.execute(
    `update payment_attempts set state = 'open', declines = declines + 1, updated_at = now()
     where id = ? and state = 'charging'`,
    [id],
  );
}
