/** Shown as MM/dd/yyyy, and times with hours and minutes. */
const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const utcDay = new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: 'UTC' });
const localDay = new Intl.DateTimeFormat('en-US', DAY);
const utcMoment = new Intl.DateTimeFormat('en-US', { ...MOMENT, timeZone: 'UTC' });
const localMoment = new Intl.DateTimeFormat('en-US', MOMENT);

/** A day, which is the same for all readers (docs/rules.md, "Days"), or the day of a time, which is the reader's. */
export const formatDay = (time: string) => (isDay(time) ? utcDay : localDay).format(new Date(time));

/** In the reader's time zone. */
export const formatMoment = (time: string) => localMoment.format(new Date(time));

/** In UTC, and labelled so: for logs, which people in several time zones compare. */
export const formatLogged = (time: string) => `${utcMoment.format(new Date(time))} UTC`;

/** Whether a text is a day, `YYYY-MM-DD`, that exists. */
export const isDay = (text: string) => {
  const time = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return time !== null && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
};
