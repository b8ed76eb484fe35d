import type { EntityManager } from '@mikro-orm/postgresql';
import { cellsOf, type JsonRows, requireCells } from '../modelCells';

/** Rows read per batch: with more, other requests would wait longer; with fewer, the export would take longer. */
const BATCH = 100;

/** All models, or those with these ids, in export order. */
const inOrder = (ids: number[] | undefined) => `from models m join makes k on k.id = m.make_id
  ${ids ? `where m.id = any('{${ids.join(',')}}'::int[])` : ''} order by k.display_name, k.id, m.name, m.year, m.id`;

/** The models with these fields, in export order: each row is one text (modelCells.ts). */
export async function* rowsOfModels(
  em: EntityManager,
  fields: readonly string[],
  ids?: number[],
): AsyncGenerator<string[]> {
  for await (const batch of cursor<{ row: string }>(em, `select ${cellsOf(fields)} as row ${inOrder(ids)}`)) {
    yield batch.map(({ row }) => requireCells(row, fields.length));
  }
}

/** A JSON array of the models, in export order. */
export async function* jsonOfModels(
  em: EntityManager,
  { fields, write }: JsonRows,
  ids?: number[],
): AsyncGenerator<string> {
  let separator = '[';
  for await (const rows of rowsOfModels(em, fields, ids)) {
    yield separator + rows.map(write).join(',');
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
