/** Kept as long as the tab: a reload, or the way back from a bank's own page, goes on with the card that is saved. */
const KEY = 'payment';

interface Held {
  /** The client secret of the setup, by whose year it is. */
  setups?: Record<string, string>;
  /** That of a charge whose owner the bank was to ask. */
  action?: string;
}

function read(): Held {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

function write(held: Held) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // Then the card is asked for again.
  }
}

/** The secret that this tab was given for the payment of `email`, empty for one's own. */
export const heldSecret = (email: string): string | undefined => read().setups?.[email.toLowerCase()];

export function holdSecret(email: string, clientSecret: string) {
  const held = read();
  write({ ...held, setups: { ...held.setups, [email.toLowerCase()]: clientSecret } });
}

export const holdAction = (action: string) => write({ ...read(), action });

/** Whether this tab has sent somebody to their bank with this secret: a link that somebody made up has another. */
export function isHeld(clientSecret: string): boolean {
  const { setups = {}, action } = read();
  return action === clientSecret || Object.values(setups).includes(clientSecret);
}
