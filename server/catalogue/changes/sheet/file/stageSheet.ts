import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../../../context';
import { invalid } from '../../../../errors';
import { withoutForbidden } from '../../../../gate/characters';
import { fileTitle } from '../../../../inputs/sheetUpload';
import { byWhom } from '../../../../logs/logEntry.entity';
import { jsonRows } from '../../../../outside/postgres/jsonRows';
import { cut, type Sheet, type SheetRow } from '../../../../outside/sheets/sheet';
import { badSheet } from '../../../../outside/sheets/sheetReader';
import { oneLine, textKey } from '../../../../text';
import { suggestedFields } from '../../../export/sheetColumns';
import { StagedChange } from '../../stagedChange.entity';
import type { ImportColumn } from '../importReading';
import { mayListModels } from '../modelLists';
import { findHeadings, type Headings, headingsAt, suitOf } from './headings';
import { MergedCells } from './mergedCells';
import { ReadingNotes } from './readingNotes';

/** How well a sheet of a workbook suits, by its first rows. */
export const suits = (first: readonly SheetRow[]) => suitOf(first.map(({ cells }) => cells));

/** Rows and characters written per statement. */
const BATCH = 500;
const BATCH_CHARACTERS = 1_000_000;
/** The headings are looked for in this many non-empty rows. */
const HEAD = 100;

/**
 * Writes a sheet's rows to `import_rows`, and suggests a mapping of its columns from the headings. These are found, unless
 * `headingRow` (from 1) says where they begin.
 */
export async function stageSheet(
  em: EntityManager,
  user: Caller,
  fileName: string,
  sheet: Sheet,
  headingRow?: number | null,
): Promise<StagedChange> {
  const notes = new ReadingNotes();
  const merged = new MergedCells(sheet.merged);
  const { headings, rows } = await belowTitles(sheet.rows, headingRow ?? null, notes);
  const columns = columnsOf(headings.texts);
  const values = columns.map(() => 0);
  const { sheets, encoding, encodingGuessed } = sheet;
  const reading = {
    sheet: sheet.sheet === null ? null : label(sheet.sheet),
    sheets: sheets.map(({ name, hidden }) => ({ name: label(name), hidden })),
    encoding,
    encodingGuessed,
    headingRow: headings.number,
  };
  const about = { ...byWhom(user), title: fileTitle(fileName), origin: label(sheet.format), reading };
  const staged = em.create(StagedChange, { ...about, columns, readWarnings: [] });
  await em.flush();
  let batch: SheetRow[] = [];
  let characters = 0;
  const write = async () => {
    staged.rowCount += batch.length;
    await insertRows(em, staged.id, batch);
    batch = [];
    characters = 0;
  };
  for await (const row of rows) {
    merged.fill(row);
    notes.note(row);
    for (const [index, cell] of row.cells.entries()) {
      characters += cell.length;
      const value = cell.trim();
      if (!value) continue;
      columns[index] ??= columnOf('', index, null);
      const column = columns[index];
      values[index] = (values[index] ?? 0) + 1;
      if (column.sample.length < 3) column.sample.push(label(value, 100));
      if (mayListModels(value)) {
        column.lists = (column.lists ?? 0) + 1;
        column.list ??= label(oneLine(value), 100);
      }
    }
    batch.push(row);
    if (batch.length === BATCH || characters > BATCH_CHARACTERS) await write();
  }
  await write();
  if (staged.rowCount === 0) throw badSheet('The file has headings but no rows below them.');
  const complete = Array.from(columns, (column, index) => ({
    ...(column ?? columnOf('', index, null)),
    empty: staged.rowCount - (values[index] ?? 0),
  }));
  const readWarnings = [...sheet.warnings, ...notes.warnings(complete, sheet, merged.filled)].map((one) =>
    label(one, 1_000),
  );
  em.assign(staged, { readWarnings, columns: complete });
  await em.flush();
  return staged;
}

interface Below {
  headings: Headings & { number: number };
  rows: AsyncIterable<SheetRow>;
}

/** Finds the headings, or takes those of `headingRow`; `rows` are the rows below, without repeated headings. */
async function belowTitles(
  rows: AsyncIterable<SheetRow>,
  headingRow: number | null,
  notes: ReadingNotes,
): Promise<Below> {
  const all = rows[Symbol.asyncIterator]();
  const first: SheetRow[] = [];
  // The headings may take one more row than is asked for.
  const isEnough = () => (headingRow === null ? first.length >= HEAD : (first.at(-1)?.number ?? 0) > headingRow);
  while (!isEnough()) {
    const { value, done } = await all.next();
    if (done) break;
    if (headingRow === null || value.number >= headingRow) first.push(value);
  }
  const texts = first.map(({ cells }) => cells);
  const headings = headingRow === null ? findHeadings(texts) : headingsAt(texts, 0);
  const [begin, end] = [first[headings.at], first[headings.at + headings.rows - 1]];
  if (!begin || !end) throw headingRow === null ? badSheet('The file is empty.') : noRow(headingRow);
  if (headingRow !== null && begin.number !== headingRow) throw noRow(headingRow);
  if (headingRow === null) notes.noteTitles(first.slice(0, headings.at), begin, end);
  const repeated = new Set(first.slice(headings.at, headings.at + headings.rows).map(keyOf));
  async function* below() {
    yield* first.slice(headings.at + headings.rows);
    for (let next = await all.next(); !next.done; next = await all.next()) yield next.value;
  }
  async function* once() {
    for await (const row of below()) {
      if (repeated.has(keyOf(row))) notes.repeated += 1;
      else yield row;
    }
  }
  return { headings: { ...headings, number: begin.number }, rows: once() };
}

const keyOf = ({ cells }: SheetRow) => JSON.stringify(cells.map(textKey));

const noRow = (number: number) => invalid({ headingRow: [`Row ${number} is empty: it has no headings.`] });

/** The columns with these headings, each with the field that its heading suggests. */
export function columnsOf(headings: string[]): ImportColumn[] {
  const fields = suggestedFields(headings);
  return headings.map((header, index) => columnOf(header, index, fields[index] ?? null));
}

const columnOf = (header: string, index: number, field: string | null): ImportColumn => ({
  index,
  header: label(header),
  sample: [],
  field,
  suggested: field !== null,
  empty: 0,
  lists: 0,
  list: null,
});

async function insertRows(em: EntityManager, id: number, rows: SheetRow[]): Promise<void> {
  await em.execute(
    `insert into import_rows (import_id, number, cells, dates)
     select ?, (r->>0)::int, array(select jsonb_array_elements_text(r->1)),
       case when r->2 <> 'null' then array(select jsonb_array_elements_text(r->2)::int) end
     from jsonb_array_elements(?) r`,
    [id, jsonRows(rows.map(({ number, cells, dates }) => [number, cells.map(storable), dates?.length ? dates : null]))],
  );
}

/** Replaces characters that PostgreSQL cannot store with one that the check then refuses as forbidden. */
const storable = (cell: string) => cell.replace(/[\0\p{Surrogate}]/gu, '\u0001');

/** A text from the file, for display. */
const label = (text: string, max = 255) => withoutForbidden(cut(text, max));
