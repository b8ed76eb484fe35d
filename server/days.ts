/** Days are texts, `YYYY-MM-DD`; a subscription's last day is one in UTC. */

export const todayInUtc = () => new Date().toISOString().slice(0, 10);

/** The same day `years` after `day`; the 28th for a 29th of February that there is not. */
function yearsFrom(day: string, years: number): string {
  // A year later would not be a day of four digits any more.
  const moved = `${Math.min(Number(day.slice(0, 4)) + years, 9999)}${day.slice(4)}`;
  return moved.endsWith('-02-29') ? moved.replace(/29$/, '28') : moved;
}

export const aYearLater = (day: string) => yearsFrom(day, 1);
export const aYearEarlier = (day: string) => yearsFrom(day, -1);

/** The day before `day`. */
export const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
