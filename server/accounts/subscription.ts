/** The same day a year after `day` (`YYYY-MM-DD`); the 28th for a 29th of February. */
export const aYearLater = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace(/-02-29$/, '-02-28');
