import { eachOf } from '../../inputs/list';
import type { Statement } from '../../outside/postgres/reads';
import { ModelImage } from '../images/modelImage.entity';
import { KEY_DATA, type KeyDataValues } from '../keyData';
import { Make } from '../makes/make.entity';
import { Model } from './model.entity';

/*
 * Makes and models as plain rows, for operations that read without the ORM. SQL builds them as JSON with the names of
 * the entities' fields; `asMake` and `asModelRow` add what the entities compute. In lists, a model without key data is a
 * JSON array (`MODEL_JSON`).
 */

export type MakeRow = Omit<Make, 'models'>;

/** A make as the rows of models have it. */
export type MakeLine = Pick<Make, 'id' | 'displayName'>;

/** `images` and `keyDataHash` are absent where a list does not read them, and so is what its `Fields` do not include. */
export type ModelRow = Omit<Model, 'make' | 'images'> & {
  make: MakeLine;
  images?: ModelImage[];
  keyDataHash?: string;
};

/**
 * Which fields of a model are read: id, name and year; these and the make; all that do not open its sheet
 * (docs/rules.md, "Sheet budgets"); or all.
 */
export const Fields = { LINE: 'line', NAMES: 'names', FREE: 'free', ALL: 'all' } as const;
export type Fields = (typeof Fields)[keyof typeof Fields];

const TIMES = (table: string) => `${table}.created_at as "createdAt", ${table}.updated_at as "updatedAt"`;

/** The fields of `makes k`. */
export const MAKE_FIELDS = `k.id, k.display_name as "displayName", k.full_name as "fullName",
  k.other_details as "otherDetails", k.icon_hash as "iconHash", k.version, ${TIMES('k')}`;

const camel = (column: string) => column.replace(/_[a-z]/g, (text) => text.charAt(1).toUpperCase());

const LINE = 'm.id, m.name, m.year';
const NAMES = `${LINE}, json_build_object('id', k.id, 'displayName', k.display_name) as make`;
const FREE = `${NAMES}, m.sample, m.version, ${TIMES('m')}`;
/** The columns of the key data. */
const KEY_DATA_COLUMNS = [...new Set(KEY_DATA.map(({ column }) => column))];
const KEY_DATA_FIELDS = KEY_DATA_COLUMNS.map((column) => `m.${column} as "${camel(column)}"`).join(', ');

/** The columns of `valuesOf`: everything that the model form changes, except the make. */
export const VALUE_COLUMNS = ['name', 'year', 'sample', ...KEY_DATA_COLUMNS];

/** The values of a model by column. */
export const valuesOf = (model: Pick<ModelRow, 'name' | 'year' | 'sample'> & KeyDataValues): object =>
  Object.fromEntries(VALUE_COLUMNS.map((column) => [column, model[camel(column) as keyof typeof model]]));

/** The fields of `models m join makes k`, without the pictures. */
export const MODEL_FIELDS: Record<Fields, string> = {
  line: LINE,
  names: NAMES,
  free: FREE,
  all: `${FREE}, ${KEY_DATA_FIELDS}`,
};

/**
 * A digest of all key data of `models m`; null and empty are the same. No text contains this separator. Make and name are
 * part of it, so it compares the years of one model. Without the secret, nobody can find key data by its digest.
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

/** A statement whose value is the list of the rows of `select`. */
export const listOf = (select: string) =>
  `select array_to_json(array(select row_to_json(found) from (${select}) found))`;

/** The form in which the models of a page are read. */
export interface RowForm<Row> {
  /** Identifies it in the names of prepared statements. */
  readonly name: string;
  /** A query of all models with the ids of `page` (a query of ids), in its order, as one value. Each comes from the index. */
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

/** The statement with this name; its text is made once. */
export function prepared(name: string, textOf: () => string): Statement {
  // PostgreSQL cuts names after 63 bytes, and two that are then the same would be mixed up: the number comes first.
  const statement = statements.get(name) ?? { name: `${statements.size} ${name}`.slice(0, 63), text: textOf() };
  statements.set(name, statement);
  return statement;
}

/** The JSON of a row: dates are texts, and computed fields are missing. */
interface Parsed {
  createdAt?: string | Date;
  updatedAt?: string | Date;
}

function withTimes(row: Parsed): void {
  if (row.createdAt) row.createdAt = new Date(row.createdAt);
  if (row.updatedAt) row.updatedAt = new Date(row.updatedAt);
}

export function asMake(row: Parsed): MakeRow {
  withTimes(row);
  return Object.setPrototypeOf(row, Make.prototype);
}

export const asImage = (row: object): ModelImage => Object.setPrototypeOf(row, ModelImage.prototype);

/** Only key data has a computed field, so other rows stay plain objects. */
export function asModelRow(row: Parsed & { images?: object[]; depthValues?: string[] }): ModelRow {
  withTimes(row);
  row.images?.forEach(asImage);
  return (row.depthValues ? Object.setPrototypeOf(row, Model.prototype) : row) as ModelRow;
}

/** The columns of a model without key data, and their values as JSON has them. */
const CELLS = 'm.id, m.name, m.year, k.id, k.display_name, m.sample, m.version, m.created_at, m.updated_at'.split(', ');
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
  free: inArray(9, ([id, name, year, makeId, displayName, sample, version, createdAt, updatedAt]) => ({
    id,
    name,
    year,
    make: { id: makeId, displayName },
    sample,
    version,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  })),
  all: {
    sql: `(select row_to_json(found) from (select ${MODEL_FIELDS.all}) found)`,
    read: (value) => asModelRow(value as object),
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

/** The make of a row or an entity; undefined if the entity has not loaded it. */
export function makeOf({ make }: Model | ModelRow): MakeLine | undefined {
  if (!('unwrap' in make)) return make;
  return make.isInitialized() ? make.unwrap() : undefined;
}

/** The pictures of a row or an entity; undefined if they were not read. */
export function imagesOf({ images }: Model | ModelRow): readonly ModelImage[] | undefined {
  if (images === undefined || Array.isArray(images)) return images;
  return images.isInitialized() ? images.getItems() : undefined;
}
