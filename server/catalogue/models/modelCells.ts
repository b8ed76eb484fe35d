import { KEY_DATA, keyDatum } from '../keyData';
import { KEY_SYSTEM } from './modelChanges';
import type { RowForm } from './readModels';

/*
 * Models as texts: PostgreSQL joins the fields of a model, its cells, into one text. This takes it less time than separate
 * columns or JSON (docs/performance.md, "Reads").
 */

/** Separators of cells and of rows. No stored text has them: input validation refuses them, because XML 1.0 forbids them. */
export const CELL_END = '\u001f';
const ROW_END = '\u001e';
const [CELL_END_SQL, ROW_END_SQL] = [`E'\\x1f'`, `E'\\x1e'`];

/** Fields that are not key data, for queries on `models m join makes k`. */
const OTHERS: Record<string, string> = {
  id: 'm.id::text',
  makeId: 'm.make_id::text',
  make: 'k.display_name',
  name: 'm.name',
  year: 'm.year::text',
  [KEY_SYSTEM.name]: `coalesce((select s.name from key_systems s where s.id = m.key_system_id), '')`,
  sample: `case when m.sample then 'yes' else 'no' end`,
  isSample: 'm.sample::text',
  source: 'm.source',
  checkedBy: 'm.checked_by',
  checkedByName: `split_part(m.checked_by, '@', 1)`,
  checkedAt: `coalesce(replace((m.checked_at at time zone 'UTC')::text, ' ', 'T') || 'Z', '')`,
  version: 'm.version::text',
  // `write` formats it: PostgreSQL's `to_char` is slow.
  createdAt: `(m.created_at at time zone 'UTC')::text`,
};

/** The lists of key data, each by its first field. A whole list is joined in one step. */
const LISTS = new Map(
  [
    ...Map.groupBy(
      KEY_DATA.filter(({ place }) => place),
      ({ column }) => column,
    ),
  ].map(([column, [first, ...rest]]) => [
    first?.name,
    { rest: rest.map(({ name }) => name), sql: `array_to_string(m.${column}, ${CELL_END_SQL}, '')` },
  ]),
);

/** SQL for a row of these fields, for queries on `models m join makes k`. They have the names of the history and the imports. */
export function cellsOf(fields: readonly string[]): string {
  const found: string[] = [];
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? '';
    const list = LISTS.get(field);
    if (list?.rest.every((name, index) => fields[at + 1 + index] === name)) {
      found.push(list.sql);
      at += list.rest.length;
    } else found.push(OTHERS[field] ?? textOf(field));
  }
  return found.join(` || ${CELL_END_SQL} || `);
}

function textOf(field: string): string {
  const { column, place } = keyDatum(field);
  return place ? `coalesce(m.${column}[${place}], '')` : `m.${column}`;
}

/** The row, if it has `count` cells; throws otherwise. */
export function requireCells(row: string, count: number): string {
  let found = 1;
  for (let at = row.indexOf(CELL_END); at >= 0; at = row.indexOf(CELL_END, at + 1)) found += 1;
  if (found !== count) throw new Error('A model has a character that cannot be sent');
  return row;
}

/** A JSON object: each name with a field, a list of fields or another object. */
export interface JsonShape {
  [name: string]: string | readonly string[] | JsonShape;
}

/** Fields that are not texts in JSON. */
const BARE = new Set(['id', 'makeId', 'year', 'isSample', 'version']);

/** Models as JSON texts of one shape. */
export interface JsonForm extends RowForm<string> {
  fields: readonly string[];
  /** The JSON of one row of `cellsOf(fields)`. */
  write(row: string): string;
}

/** `name` identifies the shape. */
export function jsonForm(name: string, shape: JsonShape): JsonForm {
  const mark = (_name: string, value: unknown) => (typeof value === 'string' ? CELL_END + value + CELL_END : value);
  const parts = JSON.stringify(shape, mark).split('\\u001f');
  const fields = parts.filter((_, index) => index % 2 === 1);
  // What is before, between and after the fields, with the quotes of those that are texts.
  const between = parts
    .filter((_, index) => index % 2 === 0)
    .map((text, index) =>
      text.slice(BARE.has(fields[index - 1] ?? '') ? 1 : 0, BARE.has(fields[index] ?? '') ? -1 : undefined),
    );
  const times = [...fields.keys()].filter((index) => fields[index] === 'createdAt');
  const end = between.at(-1);

  function write(row: string): string {
    const cells = escaped(row).split(CELL_END);
    for (const at of times) cells[at] = new Date(`${cells[at]?.replace(' ', 'T')}Z`).toISOString();
    let json = '';
    for (let at = 0; at < cells.length; at++) json += `${between[at]}${cells[at]}`;
    return json + end;
  }
  return {
    name,
    fields,
    write,
    select: (page) => `select coalesce(string_agg((
        select ${cellsOf(fields)} from models m join makes k on k.id = m.make_id where m.id = page.id
      ), ${ROW_END_SQL}), '') from (${page}) page`,
    read: (text) => (text ? String(text).split(ROW_END) : []).map((row) => write(requireCells(row, fields.length))),
  };
}

/** What JSON escapes in a text, except the separators. */
const SPECIAL = new RegExp(`["\\\\]|[^\\P{Cc}${CELL_END}${ROW_END}]`, 'gu');
const escaped = (row: string) => row.replace(SPECIAL, (sign) => JSON.stringify(sign).slice(1, -1));
