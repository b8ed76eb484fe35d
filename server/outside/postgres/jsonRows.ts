import { type RawQueryFragment, raw } from '@mikro-orm/postgresql';

/**
 * Many rows as one SQL literal. The ORM would quote the text character by character, which takes more time and memory
 * than everything else. Here JSON escapes each apostrophe as \u0027, so none can end the literal.
 */
export const jsonRows = (rows: unknown[]): RawQueryFragment =>
  raw(`'${JSON.stringify(rows).replaceAll("'", '\\u0027')}'::jsonb`);
