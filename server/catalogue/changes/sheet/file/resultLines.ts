import type { EntityManager } from '@mikro-orm/postgresql';
import { csvLine } from '../../../export/exportFormats';
import { StagedChange } from '../../stagedChange.entity';
import type { RowProblem, RowVerdict } from '../../stagedRow';
import { nextRows } from '../sheetRows';

interface ResultRow {
  number: number;
  cells: string[];
  /** One for each year of the row. */
  parts: { year: string | null; verdict: RowVerdict | null; problems: RowProblem[] | null }[];
}

/** The rows of an import as CSV: the file's columns unchanged, then the verdict and the reasons. */
export async function* resultLines(em: EntityManager, id: number): AsyncGenerator<string> {
  const { columns } = await em.findOneOrFail(StagedChange, id);
  yield `\uFEFF${csvLine([...columns.map(({ header }) => header), 'Result', 'Reason'])}`;
  const parts = `(select json_agg(json_build_object('year', year, 'verdict', verdict, 'problems', problems) order by part)
    from import_rows p where p.import_id = r.import_id and p.number = r.number)`;
  const next = (last: number) =>
    nextRows<ResultRow>(em, id, last, `number, array_to_json(cells) as cells, ${parts} as parts`);
  for (let rows = await next(0); rows.length > 0; rows = await next(rows.at(-1)?.number ?? 0)) {
    yield rows
      .map(({ cells, parts }) =>
        csvLine([...columns.map(({ index }) => cells[index] ?? ''), verdictsOf(parts), reasonsOf(parts).join(' ')]),
      )
      .join('');
  }
}

/** "new"; if the years differ, "new (1998, 1999), unchanged (2000)". */
function verdictsOf(parts: ResultRow['parts']): string {
  const years = Map.groupBy(parts, ({ verdict }) => verdict ?? '');
  if (years.size === 1) return parts[0]?.verdict ?? '';
  return [...years].map(([verdict, of]) => `${verdict} (${of.map(({ year }) => year).join(', ')})`).join(', ');
}

/** Each reason once; with its year if not all years have it. */
function reasonsOf(parts: ResultRow['parts']): string[] {
  const told = parts.flatMap(({ year, problems }) =>
    (problems ?? []).map((problem) => ({ year, text: inWords(problem) })),
  );
  return [...Map.groupBy(told, ({ text }) => text)].map(([text, of]) =>
    of.length === parts.length ? text : `${of.map(({ year }) => year).join(', ')}: ${text}`,
  );
}

/** A problem with the heading of its column. */
export const inWords = ({ column, message }: RowProblem) => (column ? `${column}: ${message}` : message);
