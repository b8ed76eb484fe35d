import { randomUUID } from 'node:crypto';
import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PaymentAttempt } from './paymentAttempt.entity';

/**
 * A setup in which the browser confirms a card, for an attempt. An attempt may have several. A setup is spent once its
 * card is declined. A caller who only knows the email never gets the owner's setup, or one with a saved card.
 */
@Entity({ tableName: 'card_setups' })
export class CardSetup {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** The idempotency key for opening the setup at the provider: a repeated request returns the same setup. */
  @Property({ type: 'string', length: 36 })
  key: string & Opt = randomUUID();

  @ManyToOne(() => PaymentAttempt, { deleteRule: 'cascade' })
  attempt!: Rel<PaymentAttempt>;

  /** Whether it was opened for the signed-in user, not for a visitor. */
  @Property({ type: 'boolean' })
  ofUser!: boolean;

  /** See outside/cards/cards.ts; null until the provider has opened it. */
  @Property({ type: 'string', length: 255, nullable: true })
  setup: string | null = null;

  @Property({ type: 'string', length: 255, nullable: true })
  clientSecret: string | null = null;

  @Property({ type: 'boolean' })
  spent: boolean & Opt = false;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
