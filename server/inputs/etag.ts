/** Whether an If-None-Match header has this tag: `*`, or in a list of tags. A proxy that compresses makes them weak (`W/`). */
export const hasTag = (header: string | undefined, etag: string): boolean =>
  header?.trim() === '*' || header?.match(/"[^"]*"/g)?.includes(etag) === true;
