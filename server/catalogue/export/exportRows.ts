import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context';
import { cellsOf, requireCells } from '../models/modelCells';

/** Rows that PostgreSQL sends at a time. With fewer, an export takes longer. */
const FETCHED = 500;
/** Rows in a batch. With more, other requests wait longer, and the texts of a batch stay in memory longer. */
const BATCH = 100;
/** In milliseconds: about ten times as long as a batch takes. */
const PAUSE = 10;

/**
 * All models, or those with these ids, in export order. `offset 0` makes PostgreSQL sort the models of one make at a time:
 * a sort of all models would keep every core busy (parallel workers) before the first one is sent.
 */
const inOrder = (ids: number[] | undefined) =>
  `${
    ids
      ? `from models m join makes k on k.id = m.make_id where m.id = any('{${ids.join(',')}}'::int[])`
      : 'from makes k, lateral (select * from models where make_id = k.id offset 0) m'
  } order by k.display_name, k.id, m.name, m.year, m.id`;

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

/** The batches, with a pause before each while others use the server, so that their requests wait less for a processor. */
export async function* yieldingToRequests<Batch>(
  { isAlone }: Pick<Context, 'isAlone'>,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    if (!isAlone()) await pause(PAUSE);
    yield batch;
  }
}

/** The rows of a query in batches; the next ones are fetched while one is processed. Needs a transaction. */
async function* cursor<Row extends object>(em: EntityManager, select: string): AsyncGenerator<Row[]> {
  await em.execute(`declare rows_of_export no scroll cursor for ${select}`);
  const fetch = () => em.execute<Row[]>(`fetch ${FETCHED} from rows_of_export`);
  let next = fetch();
  try {
    for (;;) {
      const rows = await next;
      if (rows.length === 0) return;
      next = fetch();
      for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
    }
  } finally {
    await next.catch(() => {});
  }
}
