const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** "3 Nov"; of today with the time, of another year with the year. Both are milliseconds since 1970, shown in local time. */
export function savedOn(savedAt: number, now: number): string {
  const [then, today] = [new Date(savedAt), new Date(now)];
  if (then.toDateString() === today.toDateString()) return `${day.format(then)}, ${time.format(then)}`;
  return (then.getFullYear() === today.getFullYear() ? day : dayOfYear).format(then);
}
