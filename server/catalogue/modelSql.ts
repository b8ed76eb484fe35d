import { KEY_DATA, keyDatum } from './keyData';

/** SQL for the fields of a model, named as in the history and the imports. */

/** Ignores case in every alphabet. Must match the expressions of the indexes. */
export const like = (column: string, parameter: string) =>
  `lower(${column} collate "und-x-icu") like lower(${parameter}::text collate "und-x-icu")`;

/** The field as a text, for queries on `models m join makes k`. */
export function textOf(field: string): string {
  if (field === 'id' || field === 'year') return `m.${field}::text`;
  if (field === 'make') return 'k.display_name';
  if (field === 'name') return 'm.name';
  if (field === 'sample') return `case when m.sample then 'yes' else 'no' end`;
  const { column, place } = keyDatum(field);
  return place ? `coalesce(m.${column}[${place}], '')` : `m.${column}`;
}

/** The names in a JSON object, each with a field, a list of fields or another object. */
export interface JsonShape {
  [name: string]: string | readonly string[] | JsonShape;
}

/** Fields that are not texts in JSON. */
const JSON_VALUES: Record<string, string> = {
  id: 'm.id',
  makeId: 'm.make_id',
  year: 'm.year',
  sample: 'm.sample',
  version: 'm.version',
  // As JavaScript writes it.
  createdAt: `to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** The model as a JSON object of this shape, for queries on `models m join makes k`. */
export function jsonOf(shape: JsonShape): string {
  const one = (field: string) => JSON_VALUES[field] ?? textOf(field);
  const sqlOf = (value: JsonShape[string]) => {
    if (typeof value === 'string') return one(value);
    return Array.isArray(value) ? `array[${value.map(one).join(', ')}]` : jsonOf(value as JsonShape);
  };
  const values = Object.entries(shape).map(([name, value]) => `${sqlOf(value)} as "${name}"`);
  return `(select row_to_json(o) from (select ${values.join(', ')}) o)`;
}

/** The key data columns, each with an expression: its value in the JSON object `fields`, or else `kept`. */
export function keyDataColumns(fields: string, kept: (column: string, place?: number) => string): [string, string][] {
  return [...Map.groupBy(KEY_DATA, ({ column }) => column)].map(([column, data]) => {
    const values = data.map(({ name, place }) => `coalesce(${fields}->>'${name}', ${kept(column, place)})`).join(', ');
    return [column, data[0]?.place ? `array[${values}]` : values];
  });
}
