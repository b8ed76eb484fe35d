import type { EntityManager } from '@mikro-orm/postgresql';
import type { Model } from '../model.entity';
import { asModel, type ModelRow, makeRefs, modelColumns } from '../modelRows';
import { textOf } from '../modelSql';

/** How many rows are read at a time: more costs memory and gains nothing. */
const BATCH = 250;
/** Of whole models fewer: they take longer, and others wait while a batch is worked on. */
const MODELS = 50;

/** U+001F: nothing that is stored can have it (XML 1.0 forbids it, and so does the gate). */
const SEPARATOR = '\u001f';

const IN_ORDER = `from models m join makes k on k.id = m.make_id order by k.display_name, k.id, m.name, m.year, m.id`;

/** The fields of every model, in the order of exports; PostgreSQL joins a row's texts, which is faster than columns are. */
export async function* fieldsOfModels(em: EntityManager, fields: readonly string[]): AsyncGenerator<string[][]> {
  const row = `concat_ws(E'\\x1f', ${fields.map(textOf).join(', ')}) as row`;
  for await (const batch of cursor<{ row: string }>(em, `select ${row} ${IN_ORDER}`)) {
    yield batch.map(({ row }) => {
      const cells = row.split(SEPARATOR);
      if (cells.length !== fields.length) throw new Error('A model has a character that cannot be exported');
      return cells;
    });
  }
}

/** Every model with its make, in the order of exports. */
export async function* allModels(em: EntityManager): AsyncGenerator<Model[]> {
  const makes = await makeRefs(em);
  for await (const batch of cursor<ModelRow>(em, `select ${modelColumns(em)} ${IN_ORDER}`, MODELS)) {
    yield batch.map((row) => asModel(row, makes));
  }
}

/** The rows of a query, a batch at a time; the next is fetched while the last is worked on. In a transaction only. */
export async function* cursor<Row extends object>(
  em: EntityManager,
  select: string,
  batch = BATCH,
): AsyncGenerator<Row[]> {
  await em.execute(`declare rows_of_export no scroll cursor for ${select}`);
  const fetch = () => em.execute<Row[]>(`fetch ${batch} from rows_of_export`);
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
