import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../../context';
import { withoutForbidden } from '../../../operation';
import { cut, type Sheet, type SheetRow } from '../../../outside/sheets/sheet';
import { badSheet } from '../../../outside/sheets/sheetReader';
import { headingRow, suggestedFields } from '../../export/sheetColumns';
import { jsonRows } from '../../jsonRows';
import { Import, type ImportColumn } from '../import.entity';

/** Rows written per statement. */
const BATCH = 500;
/** The headings are looked for in this many non-empty rows. */
const HEAD = 10;

/** Writes a sheet's rows to `import_rows`, and suggests a mapping of its columns from the headings. */
export async function stageSheet(em: EntityManager, user: Caller, fileName: string, sheet: Sheet): Promise<Import> {
  let staged: Import | undefined;
  let columns: ImportColumn[] = [];
  let batch: SheetRow[] = [];
  let wide = 0;
  const write = async () => {
    if (!staged || batch.length === 0) return;
    staged.rowCount += batch.length;
    await insertRows(em, staged.id, batch);
    batch = [];
  };
  const titles: SheetRow[] = [];
  for await (const row of belowTitles(sheet.rows, titles)) {
    if (!staged) {
      if (titles.length > 0) sheet.warnings.push(titlesTold(titles, row));
      columns = columnsOf(row.cells);
      const about = { username: user.username, fileName: nameOf(fileName), format: label(sheet.format), columns };
      staged = em.create(Import, { user: user.id, ...about, warnings: [] });
      await em.flush();
      continue;
    }
    if (row.cells.length > columns.length) wide += 1;
    for (const column of columns) {
      const value = row.cells[column.index]?.trim();
      if (value && column.sample.length < 3) column.sample.push(label(value, 100));
    }
    batch.push({ number: row.number, cells: row.cells.slice(0, columns.length) });
    if (batch.length === BATCH) await write();
  }
  await write();
  if (!staged) throw badSheet('The file is empty.');
  if (staged.rowCount === 0) throw badSheet('The file has headings, but no row below them.');
  const warnings = [...sheet.warnings.map((warning) => label(warning, 1_000)), ...warningsOf(columns)];
  if (wide) warnings.push(`${wide} rows have values beyond the last heading, which are left out.`);
  em.assign(staged, { warnings, columns: structuredClone(columns) });
  await em.flush();
  return staged;
}

/** Yields the heading row and the rows below it; collects the rows above in `titles`. */
async function* belowTitles(rows: AsyncIterable<SheetRow>, titles: SheetRow[]): AsyncGenerator<SheetRow> {
  let head: SheetRow[] | undefined = [];
  const begun = (first: SheetRow[]) => {
    titles.push(...first.splice(0, headingRow(first.map(({ cells }) => cells))));
    head = undefined;
    return first;
  };
  for await (const row of rows) {
    if (!head) yield row;
    else if (head.push(row) === HEAD) yield* begun(head);
  }
  if (head) yield* begun(head);
}

function titlesTold(titles: SheetRow[], headings: SheetRow): string {
  const [first, last] = [titles[0]?.number, titles.at(-1)?.number];
  const which =
    first === last ? `Row ${first} was taken for a title` : `Rows ${first} to ${last} were taken for titles`;
  return `${which}: the headings were read from row ${headings.number}.`;
}

function columnsOf(cells: string[]): ImportColumn[] {
  const headings = cells.map((cell) => cell.trim());
  const fields = suggestedFields(headings);
  return headings.map((header, index) => {
    const field = fields[index] ?? null;
    return { index, header: label(header), sample: [], field, suggested: field !== null };
  });
}

function warningsOf(columns: ImportColumn[]): string[] {
  const headers = columns.map(({ header }) => header.toLowerCase()).filter(Boolean);
  const twice = new Set(headers.filter((header, index) => headers.indexOf(header) < index));
  // The documented exports have this heading twice.
  twice.delete('tips');
  return [...twice].map((header) => `Several columns have the heading “${header}”: look at how they are mapped.`);
}

async function insertRows(em: EntityManager, id: number, rows: SheetRow[]): Promise<void> {
  await em.execute(
    `insert into import_rows (import_id, number, cells)
     select ?, (r->>0)::int, array(select jsonb_array_elements_text(r->1)) from jsonb_array_elements(?) r`,
    [id, jsonRows(rows.map(({ number, cells }) => [number, cells.map(storable)]))],
  );
}

/** Replaces characters that PostgreSQL cannot store with one that the check then refuses as forbidden. */
const storable = (cell: string) => cell.replace(/[\0\p{Surrogate}]/gu, '\u0001');

/** A text from the file, for display. */
const label = (text: string, max = 255) => withoutForbidden(cut(text, max));

/** Keeps the end of a long file name, which has the extension. */
export const nameOf = (fileName: string) =>
  withoutForbidden(fileName.slice(-255).replace(/^[\uDC00-\uDFFF]/, '')).replace(/\s+/g, ' ');
