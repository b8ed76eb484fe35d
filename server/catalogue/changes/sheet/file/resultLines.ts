import type { EntityManager } from '@mikro-orm/postgresql';
import { csvLine } from '../../../export/exportFormats';
import { StagedChange } from '../../stagedChange.entity';
import type { RowProblem, RowVerdict } from '../../stagedRow';
import { nextRows } from '../sheetRows';

interface ResultRow {
  number: number;
  cells: string[];
  /** One for each model and year of the row. */
  parts: { of: string; verdict: RowVerdict | null; problems: RowProblem[] | null }[];
}

/** The rows of an import as CSV: the file's columns unchanged, then the verdict and the reasons. */
export async function* resultLines(em: EntityManager, id: number): AsyncGenerator<string> {
  const { columns, splitModels } = await em.findOneOrFail(StagedChange, id);
  yield `\uFEFF${csvLine([...columns.map(({ header }) => header), 'Result', 'Reason'])}`;
  const parts = `(select json_agg(json_build_object('of', ${splitModels ? "concat(name, ' ', year)" : 'year'}, 'verdict', verdict, 'problems', problems) order by part)
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

/** "new"; if the parts differ, "new (1998, 1999), unchanged (2000)". */
function verdictsOf(parts: ResultRow['parts']): string {
  const verdicts = Map.groupBy(parts, ({ verdict }) => verdict ?? '');
  if (verdicts.size === 1) return parts[0]?.verdict ?? '';
  return [...verdicts].map(([verdict, those]) => `${verdict} (${those.map(({ of }) => of).join(', ')})`).join(', ');
}

/** Each reason once; with its model and year if not all have it. */
function reasonsOf(parts: ResultRow['parts']): string[] {
  const told = parts.flatMap(({ of, problems }) => (problems ?? []).map((problem) => ({ of, text: inWords(problem) })));
  return [...Map.groupBy(told, ({ text }) => text)].map(([text, those]) =>
    those.length === parts.length ? text : `${those.map(({ of }) => of).join(', ')}: ${text}`,
  );
}

/** A problem with the heading of its column. */
export const inWords = ({ column, message }: RowProblem) => (column ? `${column}: ${message}` : message);
