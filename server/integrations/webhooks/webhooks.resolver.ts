import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { RecordInput } from '../../inputs/record';
import { bodyOf } from './payload';
import { Webhook } from './webhook.entity';
import {
  DeleteWebhookInput,
  deleteWebhook,
  RepeatDeliveryInput,
  RotateWebhookSecretInput,
  repeatDelivery,
  rotateWebhookSecret,
  SavedWebhook,
  saveWebhook,
  TestWebhookInput,
  testWebhook,
  WebhookDeliveriesInput,
  WebhookDeliveryPage,
  WebhookInput,
  WebhookPage,
  WebhooksInput,
  webhook,
  webhookDeliveries,
  webhooks,
} from './webhook.operations';
import { WebhookDelivery } from './webhookDelivery.entity';

@Resolver()
export class WebhooksResolver {
  @QueryOf(webhooks, () => WebhookPage)
  webhooks(@Ctx() ctx: Context, @Args(() => WebhooksInput) input: WebhooksInput) {
    return webhooks(ctx, input);
  }

  @QueryOf(webhook, () => Webhook)
  webhook(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return webhook(ctx, input);
  }

  @QueryOf(webhookDeliveries, () => WebhookDeliveryPage)
  webhookDeliveries(@Ctx() ctx: Context, @Args(() => WebhookDeliveriesInput) input: WebhookDeliveriesInput) {
    return webhookDeliveries(ctx, input);
  }

  @MutationOf(saveWebhook, () => SavedWebhook)
  saveWebhook(@Ctx() ctx: Context, @Input(() => WebhookInput) input: WebhookInput) {
    return saveWebhook(ctx, input);
  }

  @MutationOf(rotateWebhookSecret, () => SavedWebhook)
  rotateWebhookSecret(@Ctx() ctx: Context, @Input(() => RotateWebhookSecretInput) input: RotateWebhookSecretInput) {
    return rotateWebhookSecret(ctx, input);
  }

  @MutationOf(deleteWebhook, () => Webhook)
  deleteWebhook(@Ctx() ctx: Context, @Input(() => DeleteWebhookInput) input: DeleteWebhookInput) {
    return deleteWebhook(ctx, input);
  }

  @MutationOf(testWebhook, () => WebhookDelivery)
  testWebhook(@Ctx() ctx: Context, @Input(() => TestWebhookInput) input: TestWebhookInput) {
    return testWebhook(ctx, input);
  }

  @MutationOf(repeatDelivery, () => WebhookDelivery)
  repeatDelivery(@Ctx() ctx: Context, @Input(() => RepeatDeliveryInput) input: RepeatDeliveryInput) {
    return repeatDelivery(ctx, input);
  }
}

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @FieldResolver(() => String, { description: 'The body that is sent, as JSON.' })
  request(@Ctx() { site }: Context, @Root() delivery: WebhookDelivery) {
    return bodyOf(delivery, site.publicOrigin);
  }
}
