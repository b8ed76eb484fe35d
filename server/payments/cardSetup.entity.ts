import { randomUUID } from 'node:crypto';
import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PaymentAttempt } from './paymentAttempt.entity';

/**
 * What a browser confirms a card in, for an attempt. An attempt may have several: one that a card was declined in is
 * spent, and whoever merely knows an email never gets the one that its owner has, or that somebody's card is saved in.
 */
@Entity({ tableName: 'card_setups' })
export class CardSetup {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** What the provider knows it by, so that what it is asked for twice it makes once. */
  @Property({ type: 'string', length: 36 })
  key: string & Opt = randomUUID();

  @ManyToOne(() => PaymentAttempt, { deleteRule: 'cascade' })
  attempt!: Rel<PaymentAttempt>;

  /** Whether it is the signed-in user's, not a visitor's. */
  @Property({ type: 'boolean' })
  ofUser!: boolean;

  /** See outside/cards.ts; null until the provider has opened it. */
  @Property({ type: 'string', length: 255, nullable: true })
  setup: string | null = null;

  @Property({ type: 'string', length: 255, nullable: true })
  clientSecret: string | null = null;

  @Property({ type: 'boolean' })
  spent: boolean & Opt = false;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
