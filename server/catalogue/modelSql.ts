import { KEY_DATA, keyDatum } from './keyData';

/** SQL for the fields of a model, named as in the history and the imports. */

/** The field as a text, for queries on `models m join makes k`. */
export function textOf(field: string): string {
  if (field === 'id' || field === 'year') return `m.${field}::text`;
  if (field === 'make') return 'k.display_name';
  if (field === 'name') return 'm.name';
  if (field === 'sample') return `case when m.sample then 'yes' else 'no' end`;
  const { column, place } = keyDatum(field);
  return place ? `coalesce(m.${column}[${place}], '')` : `m.${column}`;
}

/** The key data columns, each with an expression: its value in the JSON object `fields`, or else `kept`. */
export function keyDataColumns(fields: string, kept: (column: string, place?: number) => string): [string, string][] {
  return [...Map.groupBy(KEY_DATA, ({ column }) => column)].map(([column, data]) => {
    const values = data.map(({ name, place }) => `coalesce(${fields}->>'${name}', ${kept(column, place)})`).join(', ');
    return [column, data[0]?.place ? `array[${values}]` : values];
  });
}
