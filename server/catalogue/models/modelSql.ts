import { KEY_DATA } from '../keyData';

/** Ignores case in every alphabet. Must match the expressions of the indexes. */
export const like = (column: string, parameter: string) =>
  `lower(${column} collate "und-x-icu") like lower(${parameter}::text collate "und-x-icu")`;

/** The key data columns, each with an expression: its value in the JSON object `fields`, or else `fallback`. */
export function keyDataColumns(
  fields: string,
  fallback: (column: string, place?: number) => string,
): [string, string][] {
  return [...Map.groupBy(KEY_DATA, ({ column }) => column)].map(([column, data]) => {
    const values = data
      .map(({ name, place }) => `coalesce(${fields}->>'${name}', ${fallback(column, place)})`)
      .join(', ');
    return [column, data[0]?.place ? `array[${values}]` : values];
  });
}
