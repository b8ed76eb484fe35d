import { KEY_DATA, keyDatum } from './keyData';

/** Where the fields of a model (names as the history and the imports have them) stand in the tables. */

/** The field as a text, of `models m join makes k`. */
export function textOf(field: string): string {
  if (field === 'id' || field === 'year') return `m.${field}::text`;
  if (field === 'make') return 'k.display_name';
  if (field === 'name') return 'm.name';
  if (field === 'sample') return `case when m.sample then 'yes' else 'no' end`;
  const { column, place } = keyDatum(field);
  return place ? `coalesce(m.${column}[${place}], '')` : `m.${column}`;
}

/** Columns of key data, each with an expression that gives it what the object `fields` says, else what `kept` gives. */
export function keyDataColumns(fields: string, kept: (column: string, place?: number) => string): [string, string][] {
  return [...Map.groupBy(KEY_DATA, ({ column }) => column)].map(([column, data]) => {
    const values = data.map(({ name, place }) => `coalesce(${fields}->>'${name}', ${kept(column, place)})`).join(', ');
    return [column, data[0]?.place ? `array[${values}]` : values];
  });
}
