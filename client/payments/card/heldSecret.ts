/** Kept for the tab's lifetime: after a reload or a return from the bank's page, the saved card is used. */
const KEY = 'payment';

interface Held {
  /** The client secret of the setup, by the email of the account it pays for. */
  setups?: Record<string, string>;
  /** The client secret of a charge that the bank had to authenticate. */
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
    // The card must then be entered again.
  }
}

/** The secret that this tab holds for the payment of `email`; empty means the user's own account. */
export const heldSecret = (email: string): string | undefined => read().setups?.[email.toLowerCase()];

export function holdSecret(email: string, clientSecret: string) {
  const held = read();
  write({ ...held, setups: { ...held.setups, [email.toLowerCase()]: clientSecret } });
}

export const holdAction = (action: string) => write({ ...read(), action });

/** Whether this tab redirected to a bank with this secret. A forged link has a different one. */
export function isHeld(clientSecret: string): boolean {
  const { setups = {}, action } = read();
  return action === clientSecret || Object.values(setups).includes(clientSecret);
}
