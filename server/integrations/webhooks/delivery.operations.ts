import { command, NoInput } from '../../gate/operation';
import type { Sending } from './attempt';
import { LONGEST_PAUSE, noteAttempt, TRIED_HOURS } from './noteAttempt';
import { Webhook } from './webhook.entity';
import { type DeliveryAttempt, DeliveryState, WebhookDelivery } from './webhookDelivery.entity';

/** How long a server has a claimed delivery to itself: three times what an attempt may take. */
export const LEASE_SECONDS = 30;
/** How many deliveries of a webhook are sent at a time, by all servers, so that a slow receiver holds up only itself. */
export const IN_FLIGHT = 4;

/**
 * Claims the deliveries that are due, so that no other server sends them. A claim counts as an attempt, whatever becomes of
 * it: the next one has its pause, and after a day it is given up.
 */
export const claimDeliveries = command('system', NoInput, async ({ em }): Promise<Sending[]> => {
  // Servers claim deliveries of one webhook in turn, so that each counts what the others are sending.
  const webhooks = await em.execute<{ id: number }[]>(
    `select id from webhooks w where enabled and exists (
       select from webhook_deliveries where webhook_id = w.id and finished_at is null and next_try_at <= now()
         and coalesce(claimed_until < now(), true)
     ) order by id for no key update skip locked`,
  );
  if (webhooks.length === 0) return [];
  const rows = await em.execute<{ delivery: object; webhook: object }[]>(
    `update webhook_deliveries d set claimed_until = now() + interval '${LEASE_SECONDS} seconds', tries = tries + 1,
       next_try_at = now() + least(10 * 2 ^ least(tries, 20), ${LONGEST_PAUSE}) * interval '1 second'
     from (
       select due.id, to_jsonb(w) as webhook from webhooks w cross join lateral (
         select id from webhook_deliveries
         where webhook_id = w.id and finished_at is null and next_try_at <= now() and coalesce(claimed_until < now(), true)
         order by next_try_at, id
         limit greatest(0, ${IN_FLIGHT} - (
           select count(*) from webhook_deliveries where webhook_id = w.id and finished_at is null and claimed_until >= now()))
         for update skip locked
       ) due where w.id in (?)
     ) found
     where d.id = found.id returning to_jsonb(d) as delivery, found.webhook`,
    [webhooks.map(({ id }) => id)],
  );
  return rows.map(({ delivery, webhook }) =>
    Object.assign(em.map(WebhookDelivery, delivery), { webhook: em.map(Webhook, webhook) }),
  );
});

export class AttemptInput {
  id!: number;
  /** How often it was claimed, this time included. */
  tries!: number;
  attempt!: DeliveryAttempt;
}

export const noteDelivery = command('system', AttemptInput, ({ em, site }, noted) => noteAttempt(em, site, noted));

export class ReleaseInput {
  id!: number;
}

/** Gives a delivery back that a stopping server has not finished. */
export const releaseDelivery = command('system', ReleaseInput, ({ em }, { id }) =>
  em.execute(
    'update webhook_deliveries set claimed_until = null, next_try_at = now() where id = ? and finished_at is null',
    [id],
  ),
);

/** How many days finished deliveries are kept. */
const KEPT_DAYS = 30;
/** How many are deleted at a time, so that new ones do not wait. */
const SWEPT = 5_000;

/**
 * Deletes old deliveries, and those of deleted webhooks. Gives up those that have waited for a day for a disabled webhook to
 * be enabled, and those of which no attempt could be recorded in all the time in which they are tried.
 */
export const sweepDeliveries = command('system', NoInput, async ({ em }) => {
  await em.execute(
    // By their places in the table, as in sweepLog (server/logs/log.operations.ts).
    `delete from webhook_deliveries where ctid = any(array(
       select ctid from webhook_deliveries where finished_at < now() - interval '${KEPT_DAYS} days' limit ${SWEPT}))`,
  );
  await em.execute(
    `delete from webhook_deliveries d where finished_at is null and not exists (select from webhooks where id = d.webhook_id)`,
  );
  await em.execute(
    `update webhook_deliveries d set state = '${DeliveryState.GAVE_UP}', finished_at = now(), claimed_until = null
     where finished_at is null and created_at < now() - interval '1 day'
       and (exists (select from webhooks where id = d.webhook_id and not enabled)
         or coalesce(claimed_until < now(), true)
           and created_at < now() - interval '${TRIED_HOURS} hours ${LONGEST_PAUSE} seconds')`,
  );
});
