/** Days are days in UTC (contract section 1), whatever the reader's clock says; the spec writes them MM/dd/yyyy. */
const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' });

export const formatDay = (time: string) => day.format(new Date(time));
