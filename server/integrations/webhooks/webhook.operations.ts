import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Caller, Context } from '../../context';
import { AppError, invalid, noSuch } from '../../errors';
import { type Commit, described } from '../../gate/operation';
import { throttle } from '../../gate/throttle/throttle';
import { describeEnum } from '../../inputs/describeEnum';
import {
  AtMost,
  EachOf,
  Flag,
  MayBeAbsent,
  NeededWhenNew,
  OneOf,
  Optional,
  Rule,
  TextField,
} from '../../inputs/fields';
import { FilterField, findPage, NewestFirstInput, PageInput, PageOf } from '../../inputs/list';
import { RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { VersionedInput } from '../../inputs/versioned';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { ReceiverError } from '../../outside/receivers/receivers';
import { attempt, type Sending } from './attempt';
import { LEASE_SECONDS } from './delivery.operations';
import { noteAttempt } from './noteAttempt';
import { newSecret, TEST } from './payload';
import { Webhook, WebhookEvent, WebhookState } from './webhook.entity';
import { DeliveryState, WebhookDelivery } from './webhookDelivery.entity';

/** With IN_FLIGHT, also the most deliveries that are sent at the same time. */
const MOST_WEBHOOKS = 20;
/** For how many hours after a rotation the old secret signs as well. */
const BOTH_SIGN = 24;

export enum WebhookSort {
  URL = 'url',
  DESCRIPTION = 'description',
  CREATED_AT = 'createdAt',
}
describeEnum(WebhookSort, 'WebhookSort', 'What webhooks are sorted by.', {
  URL: 'Their addresses.',
  DESCRIPTION: 'What they are for.',
  CREATED_AT: 'When they were created.',
});

@InputType({ description: 'Which webhooks a list has.' })
export class WebhookFilter {
  @Field(() => WebhookState, { nullable: true, description: 'Only those in this state.' })
  @Optional()
  @OneOf(WebhookState, 'There is no such state.')
  state?: WebhookState | null;
}

@ArgsType()
export class WebhooksInput extends PageInput {
  @Field(() => WebhookSort, { description: 'What they are sorted by.' })
  @OneOf(WebhookSort, 'Webhooks cannot be sorted by this.')
  sortBy: WebhookSort = WebhookSort.URL;

  @FilterField(() => WebhookFilter)
  filter?: WebhookFilter | null;
}

@ObjectType({ description: 'Some of the webhooks, and how many there are.' })
export class WebhookPage extends PageOf(Webhook, 'webhooks') {}

/** As `Webhook.state` has them. */
const IN_STATE: Record<WebhookState, FilterQuery<Webhook>> = {
  ENABLED: { enabled: true, failingSince: null },
  FAILING: { enabled: true, failingSince: { $ne: null } },
  DISABLED: { enabled: false, disabledAt: null },
  DISABLED_AFTER_FAILURES: { disabledAt: { $ne: null } },
};

export const webhooks = described('A page of the webhooks.').query(
  'admin',
  WebhooksInput,
  ({ em }, { filter, ...page }) => findPage(em, Webhook, filter?.state ? IN_STATE[filter.state] : {}, page),
);

export const webhook = described('One webhook.').query('admin', RecordInput, ({ em }, { id }) =>
  em.findOneOrFail(Webhook, toId(id), noSuch('webhook')),
);

@InputType({ description: 'A webhook to create (without `id`) or to change; a field that is absent keeps its value.' })
export class WebhookInput extends VersionedInput {
  @TextField({
    label: 'address',
    required: true,
    max: 2_000,
    description: 'Where deliveries are sent: an https address of the public internet.',
  })
  url?: string | null;

  @TextField({ label: 'description', description: 'Which program or company gets the deliveries, for administrators.' })
  description?: string | null;

  @Field(() => [WebhookEvent], { nullable: true, description: 'What it is told about. Required in a new record.' })
  @NeededWhenNew()
  @Rule((value) => (Array.isArray(value) && value.length > 0 ? null : 'Choose at least one event.'))
  @AtMost(Object.keys(WebhookEvent).length, 'Choose each event once.')
  @EachOf((one) => Object.values<unknown>(WebhookEvent).includes(one), 'There is no such event.')
  events?: WebhookEvent[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether deliveries are sent to it; by default they are.' })
  @MayBeAbsent()
  @Flag('enabled')
  enabled?: boolean | null;
}

@ObjectType({ description: 'A webhook that was saved.' })
export class SavedWebhook {
  @Field(() => Webhook, { description: 'As it is now.' })
  webhook!: Webhook;

  @Field(() => String, {
    nullable: true,
    description: 'Its secret, if it is new. Only this answer has it. Deliveries are signed with it.',
  })
  secret!: string | null;
}

export const saveWebhook = described(
  'Creates or changes a webhook. BAD_USER_INPUT on url for a new address that is not of the public internet.',
).chain('admin', WebhookInput, async ({ commit, user, outside }, input): Promise<SavedWebhook> => {
  // An address that is kept is not checked, so that a webhook whose receiver is gone can be disabled.
  if (input.url != null && !(await commit((em) => hasUrl(em, input))))
    await outside.receivers.check(input.url).catch((error: unknown) => {
      throw error instanceof ReceiverError ? invalid({ url: [error.message] }) : error;
    });
  return commit(async (em) => {
    const secret = input.id == null ? newSecret() : null;
    const webhook = secret ? await newWebhook(em, user, secret) : await lockWebhook(em, String(input.id));
    requireUnchanged(webhook, input.id == null ? null : input.version);
    if (input.url != null) webhook.url = input.url;
    if (input.description !== undefined) webhook.description = input.description ?? '';
    if (input.events != null) webhook.events = [...new Set(input.events)];
    if (input.enabled != null && input.enabled !== webhook.enabled)
      Object.assign(webhook, { enabled: input.enabled, failingSince: null, disabledAt: null });
    webhook.updatedAt = new Date();
    await em.persist(webhook).flush();
    log(em, user, secret ? LogKind.WEBHOOK_CREATED : LogKind.WEBHOOK_UPDATED, webhook, secret ? 'Created' : 'Updated');
    await em.flush();
    return { webhook, secret };
  });
});

const hasUrl = async (em: EntityManager, { id, url }: WebhookInput) =>
  id != null && (await em.count(Webhook, { id: toId(id), url: url ?? '' })) > 0;

async function newWebhook(em: EntityManager, { id, username }: Caller, secret: string): Promise<Webhook> {
  // Two that are created at the same time must not both be the last one.
  await em.execute(`select pg_advisory_xact_lock(hashtext('motokey webhooks'))`);
  if ((await em.count(Webhook)) >= MOST_WEBHOOKS)
    throw new AppError('CONFLICT', `There are ${MOST_WEBHOOKS} webhooks already: delete one first.`);
  return Object.assign(new Webhook(), { user: id, username, secret });
}

const lockWebhook = (em: EntityManager, id: string) =>
  em.findOneOrFail(Webhook, toId(id), { lockMode: LockMode.PESSIMISTIC_WRITE, ...noSuch('webhook') });

/** `did` is what was done to the webhook. */
function log(em: EntityManager, user: Caller, kind: LogKind, { id, url }: Webhook, did: string): void {
  LogEntry.write(em, user, kind, {
    subject: { type: LogSubjectType.WEBHOOK, id },
    text: `${did} the webhook to ${url}`,
  });
}

@InputType({ description: 'Which webhook gets a new secret.' })
export class RotateWebhookSecretInput extends RecordInput {}

export const rotateWebhookSecret = described(
  'Gives a webhook a new secret. For a day, deliveries are also signed with the old one.',
).command('admin', RotateWebhookSecretInput, async ({ em, user }, { id }): Promise<SavedWebhook> => {
  const webhook = await lockWebhook(em, id);
  const secret = newSecret();
  // The version stays: whoever is editing the webhook has not seen the secret.
  await em.execute(
    `update webhooks set previous_secret = secret, previous_until = now() + interval '${BOTH_SIGN} hours', secret = ? where id = ?`,
    [secret, webhook.id],
  );
  log(em, user, LogKind.WEBHOOK_SECRET_ROTATED, webhook, 'Rotated the secret of');
  await em.flush();
  return { webhook, secret };
});

@InputType({ description: 'The webhook to delete, with the log of its deliveries.' })
export class DeleteWebhookInput extends RecordInput {}

export const deleteWebhook = described('Deletes a webhook with its deliveries.').command(
  'admin',
  DeleteWebhookInput,
  async ({ em, user }, { id }) => {
    // Lock order: deliveries before their webhook, as in `noteAttempt`.
    await em.nativeDelete(WebhookDelivery, { webhookId: toId(id) });
    const webhook = await lockWebhook(em, id);
    log(em, user, LogKind.WEBHOOK_DELETED, webhook, 'Deleted');
    await em.remove(webhook).flush();
    return webhook;
  },
);

@InputType({ description: 'The deliveries that meet this condition; without it, all.' })
export class WebhookDeliveryFilter {
  @Field(() => DeliveryState, { nullable: true, description: 'Only those in this state.' })
  @Optional()
  @OneOf(DeliveryState, 'There is no such state.')
  state?: DeliveryState | null;
}

@ArgsType()
export class WebhookDeliveriesInput extends NewestFirstInput {
  @Field(() => ID, { description: 'The webhook’s id.' })
  webhookId!: string;

  @FilterField(() => WebhookDeliveryFilter)
  filter?: WebhookDeliveryFilter | null;
}

@ObjectType({ description: 'Some of the deliveries of a webhook, and how many there are.' })
export class WebhookDeliveryPage extends PageOf(WebhookDelivery, 'deliveries') {}

export const webhookDeliveries = described('A page of the deliveries of a webhook, those of the last 30 days.').query(
  'admin',
  WebhookDeliveriesInput,
  ({ em }, { webhookId, filter, ...page }) => {
    const where = { webhookId: toId(webhookId), ...(filter?.state && { state: filter.state }) };
    return findPage(em, WebhookDelivery, where as FilterQuery<WebhookDelivery>, { ...page, sortBy: 'createdAt' });
  },
);

@InputType({ description: 'The webhook that gets one delivery of the type `test`.' })
export class TestWebhookInput extends RecordInput {}

export const testWebhook = described(
  'Sends a test to a webhook, once, even if it is disabled. Returns the delivery with its outcome.',
).chain('admin', TestWebhookInput, (ctx, { id }) =>
  sendNow(ctx, async (em) => {
    const webhook = await em.findOneOrFail(Webhook, toId(id), noSuch('webhook'));
    log(em, ctx.user, LogKind.WEBHOOK_TESTED, webhook, 'Sent a test to');
    return { webhook, event: { eventId: crypto.randomUUID(), event: TEST, ids: [], occurredAt: new Date() } };
  }),
);

@InputType({ description: 'Which delivery to send again.' })
export class RepeatDeliveryInput extends RecordInput {}

export const repeatDelivery = described(
  'Sends a delivery again, as a new one of the same event, even if its webhook is disabled. Returns the new one with the outcome of its first attempt.',
).chain('admin', RepeatDeliveryInput, (ctx, { id }) =>
  sendNow(ctx, async (em) => {
    const event = await em.findOneOrFail(WebhookDelivery, toId(id), noSuch('delivery'));
    const webhook = await em.findOneOrFail(Webhook, event.webhookId, noSuch('webhook'));
    log(em, ctx.user, LogKind.WEBHOOK_REPEATED, webhook, `Sent the delivery ${id} again to`);
    return { webhook, event };
  }),
);

interface Prepared {
  webhook: Webhook;
  event: Omit<Sending, 'id' | 'webhook' | 'tries'>;
}

/** Writes a delivery that is claimed already, and sends it. If the server dies meanwhile, another one sends it. */
async function sendNow(
  { commit, user, site, outside }: Pick<Context, 'site' | 'outside'> & { user: Caller; commit: Commit },
  prepare: (em: EntityManager) => Promise<Prepared>,
): Promise<WebhookDelivery> {
  const { webhook, delivery } = await commit(async (em) => {
    await throttle(em, [{ key: `webhook sends of ${user.id}`, most: 60, minutes: 10 }]);
    const { webhook, event } = await prepare(em);
    const { eventId, event: type, ids, occurredAt } = event;
    const delivery = em.create(WebhookDelivery, {
      webhookId: webhook.id,
      eventId,
      event: type,
      ids,
      occurredAt,
      tries: 1,
      claimedUntil: new Date(Date.now() + LEASE_SECONDS * 1_000),
    });
    await em.flush();
    return { webhook, delivery };
  });
  const { id, tries } = delivery;
  const made = await attempt(outside.receivers, site.publicOrigin, Object.assign(delivery, { webhook }));
  return commit(async (em) => {
    await noteAttempt(em, site, { id, tries, attempt: made });
    return em.findOneOrFail(WebhookDelivery, id, noSuch('delivery'));
  });
}
