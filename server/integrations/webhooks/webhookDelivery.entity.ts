import { ArrayType, type Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../inputs/describeEnum';

export enum DeliveryState {
  WAITING = 'waiting',
  DELIVERED = 'delivered',
  GAVE_UP = 'gave up',
}
describeEnum(DeliveryState, 'DeliveryState', 'What has become of a delivery.', {
  WAITING: 'It waits for its next attempt, or is being sent.',
  DELIVERED: 'The receiver answered with a status from 200 to 299.',
  GAVE_UP: 'It failed, and is not tried again unless somebody sends it again.',
});

@ObjectType({ description: 'One attempt to send a delivery.' })
export class DeliveryAttempt {
  @Field(() => GraphQLDateTime, { description: 'When it began.' })
  at!: Date | string;

  @Field(() => Int, { nullable: true, description: 'The status of the answer; null if there was none.' })
  status!: number | null;

  @Field(() => String, { description: 'Why it failed; empty if it did not.' })
  error!: string;

  @Field(() => String, { description: 'The first kilobyte of the answer, as text.' })
  answer!: string;

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  milliseconds!: number;
}

/** A message to a webhook, and its outcome. Written by triggers, in the transaction of the change. */
@ObjectType({ description: 'A message to a webhook, and its attempts.' })
@Entity({ tableName: 'webhook_deliveries' })
export class WebhookDelivery {
  @Field(() => ID, { description: 'Identifies the delivery: the header `Motokey-Delivery`.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'integer' })
  webhookId!: number;

  @Field(() => ID, { description: 'Identifies the event: the same in all deliveries of it.' })
  @Property({ type: 'uuid' })
  eventId!: string;

  @Field(() => String, { description: 'The type of the event, e.g. `model.changed`; `test` for a test.' })
  @Property({ type: 'string', length: 40 })
  event!: string;

  /** Of the records that the event is about. */
  @Property({ type: new ArrayType(Number), columnType: 'int[]' })
  ids!: number[];

  @Field(() => DeliveryState, { description: 'What has become of it.' })
  @Property({ type: 'string', length: 20 })
  state: DeliveryState & Opt = DeliveryState.WAITING;

  /** How often it was claimed. */
  @Property({ type: 'integer' })
  tries: number & Opt = 0;

  @Field(() => [DeliveryAttempt], { description: 'Its attempts, oldest first.' })
  @Property({ type: 'json' })
  attempts: DeliveryAttempt[] & Opt = [];

  @Field(() => GraphQLDateTime, { description: 'When a waiting delivery is due.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  nextTryAt!: Date & Opt;

  /** Until then the server that claimed it has it to itself. */
  @Property({ type: 'datetime', nullable: true })
  claimedUntil: Date | null = null;

  @Field(() => GraphQLDateTime, { description: 'When the event happened.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  occurredAt!: Date & Opt;

  @Field(() => GraphQLDateTime, {
    description: 'When it was written: later than the event if it is sent again by hand.',
  })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Property({ type: 'datetime', nullable: true })
  finishedAt: Date | null = null;

  @Field(() => Int, { description: 'How many records it is about.' })
  @Property({ persist: false })
  get records(): number & Opt {
    return this.ids.length;
  }
}
