import type { EntityManager } from '@mikro-orm/postgresql';
import { type JsonShape, jsonOf, textOf } from '../modelSql';

/** Rows read per batch: with more, other requests would wait longer; with fewer, the export would take longer. */
const BATCH = 100;

/** Separates the cells of a row. No stored text can contain it: input validation refuses it, as XML 1.0 forbids it. */
export const CELL_END = '\u001f';

/** All models, or those with these ids, in export order. */
const inOrder = (ids: number[] | undefined) => `from models m join makes k on k.id = m.make_id
  ${ids ? `where m.id = any('{${ids.join(',')}}'::int[])` : ''} order by k.display_name, k.id, m.name, m.year, m.id`;

/**
 * The fields of the models, in export order: each row is one text, with CELL_END between the fields. PostgreSQL joins
 * them, which is faster than separate columns; with `||`, in two thirds of the time of concat_ws.
 */
export async function* rowsOfModels(
  em: EntityManager,
  fields: readonly string[],
  ids?: number[],
): AsyncGenerator<string[]> {
  const row = `${fields.map(textOf).join(` || E'\\x1f' || `)} as row`;
  for await (const batch of cursor<{ row: string }>(em, `select ${row} ${inOrder(ids)}`)) {
    yield batch.map(({ row }) => {
      if (cellsIn(row) !== fields.length) throw new Error('A model has a character that cannot be exported');
      return row;
    });
  }
}

function cellsIn(row: string): number {
  let count = 1;
  for (let at = row.indexOf(CELL_END); at >= 0; at = row.indexOf(CELL_END, at + 1)) count += 1;
  return count;
}

/**
 * A JSON array of the models, in export order. PostgreSQL writes the objects: made here, they would take twice the time
 * and memory.
 */
export async function* jsonOfModels(em: EntityManager, shape: JsonShape, ids?: number[]): AsyncGenerator<string> {
  let separator = '[';
  for await (const batch of cursor<{ json: string }>(em, `select ${jsonOf(shape)}::text as json ${inOrder(ids)}`)) {
    yield separator + batch.map(({ json }) => json).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** The rows of a query in batches; the next batch is fetched while one is processed. Needs a transaction. */
export async function* cursor<Row extends object>(em: EntityManager, select: string): AsyncGenerator<Row[]> {
  await em.execute(`declare rows_of_export no scroll cursor for ${select}`);
  const fetch = () => em.execute<Row[]>(`fetch ${BATCH} from rows_of_export`);
  let next = fetch();
  try {
    for (;;) {
      const rows = await next;
      if (rows.length === 0) return;
      next = fetch();
      yield rows;
    }
  } finally {
    await next.catch(() => {});
  }
}
