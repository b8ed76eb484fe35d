import type { EntityManager } from '@mikro-orm/postgresql';
import { writeMail } from '../../accounts/mail/letter';
import { Role } from '../../accounts/users/role.entity';
import { User } from '../../accounts/users/user.entity';
import type { Site } from '../../context';
import { LogEntry, SYSTEM } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { TEST } from './payload';
import { Webhook } from './webhook.entity';
import { type DeliveryAttempt, DeliveryState } from './webhookDelivery.entity';

/** How long a delivery is tried, in hours. */
export const TRIED_HOURS = 24;
/** The longest pause between two attempts, in seconds. */
export const LONGEST_PAUSE = 4 * 3_600;
/** After how many days in which every attempt failed a webhook is disabled. */
const FAILING_DAYS = 3;
/** How long the mail about that is worth sending, in hours: a week. */
const MAIL_HOURS = 7 * 24;

/** Seconds until the next attempt: 10, doubled after each failure, at most four hours; a quarter more or less at random. */
const pauseAfter = (tries: number) => Math.min(10 * 2 ** (tries - 1), LONGEST_PAUSE) * (0.75 + Math.random() / 2);

interface Noted {
  id: number;
  tries: number;
  attempt: DeliveryAttempt;
}

/** Records an attempt, and what follows from it for the delivery and its webhook. */
export async function noteAttempt(em: EntityManager, site: Site, { id, tries, attempt }: Noted): Promise<void> {
  const failed = attempt.error !== '';
  const pause = pauseAfter(tries);
  // Only what is sent by hand goes to a disabled webhook; it is not tried again.
  const [noted] = await em.execute<{ webhookId: number; event: string }[]>(
    `update webhook_deliveries d set attempts = attempts || ?::jsonb, claimed_until = null, state = next.state,
       next_try_at = case when next.state = '${DeliveryState.WAITING}' then now() + ? * interval '1 second' else next_try_at end,
       finished_at = case when next.state <> '${DeliveryState.WAITING}' then now() end
     from (
       select d.id, case
         when not ?::boolean then '${DeliveryState.DELIVERED}'
         when d.event <> '${TEST}' and w.enabled and now() + ? * interval '1 second' < d.created_at + interval '${TRIED_HOURS} hours'
           then '${DeliveryState.WAITING}'
         else '${DeliveryState.GAVE_UP}' end as state
       from webhook_deliveries d join webhooks w on w.id = d.webhook_id
       where d.id = ? and d.finished_at is null for no key update of d
     ) next
     where d.id = next.id returning d.webhook_id as "webhookId", d.event`,
    [JSON.stringify([attempt]), pause, failed, pause, id],
  );
  if (!noted) return;
  if (!failed)
    await em.execute('update webhooks set failing_since = null where id = ? and failing_since is not null', [
      noted.webhookId,
    ]);
  else if (noted.event !== TEST) await noteFailure(em, site, noted.webhookId, attempt);
}

async function noteFailure(em: EntityManager, site: Site, id: number, { error }: DeliveryAttempt): Promise<void> {
  const [found] = await em.execute<{ disabled: boolean }[]>(
    `update webhooks w set failing_since = coalesce(failing_since, now()), enabled = enabled and not now_off,
       disabled_at = case when now_off then now() else disabled_at end
     from (
       select id, enabled and coalesce(failing_since < now() - interval '${FAILING_DAYS} days', false) as now_off
       from webhooks where id = ? for no key update
     ) old
     where w.id = old.id and (failing_since is null or now_off) returning now_off as disabled`,
    [id],
  );
  if (!found?.disabled) return;
  const webhook = await em.findOneOrFail(Webhook, id, { populate: ['user.role'] });
  LogEntry.write(em, SYSTEM, LogKind.WEBHOOK_DISABLED, {
    subject: { type: LogSubjectType.WEBHOOK, id },
    text: `Disabled the webhook to ${webhook.url}: every attempt had failed for ${FAILING_DAYS} days`,
  });
  for (const { username, fullName } of await toBeTold(em, webhook))
    writeMail(em, site, {
      to: username,
      name: fullName,
      subject: 'A webhook was disabled',
      hours: MAIL_HOURS,
      parts: [
        `Every attempt to reach this webhook has failed for ${FAILING_DAYS} days, so nothing more is sent to it.`,
        {
          facts: [
            ['Address', webhook.url],
            ...(webhook.description ? [['Description', webhook.description] as const] : []),
            ['Last error', error],
          ],
        },
        'Once the receiver works again, enable the webhook. Deliveries that were given up can be sent again from its page.',
        { link: `${site.publicOrigin}/webhooks/edit?id=${id}`, label: 'See the webhook' },
      ],
    });
  await em.flush();
}

/** The administrator who made it; all administrators if that one is gone. */
async function toBeTold(em: EntityManager, { user }: Webhook): Promise<User[]> {
  if (user?.enabled && user.isAdmin) return [user as User];
  return em.find(User, { role: Role.ADMIN, enabled: true });
}
