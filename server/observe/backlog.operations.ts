import { NoInput, query } from '../gate/operation';

/** Work that waits in the database, for all servers together. Ages are in seconds. */
interface Backlog {
  mails: number;
  oldestMail: number;
  payments: number;
  oldestPayment: number;
  deliveries: number;
  oldestDelivery: number;
}

/** All read from partial indexes, which hold only what is undone. */
export const backlog = query('system', NoInput, async ({ em }) => {
  const [found] = await em.execute<Backlog[]>(
    `select * from
       (select count(*)::int as mails, coalesce(extract(epoch from now() - min(created_at)), 0)::float as "oldestMail"
        from mails where sent_at is null and expires_at > now()) as m,
       (select count(*)::int as payments, coalesce(extract(epoch from now() - min(updated_at)), 0)::float as "oldestPayment"
        from payment_attempts where charge is not null and state <> 'paid' and state in ('charging', 'refunding')) as p,
       (select count(*)::int as deliveries, coalesce(extract(epoch from now() - min(created_at)), 0)::float as "oldestDelivery"
        from webhook_deliveries where finished_at is null and webhook_id in (select id from webhooks where enabled)) as d`,
  );
  return found;
});
