import type { EntityManager } from '@mikro-orm/postgresql';
import { csvLine } from '../../export/exportFormats';
import { cursor } from '../../export/exportRows';
import { Import } from '../import.entity';
import type { ImportProblem, ImportVerdict } from '../importRow';

interface ResultRow {
  cells: string[];
  verdict: ImportVerdict | null;
  problems: ImportProblem[] | null;
}

/** The rows of an import as CSV: the file's columns unchanged, then the verdict and the reasons. */
export async function* resultLines(em: EntityManager, id: number): AsyncGenerator<string> {
  const { columns } = await em.findOneOrFail(Import, id);
  yield `\uFEFF${csvLine([...columns.map(({ header }) => header), 'Result', 'Reason'])}`;
  const select = `select array_to_json(cells) as cells, verdict, problems from import_rows
    where import_id = ${id} order by number`;
  for await (const rows of cursor<ResultRow>(em, select)) {
    const lines = rows.map(({ cells, verdict, problems }) => {
      const reasons = (problems ?? []).map(({ column, message }) => (column ? `${column}: ${message}` : message));
      return csvLine([...columns.map(({ index }) => cells[index] ?? ''), verdict ?? '', reasons.join(' ')]);
    });
    yield lines.join('');
  }
}
