import { ArrayType } from '@mikro-orm/core';

/**
 * A `text[]` whose elements may be any text. MikroORM's own literal does not quote blanks and the word null, and escapes
 * line breaks as in JSON: PostgreSQL then rejects, trims or changes the text (docs/decisions/0030).
 */
export class TextArray extends ArrayType<string> {
  override convertToDatabaseValue(values: string[]): string {
    return values && `{${values.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  }
}
