import { ArrayType } from '@mikro-orm/core';

/**
 * A `text[]` whose elements may be any text. MikroORM's own literal leaves blanks and the word null unquoted, and spells
 * line breaks as JSON does: PostgreSQL then refuses, trims or changes what was entered.
 */
export class TextArray extends ArrayType<string> {
  override convertToDatabaseValue(values: string[]): string {
    return values && `{${values.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  }
}
