import { ArrayType, type Opt, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import { describeEnum } from '../../inputs/describeEnum';
import { Versioned } from '../../inputs/versioned';

/** As receivers get them. The triggers of the migration write the same names. */
export enum WebhookEvent {
  MODEL_CREATED = 'model.created',
  MODEL_CHANGED = 'model.changed',
  MODEL_DELETED = 'model.deleted',
  MAKE_CREATED = 'make.created',
  MAKE_CHANGED = 'make.changed',
  MAKE_DELETED = 'make.deleted',
  KEY_SYSTEM_CREATED = 'keySystem.created',
  KEY_SYSTEM_CHANGED = 'keySystem.changed',
  KEY_SYSTEM_DELETED = 'keySystem.deleted',
  CORRECTION_CREATED = 'correction.created',
  CORRECTION_DECIDED = 'correction.decided',
  PAYMENT_SUCCEEDED = 'payment.succeeded',
  PAYMENT_REFUNDED = 'payment.refunded',
}
describeEnum(WebhookEvent, 'WebhookEvent', 'What a webhook is told about.', {
  MODEL_CREATED: '`model.created`: models were created, or came back when their deletion was undone.',
  MODEL_CHANGED: '`model.changed`: models were changed, in whatever way.',
  MODEL_DELETED: '`model.deleted`: models were deleted.',
  MAKE_CREATED: '`make.created`: a make was created.',
  MAKE_CHANGED: '`make.changed`: a make was changed.',
  MAKE_DELETED: '`make.deleted`: a make was deleted.',
  KEY_SYSTEM_CREATED: '`keySystem.created`: a key system was created.',
  KEY_SYSTEM_CHANGED: '`keySystem.changed`: a key system was changed; its models are changed, too.',
  KEY_SYSTEM_DELETED: '`keySystem.deleted`: a key system was deleted.',
  CORRECTION_CREATED: '`correction.created`: a correction was sent, or a value is disputed.',
  CORRECTION_DECIDED: '`correction.decided`: a correction was applied or declined.',
  PAYMENT_SUCCEEDED: '`payment.succeeded`: somebody paid for a year.',
  PAYMENT_REFUNDED: '`payment.refunded`: a payment was refunded, in whole or in part.',
});

export enum WebhookState {
  ENABLED = 'ENABLED',
  FAILING = 'FAILING',
  DISABLED = 'DISABLED',
  DISABLED_AFTER_FAILURES = 'DISABLED_AFTER_FAILURES',
}
describeEnum(WebhookState, 'WebhookState', 'Whether deliveries are sent to a webhook, and arrive.', {
  ENABLED: 'They are sent, and the last attempt did not fail.',
  FAILING: 'They are sent, but every attempt has failed lately.',
  DISABLED: 'They are not sent, because an administrator does not want them to be.',
  DISABLED_AFTER_FAILURES:
    'They are not sent any more: the server disabled it when every attempt had failed for three days.',
});

/** An address that is told about events (docs/rules.md, "Webhooks"). */
@ObjectType({ description: 'The address of a program that is told what happens here.' })
@Entity({ tableName: 'webhooks' })
export class Webhook extends Versioned {
  @Field(() => ID, { description: 'Identifies the webhook.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => String, { description: 'Where its deliveries are sent.' })
  @Property({ type: 'text' })
  url!: string;

  @Field(() => String, { description: 'What it is for; may be empty.' })
  @Property({ type: 'text' })
  description: string & Opt = '';

  @Field(() => [WebhookEvent], { description: 'What it is told about.' })
  @Property({ type: ArrayType, columnType: 'text[]' })
  events!: WebhookEvent[];

  @Field(() => Boolean, { description: 'Whether deliveries are sent to it.' })
  @Property({ type: 'boolean' })
  enabled: boolean & Opt = true;

  /** As it is: signing needs it, and a key to encrypt it with would be kept beside it (docs/decisions/0016). */
  @Property({ type: 'text' })
  secret!: string;

  /** Signs beside the new one until `previousUntil`, so that a receiver can be given the new one without a gap. */
  @Property({ type: 'text' })
  previousSecret: string & Opt = '';

  @Property({ type: 'datetime', nullable: true })
  previousUntil: Date | null = null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Since when every attempt has failed; null if the last one did not.',
  })
  @Property({ type: 'datetime', nullable: true })
  failingSince: Date | null = null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the server disabled it because every attempt had failed for three days; else null.',
  })
  @Property({ type: 'datetime', nullable: true })
  disabledAt: Date | null = null;

  /** Null once the user is deleted; `username` still names them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the administrator who made it.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => WebhookState, { description: 'Whether deliveries are sent to it, and arrive.' })
  @Property({ persist: false })
  get state(): WebhookState & Opt {
    if (this.disabledAt) return WebhookState.DISABLED_AFTER_FAILURES;
    if (!this.enabled) return WebhookState.DISABLED;
    return this.failingSince ? WebhookState.FAILING : WebhookState.ENABLED;
  }
}
