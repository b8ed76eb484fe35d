/** The formats of times and numbers. Each is made when it is first used: that takes milliseconds, and the first screen needs few. */

/** In the reader's locale and time zone, unless others are given. */
export function timeFormat(locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return (time: Date | number) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(time);
  };
}

/** In the reader's locale. */
export function numberFormat(options?: Intl.NumberFormatOptions) {
  let format: Intl.NumberFormat | undefined;
  return (number: number) => {
    format ??= new Intl.NumberFormat(undefined, options);
    return format.format(number);
  };
}
