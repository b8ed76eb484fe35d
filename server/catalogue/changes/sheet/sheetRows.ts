import type { EntityManager } from '@mikro-orm/postgresql';

/** The most rows, and about the most characters of their cells, that are read at a time: a row may have ten million. */
const MOST = { rows: 500, characters: 1_000_000 };

/**
 * The next rows of an imported sheet after row `last`, in their order; none after the last one. `columns` are expressions on
 * `import_rows`, as `r`. The rows that were added for other years of a row are left out.
 */
export const nextRows = <Row extends { number: number }>(
  em: EntityManager,
  id: number,
  last: number,
  columns: string,
): Promise<Row[]> =>
  em.execute<Row[]>(
    `select ${columns} from (
       select s.*, sum(size) over (order by number) - size as before from (
         select *, coalesce(octet_length(array_to_string(cells, '')), 0) as size from import_rows
         where import_id = ? and part = 0 and number > ? order by number limit ?) s
     ) r where before < ? order by number`,
    [id, last, MOST.rows, MOST.characters],
  );
