import { numberFormat } from './formats';

/** `7995` → `$79.95`: a price, in the same format for all readers. */
export const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const sum = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1234567` → `$12,345.67`, in the reader's locale. */
export const sumInDollars = (cents: number) => `$${sum(cents / 100)}`;
