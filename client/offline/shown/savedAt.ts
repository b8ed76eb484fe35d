import { formatTime, shortDay } from '../../components/text/date';

/** "3 Nov"; of today with the time, of another year with the year. Both are milliseconds since 1970, shown in local time. */
export function savedOn(savedAt: number, now: number): string {
  const [then, today] = [new Date(savedAt), new Date(now)];
  if (then.toDateString() === today.toDateString()) return `${shortDay(then)}, ${formatTime(then)}`;
  return then.getFullYear() === today.getFullYear() ? shortDay(then) : `${shortDay(then)} ${then.getFullYear()}`;
}
