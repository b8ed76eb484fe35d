import { KEY_DATA, TEXTS } from './keyData';

/** Where the fields of a model (names as the history and the imports have them) stand in the tables. */

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `depth2OneX` stands in `depth_values[3]`: the rows one after the other, 1x before 2x; `spacing3` in `spacing[3]`. */
function placeOf(name: string): { column: string; index?: number } {
  const [, spacing] = /^spacing(\d+)$/.exec(name) ?? [];
  if (spacing) return { column: 'spacing', index: Number(spacing) };
  const [, row, side] = /^depth(\d+)(One|Two)X$/.exec(name) ?? [];
  if (row) return { column: 'depth_values', index: Number(row) * 2 - (side === 'One' ? 1 : 0) };
  return { column: snake(name) };
}

/** The field as a text, of `models m join makes k`. */
export function textOf(field: string): string {
  if (field === 'id' || field === 'year') return `m.${field}::text`;
  if (field === 'make') return 'k.display_name';
  if (field === 'sample') return `case when m.sample then 'yes' else 'no' end`;
  const { column, index } = placeOf(field);
  return index ? `coalesce(m.${column}[${index}], '')` : `m.${column}`;
}

/** Columns of key data, each with an expression that gives it what the object `fields` says, else what `kept` gives. */
export function keyDataColumns(fields: string, kept: (column: string, index?: number) => string): [string, string][] {
  const given = (name: string, fallback: string) => `coalesce(${fields}->>'${name}', ${fallback})`;
  const lists: Record<string, string[]> = { spacing: [], depth_values: [] };
  for (const { name } of KEY_DATA) {
    const { column, index } = placeOf(name);
    if (index) lists[column]?.push(given(name, kept(column, index)));
  }
  return [
    ...Object.keys(TEXTS).map((name): [string, string] => [snake(name), given(name, kept(snake(name)))]),
    ...Object.entries(lists).map(([column, values]): [string, string] => [column, `array[${values.join(', ')}]`]),
  ];
}
