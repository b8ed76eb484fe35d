/** Kept for the tab's lifetime: after a reload or a return from the bank's page, the saved card is used. */
const KEY = 'payment';

interface Saved {
  /** The client secret of the setup, by the email of the account it pays for. */
  setups?: Record<string, string>;
  /** The client secret of a charge that the bank had to authenticate. */
  action?: string;
}

function read(): Saved {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

function write(saved: Saved) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // The card must then be entered again.
  }
}

/** The secret that this tab holds for the payment of `email`; empty means the user's own account. */
export const savedSecret = (email: string): string | undefined => read().setups?.[email.toLowerCase()];

export function saveSecret(email: string, clientSecret: string) {
  const saved = read();
  write({ ...saved, setups: { ...saved.setups, [email.toLowerCase()]: clientSecret } });
}

export const saveAction = (action: string) => write({ ...read(), action });

/** Whether this tab redirected to a bank with this secret. A forged link has a different one. */
export function isSaved(clientSecret: string): boolean {
  const { setups = {}, action } = read();
  return action === clientSecret || Object.values(setups).includes(clientSecret);
}
