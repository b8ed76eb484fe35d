import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../accounts/user.entity';
import { badSheet, type Sheet, type SheetRow } from '../outside/sheet';
import { Import, type ImportColumn } from './import.entity';
import { jsonRows } from './jsonRows';
import { suggestedFields } from './sheetColumns';

/** How many rows are written at a time. */
const BATCH = 500;

/** Puts a sheet's rows into `import_rows`, with what its headings suggest. */
export async function stageSheet(em: EntityManager, user: User, fileName: string, sheet: Sheet): Promise<Import> {
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
  for await (const row of sheet.rows) {
    if (!staged) {
      columns = columnsOf(row.cells);
      const about = { username: user.username, fileName: fileName.slice(-255), format: sheet.format, columns };
      staged = em.create(Import, { user: user.id, ...about, warnings: [] });
      await em.flush();
      continue;
    }
    if (row.cells.length > columns.length) wide += 1;
    for (const column of columns) {
      const value = row.cells[column.index]?.trim();
      if (value && column.sample.length < 3) column.sample.push(value.slice(0, 100));
    }
    batch.push({ number: row.number, cells: row.cells.slice(0, columns.length) });
    if (batch.length === BATCH) await write();
  }
  await write();
  if (!staged) throw badSheet('The file is empty.');
  if (staged.rowCount === 0) throw badSheet('The file has headings, but no row below them.');
  const warnings = [...sheet.warnings, ...warningsOf(columns)];
  if (wide) warnings.push(`${wide} rows have values beyond the last heading, which are left out.`);
  em.assign(staged, { warnings, columns: structuredClone(columns) });
  await em.flush();
  return staged;
}

function columnsOf(cells: string[]): ImportColumn[] {
  const headings = cells.map((cell) => cell.trim());
  const fields = suggestedFields(headings);
  return headings.map((header, index) => {
    const field = fields[index] ?? null;
    return { index, header: header.slice(0, 255), sample: [], field, suggested: field !== null };
  });
}

function warningsOf(columns: ImportColumn[]): string[] {
  const headers = columns.map(({ header }) => header.toLowerCase()).filter(Boolean);
  const twice = new Set(headers.filter((header, index) => headers.indexOf(header) < index));
  // The documented exports have two of them.
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

/** What PostgreSQL cannot hold is told as what it is where the row is checked: a character that is forbidden. */
const storable = (cell: string) => cell.replaceAll('\0', '\u0001').toWellFormed();
