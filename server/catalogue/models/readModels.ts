import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../../errors';
import { eachOf } from '../../inputs/list';
import type { Statement } from '../../outside/postgres/reads';
import { KEY_DATA, KEY_LABEL, type KeyDataValues } from '../keyData';
import { fromJson, TIMES } from '../makes/makeRow';
import type { ModelRow } from './modelRow';

/*
 * Reads models: their columns, and how PostgreSQL sends them. A model is a JSON object with the names of the row's fields; in
 * lists, without key data, an array (`MODEL_JSON`), or one text (modelCells.ts). Writers that wait for others read theirs with `lockModels`.
 */

/**
 * Which fields of a model are read: id, name and year; these and the make; all that do not open its sheet
 * (docs/rules.md, "Sheet budgets"); or all.
 */
export const Fields = { LINE: 'line', NAMES: 'names', FREE: 'free', ALL: 'all' } as const;
export type Fields = (typeof Fields)[keyof typeof Fields];

/** The columns of the key data, each with its name in a row. */
export const KEY_DATA_COLUMNS = [...new Set(KEY_DATA.map(({ column }) => column))].map(
  (column) =>
    [column, column.replace(/_[a-z]/g, (text) => text.charAt(1).toUpperCase()) as keyof KeyDataValues] as const,
);

const LINE = 'm.id, m.name, m.year';
const NAMES = `${LINE}, json_build_object('id', k.id, 'displayName', k.display_name) as make`;
const FREE = `${NAMES}, m.sample, m.version, m.${KEY_LABEL}, ${TIMES('m')}`;
/** Where the values come from, and who has checked them. */
const EVIDENCE = 'm.source, m.checked_by as "checkedBy", m.checked_at as "checkedAt"';
/** The key system whose id is this expression, as the rows of its models have it; part of their sheets. */
export const systemLine = (id: string) =>
  `(select json_build_object('id', s.id, 'name', s.name, 'source', s.source, 'checkedBy', s.checked_by,
    'checkedAt', s.checked_at, 'version', s.version, 'createdAt', s.created_at, 'updatedAt', s.updated_at) from key_systems s where s.id = ${id})`;
const OTHERS = KEY_DATA_COLUMNS.filter(([, name]) => name !== KEY_LABEL);
const KEY_DATA_FIELDS = OTHERS.map(([column, name]) => `m.${column} as "${name}"`).join(', ');

/** The fields of `models m join makes k`, without the pictures. */
export const MODEL_FIELDS: Record<Fields, string> = {
  line: LINE,
  names: NAMES,
  free: FREE,
  all: `${FREE}, ${KEY_DATA_FIELDS}, ${EVIDENCE}, ${systemLine('m.key_system_id')} as "keySystem"`,
};

/**
 * A digest of all key data of `models m`; null and empty are the same. No text contains this separator. Make and name are
 * part of the digest, so it compares the years of one model. Without the secret, nobody can find key data by its digest.
 */
export const KEY_DATA_HASH = `left(encode(sha256(convert_to(concat_ws(chr(31),
  (select value from secrets where name = 'key data digest'), m.make_id, m.name, ${[
    ...Map.groupBy(KEY_DATA, ({ column }) => column),
  ]
    .map(([column, [datum]]) =>
      datum?.place ? `array_to_string(m.${column}, chr(31), '')` : `coalesce(m.${column}::text, '')`,
    )
    .join(', ')}), 'UTF8')), 'hex'), 32)`;

/** The pictures of `models m`, in their order. */
export const IMAGES_FIELD = `(select coalesce(json_agg(image), '[]') from (
    select id, position, hash, width, height from model_images where model_id = m.id order by position
  ) image) as images`;

/** The model $1 with its make and images. */
export const MODEL: Statement = {
  name: 'model',
  text: `select row_to_json(found) from (
    select ${MODEL_FIELDS.all}, ${IMAGES_FIELD} from models m join makes k on k.id = m.make_id where m.id = $1
  ) found`,
};

/** The form in which the models of a page are read. */
export interface RowForm<Row> {
  /** Identifies it in the names of prepared statements. */
  readonly name: string;
  /** A query of all models with the ids of `page` (a query of ids), in its order, as one value. Each model is found by the index of its id. */
  select(page: string): string;
  /** The rows of that value; none if it is undefined. */
  read(value: unknown): Row[];
}

/** The value of a statement that also counts all matches. */
export interface Counted {
  total: number;
  /** For `RowForm.read`. */
  rows: unknown;
}

const statements = new Map<string, Statement>();

/** The statement with this name; `textOf` is called once for each name. */
export function prepared(name: string, textOf: () => string): Statement {
  // PostgreSQL cuts names after 63 bytes, and two that are then the same would be mixed up: the number comes first.
  const statement = statements.get(name) ?? { name: `${statements.size} ${name}`.slice(0, 63), text: textOf() };
  statements.set(name, statement);
  return statement;
}

/** The columns of a model without key data, and their values as JSON has them. */
const CELLS =
  `m.id, m.name, m.year, k.id, k.display_name, m.sample, m.version, m.created_at, m.updated_at, m.${KEY_LABEL}`.split(
    ', ',
  );
type Cells = [
  id: number,
  name: string,
  year: number,
  makeId: number,
  displayName: string,
  sample: boolean,
  version: number,
  createdAt: string,
  updatedAt: string,
  label: string,
];

/** A model as one JSON value: how `models m join makes k` becomes it, and how it is read. */
interface ModelJson {
  readonly sql: string;
  read(value: unknown): ModelRow;
}

/** An array of the first `count` cells, which is written and parsed faster than an object (docs/performance.md, "Reads"). */
const inArray = (count: number, read: (cells: Cells) => Partial<ModelRow>): ModelJson => ({
  sql: `json_build_array(${CELLS.slice(0, count).join(', ')})`,
  read: (value) => read(value as Cells) as ModelRow,
});

export const MODEL_JSON: Record<Fields, ModelJson> = {
  line: inArray(3, ([id, name, year]) => ({ id, name, year })),
  names: inArray(5, ([id, name, year, makeId, displayName]) => ({ id, name, year, make: { id: makeId, displayName } })),
  free: inArray(10, ([id, name, year, makeId, displayName, sample, version, createdAt, updatedAt, label]) => ({
    id,
    name,
    year,
    make: { id: makeId, displayName },
    sample,
    version,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    [KEY_LABEL]: label,
  })),
  all: {
    sql: `(select row_to_json(found) from (select ${MODEL_FIELDS.all}) found)`,
    read: (value) => fromJson(value as object),
  },
};

/** The model whose id is this expression. `models` may be another source of the columns that are read. */
export const modelAsJson = (fields: Fields, id: string, models = 'models') =>
  `(select ${MODEL_JSON[fields].sql} from ${models} m join makes k on k.id = m.make_id where m.id = ${id})`;

/** Rows with these fields. */
export const ROWS = eachOf(
  Fields,
  (fields): RowForm<ModelRow> => ({
    name: fields,
    select: (page) => `select coalesce(json_agg(${modelAsJson(fields, 'page.id')}), '[]') from (${page}) page`,
    read: (rows) => ((rows ?? []) as unknown[]).map(MODEL_JSON[fields].read),
  }),
);

/** The models whose key data was read: only their rows have this field. */
export const opened = (found: ModelRow[]) =>
  found.filter((model) => Object.hasOwn(model, 'spacing')).map(({ id }) => id);

/** Models with their pictures, within a transaction. `rest` continues a query on `models m join makes k`. */
export async function findModels(em: EntityManager, rest: string, values: unknown[]): Promise<ModelRow[]> {
  const found = await em.execute<{ model: object }[]>(
    `select (select row_to_json(found) from (select ${MODEL_FIELDS.all}, ${IMAGES_FIELD}) found) as model
     from models m join makes k on k.id = m.make_id ${rest}`,
    values,
  );
  return found.map(({ model }) => fromJson(model));
}

/** The models with these ids, in the order of the ids. */
export const modelsWith = (em: EntityManager, ids: number[]) =>
  findModels(em, 'where m.id = any(?::int[]) order by m.id', [`{${ids.join(',')}}`]);

/**
 * As above, locked for a change until the end of the transaction. They are read after they are locked, because a previous
 * holder of the lock may have changed their pictures.
 */
export async function lockModels(em: EntityManager, ids: number[]): Promise<ModelRow[]> {
  await em.execute('select from models where id = any(?::int[]) order by id for no key update', [`{${ids.join(',')}}`]);
  return modelsWith(em, ids);
}

/** The model that was read; NOT_FOUND without one. */
export function requireModel([model]: ModelRow[]): ModelRow {
  if (!model) throw notFound('model');
  return model;
}
