import { chain, NoInput } from '../gate/operation';
import { AttemptState, PaymentAttempt } from './paymentAttempt.entity';
import { providerModeOf, reconcile, refundPayment } from './settle';

/** How long a sweeper has a claimed attempt to itself, and how long a call has to settle its own attempt. */
const LEASE_SECONDS = 60;
const MOST_AT_ONCE = 20;

/**
 * Settles the attempts whose charge has an unknown outcome: the call died, or the provider did not answer. Open and
 * closed attempts are also checked for a day, because a charge that seemed to be refused may still have been made.
 * Returns the number of checked attempts.
 */
export const settleAttempts = chain('system', NoInput, async (system) => {
  const { commit, log } = system;
  const { cards } = system.outside;
  const due = await commit(async (em) => {
    await em.execute(`delete from payment_events where created_at < now() - interval '60 days'`);
    // Attempts for which no card was ever given; they hold personal data.
    await em.execute(
      `delete from payment_attempts where charge is null and state <> 'paid' and updated_at < now() - interval '30 days'`,
    );
    const rows = await em.execute<object[]>(
      // At growing intervals: somebody who did not complete 3-D Secure may never return.
      `update payment_attempts
       set next_look_at = now() + greatest(? * interval '1 second', (now() - updated_at) / 2)
       where id in (
         select id from payment_attempts
         where charge is not null and state <> 'paid' and next_look_at <= now() and provider = ?
           and (state in ('charging', 'refunding') or updated_at > now() - interval '1 day')
         order by next_look_at limit ? for update skip locked
       )
       returning *`,
      [LEASE_SECONDS, providerModeOf(cards), MOST_AT_ONCE],
    );
    return rows.map((row) => em.map(PaymentAttempt, row));
  });
  for (const attempt of due) {
    const settled: Promise<unknown> =
      attempt.state === AttemptState.REFUNDING
        ? refundPayment(system, cards, attempt)
        : reconcile(system, cards, attempt);
    await settled.catch((error) => {
      log.warn({ err: error, attempt: attempt.id }, 'A payment could not be settled; it will be tried again');
    });
  }
  return due.length;
});
