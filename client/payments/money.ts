/** The annual price in US cents (docs/rules.md, "Payments"), shown until the server's price arrives. */
export const YEAR_CENTS = 7_995;

/** `7995` → `$79.95`. */
export const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
