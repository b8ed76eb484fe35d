/** Days are days in UTC (docs/rules.md, "Days"), whatever the reader's clock says; they are shown as MM/dd/yyyy. */
const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' });

export const formatDay = (time: string) => day.format(new Date(time));

const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** In UTC, and labelled so: the time shows which of two entries of a day came first. */
export const formatMoment = (time: string) => `${moment.format(new Date(time))} UTC`;

/** Whether a text is a day, `YYYY-MM-DD`, that exists. */
export const isDay = (text: string) => {
  const time = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return time !== null && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
};
