import { timeFormat } from './formats';

/** Shown as MM/dd/yyyy, and times with hours and minutes. */
const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const utcDay = timeFormat('en-US', { ...DAY, timeZone: 'UTC' });
const localDay = timeFormat('en-US', DAY);
const utcMoment = timeFormat('en-US', { ...MOMENT, timeZone: 'UTC' });
const localMoment = timeFormat('en-US', MOMENT);

/** A day, which is the same for all readers (docs/rules.md, "Days"), or the day of a time, which is the reader's. */
export const formatDay = (time: string) => (isDay(time) ? utcDay : localDay)(new Date(time));

/** In the reader's time zone. */
export const formatMoment = (time: string) => localMoment(new Date(time));

/** In UTC, and labelled so: for logs, which people in several time zones compare. */
export const formatLogged = (time: string) => `${utcMoment(new Date(time))} UTC`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * "3 Nov", in the reader's time zone. Like `formatTime` made by hand: the first screen has such times, and the browser's formats
 * take a slow device longer to load than the screen takes to render.
 */
export const shortDay = (time: Date) => `${time.getDate()} ${MONTHS[time.getMonth()]}`;

/** "14:05", in the reader's time zone. */
export const formatTime = (time: Date) =>
  [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');

/** Whether a text is a day, `YYYY-MM-DD`, that exists. */
export const isDay = (text: string) => {
  const time = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return time !== null && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
};
