/** Days are UTC dates as `YYYY-MM-DD`, which sort correctly as strings (docs/rules.md, "Days"). */
export const today = () => new Date().toISOString().slice(0, 10);

/** A new user has access for a year (docs/rules.md, "Users"). */
export function inOneYear(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
