/** `7995` → `$79.95`. */
export const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
