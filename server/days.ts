/** Days are strings, `YYYY-MM-DD`. A subscription's days are in UTC. */

let today = { since: Number.NaN, day: '' };

/** Every request asks: formatting the date each time was 3 % of a lookup. */
export function todayInUtc(): string {
  const since = Math.floor(Date.now() / 86_400_000);
  if (since !== today.since) today = { since, day: new Date().toISOString().slice(0, 10) };
  return today.day;
}

/** The same day `years` later. 29 February becomes the 28th. */
function yearsFrom(day: string, years: number): string {
  // The year must keep four digits.
  const moved = `${String(Math.min(Number(day.slice(0, 4)) + years, 9999)).padStart(4, '0')}${day.slice(4)}`;
  return moved.endsWith('-02-29') ? moved.replace(/29$/, '28') : moved;
}

export const aYearLater = (day: string) => yearsFrom(day, 1);
export const aYearEarlier = (day: string) => yearsFrom(day, -1);

/** PostgreSQL does not read a year of five digits as JavaScript writes it, so nothing is later than this. */
const END_OF_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Midnight UTC at the start of `day`, plus `later` days. */
export const startOfDay = (day: string, later = 0) =>
  new Date(Math.min(Date.parse(`${day}T00:00:00Z`) + later * 86_400_000, END_OF_TIME));

/** The day before `day`. */
export const dayBefore = (day: string) => startOfDay(day, -1).toISOString().slice(0, 10);

/** Today in PostgreSQL. */
export const TODAY = `(now() at time zone 'UTC')::date`;
