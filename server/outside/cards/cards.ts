/**
 * Card payments, independent of the provider. Card numbers never reach us: the browser sends them to the provider
 * within a setup, and we get an id of the card.
 *
 * An attempt to pay has one charge, and a charge takes money at most once, even if answers are lost. So store the
 * charge's id before calling `charge`. After a failure, look up or retry the same charge; never create another one.
 *
 * Each method throws AppError SERVICE_UNAVAILABLE if the provider gives no clear answer, and any other Error if the
 * provider rejects the request, which is a fault of ours: a wrong key, an unknown id.
 */
export interface Cards {
  readonly provider: 'stripe' | 'sandbox';
  /** The provider's public key for the browser; null in the sandbox. */
  readonly publishableKey: string | null;
  /**
   * Opens a setup, in which the browser confirms a card, for `customer`. Creates the customer if there is none, or if
   * the provider no longer knows it; store the customer in the answer. The same `key` (up to 200 characters) returns
   * the same setup and customer for at least a day.
   */
  openSetup(request: { key: string; email: string; customer: string | null }): Promise<CardSetup>;
  /**
   * The id of the card that the browser has confirmed in `setup`; null until then. Only the sandbox, which sees no
   * browser, trusts `claimed`, and only if it is one of its own cards.
   */
  confirmedCard(setup: string, claimed: string): Promise<string | null>;
  /**
   * Prepares a charge of `amountCents` (US cents) and returns its id; no money moves. The same `key` returns the same
   * charge for at least a day. `customer` is the customer of the setup in which the cards are confirmed. The provider
   * shows `attempt` and `email` with the payment.
   */
  openCharge(request: ChargeRequest): Promise<string>;
  /**
   * Charges `card` and returns the state of the charge. Takes money at most once, however often and with however many
   * cards it is called. A declined charge can be retried, also with another card. After SERVICE_UNAVAILABLE the money
   * may have been taken, or may still be taken: check with `find`.
   */
  charge(charge: string, card: string): Promise<Charge>;
  /** The current state of a charge. */
  find(charge: string): Promise<Charge>;
  /**
   * Cancels a charge, so that it can take no money any more, and returns its state: it may have been paid meanwhile, or
   * the bank may be about to answer.
   */
  cancel(charge: string): Promise<Charge>;
  /** Refunds a paid charge in full. Does nothing if that has already been done. */
  refund(charge: string): Promise<void>;
  /**
   * The id of a webhook's event and that of its charge; the charge is null if the event is about something else. The
   * event only says that something happened: get the state of the charge with `find`. Throws AppError BAD_REQUEST if
   * `signature` is not the provider's signature of the raw `body`, or is older than five minutes.
   */
  readEvent(body: Buffer, signature: string | undefined): { id: string; charge: string | null };
}

interface CardSetup {
  setup: string;
  /** The secret with which the browser confirms the card. */
  clientSecret: string;
  customer: string;
}

interface ChargeRequest {
  key: string;
  amountCents: number;
  customer: string;
  email: string;
  attempt: number;
}

/** What receipts say about the card that paid. */
export interface PaidCard {
  brand: string;
  last4: string;
}

/** The state of a charge. */
export type Charge =
  /**
   * The money was taken. `refundedCents` (US cents) were refunded; the card's owner may dispute it at the bank. `card` is
   * null if the provider does not say which one it was.
   */
  | { state: 'paid'; refundedCents: number; disputed: boolean; card: PaidCard | null }
  /** The last card was declined, for a reason that is safe to show. */
  | { state: 'declined'; message: string }
  /** 3-D Secure: the browser must continue with the client secret. Then get the result with `find`. */
  | { state: 'action'; clientSecret: string }
  /** Neither paid nor declined yet. */
  | { state: 'pending' }
  /** Cancelled at the provider. This is final. */
  | { state: 'canceled' }
  /** No card has been tried yet. */
  | { state: 'open' };
