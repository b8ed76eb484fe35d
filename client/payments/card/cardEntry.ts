import type { Ref } from 'react';
import type { SetupFragment } from '../../graphql/generated/payments';

/** What the payment form asks of the provider's card fields. */
export interface CardEntry {
  /**
   * Has the card that was typed confirmed, and gives the provider's id of it; null where something has to be put right
   * first, which the fields say themselves. Throws CardRefused.
   */
  confirm(): Promise<string | null>;
  /** 3-D Secure: the bank asks the card's owner. Throws CardRefused. */
  authenticate(clientSecret: string): Promise<void>;
}

/** The provider's own words about a card, which may be shown. */
export class CardRefused extends Error {}

export interface CardProps {
  setup: SetupFragment;
  /** Whether a card is saved already: then none is asked for. */
  saved: boolean;
  /** Where the provider may have a card from before: tells which, and what it said of the last one. */
  onLooked: (found: { card: string | null; problem: string | null }) => void;
  /** The fields can be filled in. */
  onReady: () => void;
  ref: Ref<CardEntry>;
}
