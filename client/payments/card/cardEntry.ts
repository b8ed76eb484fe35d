import type { Ref } from 'react';
import type { SetupFragment } from '../../graphql/generated/payments';

/** The interface between the payment form and the provider's card fields. */
export interface CardEntry {
  /**
   * Confirms the typed card and returns the provider's id of it, or null if the user must first correct something
   * (the fields show what). Throws CardRefused.
   */
  confirm(): Promise<string | null>;
  /** 3-D Secure: the bank authenticates the cardholder. Throws CardRefused. */
  authenticate(clientSecret: string): Promise<void>;
}

/** The provider's message about a card, safe to show to the user. */
export class CardRefused extends Error {}

export interface CardProps {
  setup: SetupFragment;
  /** Whether a card is already saved; then no card fields are needed. */
  saved: boolean;
  /** Reports a card that the provider already has from an earlier attempt, and its message about the last one. */
  onLooked: (found: { card: string | null; problem: string | null }) => void;
  /** The fields are ready for input. */
  onReady: () => void;
  ref: Ref<CardEntry>;
}
