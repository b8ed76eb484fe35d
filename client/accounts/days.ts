/** Days are days in UTC (contract section 1), as `YYYY-MM-DD`: their texts compare as they do. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Spec section 9: one year ahead. */
export function inOneYear(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
