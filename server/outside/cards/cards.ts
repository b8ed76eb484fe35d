/**
 * How money is taken by card, whoever takes it. A card's number never comes here: the browser gives it to the provider,
 * inside of a setup, and we get to know the card by an id.
 *
 * An attempt to pay is one charge, and a charge takes money at most once, whatever is lost on the way: so a charge's id
 * has to be kept before `charge` is called, and after a failure the same charge is asked for or tried again, never
 * another one beside it.
 *
 * Each method throws AppError SERVICE_UNAVAILABLE where the provider does not answer, or not clearly, and any other
 * Error where it refuses what we ask: a fault of ours, such as a wrong key or an unknown id.
 */
export interface Cards {
  readonly provider: 'stripe' | 'sandbox';
  /** What the browser calls the provider with; null in the sandbox. */
  readonly publishableKey: string | null;
  /**
   * Opens what the browser confirms a card in, for `customer`, who is made where there is none yet or the
   * provider knows none such any more: the answer tells whom to keep. The same `key`
   * (up to 200 characters) gives the same setup and customer again, for a day at least.
   */
  openSetup(request: { key: string; email: string; customer: string | null }): Promise<CardSetup>;
  /**
   * The card that the browser has confirmed in `setup`, null until then. Only the sandbox, which sees no browser,
   * believes `claimed`, where it is one of its own cards.
   */
  confirmedCard(setup: string, claimed: string): Promise<string | null>;
  /**
   * Prepares a charge of `amountCents` (US cents) and gives its id; no money moves. The same `key` gives the same charge
   * again, for a day at least. `customer` is the one of the setup in which the cards are confirmed; `attempt` and
   * `email` are shown beside the payment in the provider's books.
   */
  openCharge(request: ChargeRequest): Promise<string>;
  /**
   * Charges `card` and tells how the charge then stands. Takes money at most once, however often and with however many
   * cards it is called; a declined charge can be tried again, also with another card. Where it throws
   * SERVICE_UNAVAILABLE, the money may have been taken or may yet be: `find` will tell.
   */
  charge(charge: string, card: string): Promise<Charge>;
  /** How a charge stands now. */
  find(charge: string): Promise<Charge>;
  /** Gives back all the money of a paid charge; done already, it does nothing. */
  refund(charge: string): Promise<void>;
  /**
   * What a webhook tells of: its event's id and the charge it is about, null where it is about something else. The event
   * only says that something happened: how the charge stands is asked for with `find`.
   * Throws AppError BAD_REQUEST where `signature` over the raw `body` is not the provider's, or older than five minutes.
   */
  readEvent(body: Buffer, signature: string | undefined): { id: string; charge: string | null };
}

interface CardSetup {
  setup: string;
  /** What the browser confirms the card with. */
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

/** How a charge stands. */
export type Charge =
  /** The money was taken; `refundedCents` of it (US cents) were given back, or its owner disputes it at the bank. */
  | { state: 'paid'; refundedCents: number; disputed: boolean }
  /** The last card was refused, for a reason that is safe to show. */
  | { state: 'declined'; message: string }
  /** 3-D Secure: the browser has to go on with the charge by its client secret; then `find` tells how it went. */
  | { state: 'action'; clientSecret: string }
  /** Neither taken nor refused yet. */
  | { state: 'pending' }
  /** It was called off, at the provider: nothing will come of it. */
  | { state: 'canceled' }
  /** No card was tried yet. */
  | { state: 'open' };
