import { imageUrl } from '../images/imageUrls';
import type { Make } from './make.entity';

/** A make as operations return it: an entity, or a plain row of `MAKE_FIELDS`. */
export type MakeRow = Make;

/** A make as the rows of models have it. */
export type MakeLine = Pick<Make, 'id' | 'displayName'>;

/** The times of a table, as a row has them. */
export const TIMES = (table: string) => `${table}.created_at as "createdAt", ${table}.updated_at as "updatedAt"`;

/** The fields of `makes k`. */
export const MAKE_FIELDS = `k.id, k.display_name as "displayName", k.full_name as "fullName",
  k.other_details as "otherDetails", k.icon_hash as "iconHash", k.version, ${TIMES('k')}`;

interface JsonRow {
  createdAt?: string | Date;
  updatedAt?: string | Date;
  checkedAt?: string | Date | null;
  /** Of a model. */
  keySystem?: JsonRow | null;
}

/** The row of its JSON, in which times are texts. */
export function fromJson<Row>(json: JsonRow): Row {
  if (json.createdAt) json.createdAt = new Date(json.createdAt);
  if (json.updatedAt) json.updatedAt = new Date(json.updatedAt);
  if (json.checkedAt) json.checkedAt = new Date(json.checkedAt);
  if (json.keySystem) fromJson(json.keySystem);
  return json as Row;
}

/** The path of its icon. */
export const iconUrl = ({ iconHash }: Pick<Make, 'iconHash'>) => iconHash && imageUrl('icons', iconHash, 100);
