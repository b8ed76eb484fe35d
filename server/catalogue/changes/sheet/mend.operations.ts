import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType, Int } from 'type-graphql';
import { AppError, invalid } from '../../../errors';
import { described } from '../../../gate/operation';
import { AtMost, Nested, Rule, wrongText } from '../../../inputs/fields';
import { isId, RecordInput } from '../../../inputs/record';
import { AsTyped } from '../../../inputs/textForms';
import { LogEntry } from '../../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../../logs/logKind';
import { jsonRows } from '../../../outside/postgres/jsonRows';
import { MAX_CELL } from '../../../outside/sheets/sheet';
import { oneLine, sqlKey } from '../../../text';
import { ImportField } from '../../export/sheetFields';
import { withChange } from '../changeTask';
import { nameInLog } from '../removeChange';
import { ChangeKind, ChangeState, type StagedChange } from '../stagedChange.entity';
import { modelsIn, replaceModel } from './modelLists';
import { COPIES, nameIn, recountNames } from './recountNames';

/** The most rows, cells in a row, and names in one call. */
const MOST = 100;

@InputType({ description: 'A cell of a row of an import.' })
class MendedCellInput {
  @Field(() => Int, { description: 'The column’s `index`. The column must be mapped to a field.' })
  column!: number;

  @Field(() => String, { description: 'The new text of the cell, at most 32,767 characters.' })
  @Rule((value) => wrongText(value, { label: 'cell', max: MAX_CELL }))
  @AsTyped()
  value!: string;
}

@InputType({ description: 'A row of an import with mended cells.' })
class MendedRowInput {
  @Field(() => Int, { description: 'The row’s `number`.' })
  number!: number;

  @Field(() => [MendedCellInput], { description: 'Its mended cells, at most 100. The other cells stay unchanged.' })
  @AtMost(MOST, `At most ${MOST} cells of a row at once.`)
  @Nested()
  cells!: MendedCellInput[];
}

@InputType({ description: 'A make or model to replace in all rows that have it, regardless of case.' })
class MendedNameInput {
  @Field(() => ImportField, { description: 'MAKE or MODEL.' })
  @Rule((value) => (value === 'make' || value === 'name' ? null : 'Only makes and models can be replaced.'))
  field!: string;

  @Field(() => ID, { nullable: true, description: 'For a model: the id of its make.' })
  makeId?: string | null;

  @Field(() => String, { description: 'The present name in the rows.' })
  @Rule((value) => wrongText(value, { label: 'name', required: true }))
  from!: string;

  @Field(() => String, { description: 'The name to replace it with.' })
  @Rule((value) => wrongText(value, { label: 'new name', required: true }))
  @AsTyped()
  to!: string;
}

@InputType({ description: 'A checked import of a file, and its mended cells and names.' })
export class MendImportInput extends RecordInput {
  @Field(() => [MendedRowInput], { description: 'Rows with mended cells, at most 100.' })
  @AtMost(MOST, `At most ${MOST} rows at once.`)
  @Nested()
  rows: MendedRowInput[] = [];

  @Field(() => [MendedNameInput], { description: 'Names to replace in all rows, at most 100.' })
  @AtMost(MOST, `At most ${MOST} names at once.`)
  @Nested()
  names: MendedNameInput[] = [];
}

/**
 * Takes no version: two administrators may mend different rows at once, and `applyImport` refuses what its caller has
 * not seen.
 */
export const mendImport = described(
  'Stores mended cells with a checked import, or replaces a make or model in all rows that have it. `Import.mended` is the number of mended rows; checkImport checks them. CONFLICT if the import has not been checked, or if a task is running.',
  'CATALOGUE',
).chain('admin', MendImportInput, async ({ commit, user }, { id, rows, names }) =>
  withChange(commit, id, [ChangeState.CHECKED], async (em, found) => {
    if (found.kind !== ChangeKind.FILE) throw new AppError('CONFLICT', 'Only rows imported from a file can be edited.');
    const makes = await replaceNames(em, found, 'make', names);
    const models = await replaceNames(em, found, 'name', names);
    await mendRows(em, found, rows);
    const [counted] = await em.execute<{ mended: number }[]>(
      'select count(*)::int as mended from import_rows where import_id = ? and mended',
      [found.id],
    );
    found.mended = counted?.mended ?? 0;
    found.version += 1;
    await recountNames(em, found);
    LogEntry.write(em, user, LogKind.IMPORT_MENDED, {
      subject: { type: LogSubjectType.IMPORT, id: found.id },
      text: `Edited ${nameInLog(found)}. Names replaced: ${names.length}, in ${makes + models} cells. Rows edited: ${rows.length}`,
    });
  }),
);

const idOf = (id: string | null | undefined) => (isId(id) ? Number(id) : null);

/**
 * Replaces names of one field in all rows that contain them. Of two entries for the same name, the first counts. Returns the
 * number of cells.
 */
async function replaceNames(
  em: EntityManager,
  found: StagedChange,
  field: 'make' | 'name',
  names: MendedNameInput[],
): Promise<number> {
  const wanted = names.filter((name) => name.field === field);
  if (wanted.length === 0) return 0;
  const column = found.columns.find((one) => one.field === field);
  if (!column) throw invalid({ names: ['No column of the file holds this.'] });
  if (field === 'name' && found.splitModels) return replaceInLists(em, found, column.index, wanted);
  const cell = `cells[${column.index + 1}]`;
  const replacements = wanted.map(({ makeId, from, to }, place) => ({
    place,
    make_id: field === 'make' ? null : (idOf(makeId) ?? 0),
    before: from,
    cell: to,
    after: oneLine(to),
  }));
  const { affectedRows } = await em.execute<{ affectedRows: number } & object[]>(
    `with given as materialized (
       select distinct on (make_id, name) make_id, ${sqlKey('before')} as name, cell, after
       from jsonb_to_recordset(?) as n (place int, make_id int, before text, cell text, after text)
       order by make_id, name, place
     )
     update import_rows r set original = coalesce(r.original, r.cells), ${cell} = g.cell, ${COPIES[field]} = g.after,
       mended = true
     from given g
     where r.import_id = ? and btrim(coalesce(r.${cell}, '')) <> '' and r.make_id is not distinct from g.make_id
       and ${sqlKey(`(${nameIn(`r.${COPIES[field]}`, `r.${cell}`)})`)} = g.name`,
    [jsonRows(replacements), found.id],
    'run',
  );
  return affectedRows;
}

/** The same where a cell may list several models: only the model that is meant is replaced in it. */
async function replaceInLists(
  em: EntityManager,
  found: StagedChange,
  column: number,
  names: MendedNameInput[],
): Promise<number> {
  const cell = `cells[${column + 1}]`;
  const rows = await em.execute<{ number: number; make_id: number | null; cell: string }[]>(
    `select number, make_id, ${cell} as cell from import_rows
     where import_id = ? and part = 0 and btrim(coalesce(${cell}, '')) <> ''`,
    [found.id],
  );
  const replaced = rows.flatMap(({ number, make_id, cell }) => {
    const after = names
      .filter(({ makeId }) => (idOf(makeId) ?? 0) === make_id)
      .reduce((text, { from, to }) => replaceModel(text, from, to), cell);
    return after === cell ? [] : [{ number, cell: after, name: modelsIn(after).join(', ') }];
  });
  await em.execute(
    `update import_rows r set original = coalesce(r.original, r.cells), ${cell} = v.cell, name = v.name, mended = true
     from jsonb_to_recordset(?) as v (number int, cell text, name text)
     where r.import_id = ? and r.number = v.number and r.part = 0`,
    [jsonRows(replaced), found.id],
  );
  return replaced.length;
}

interface StoredRow {
  number: number;
  cells: (string | null)[];
  original: (string | null)[] | null;
  make: string;
  name: string;
  year: string;
}

async function mendRows(em: EntityManager, found: StagedChange, rows: MendedRowInput[]): Promise<void> {
  if (rows.length === 0) return;
  const stored = await em.execute<StoredRow[]>(
    `select number, array_to_json(cells) as cells, array_to_json(original) as original, make, name, year
     from import_rows where import_id = ? and number = any(?::int[]) and part = 0`,
    [found.id, `{${rows.map(({ number }) => number).join(',')}}`],
  );
  const byNumber = new Map(stored.map((row) => [row.number, row]));
  for (const { number, cells } of rows) {
    const row = byNumber.get(number);
    if (!row) throw invalid({ rows: [`There is no row ${number}.`] });
    row.original ??= [...row.cells];
    for (const { column, value } of cells) mendCell(row, found, column, value);
  }
  await em.execute(
    `update import_rows r set cells = array(select jsonb_array_elements_text(v.cells)),
       original = case when v.original is not null then array(select jsonb_array_elements_text(v.original)) end,
       make = v.make, name = v.name, year = v.year, mended = true
     from jsonb_to_recordset(?) as v (number int, cells jsonb, original jsonb, make text, name text, year text)
     where r.import_id = ? and r.number = v.number and r.part = 0`,
    [jsonRows([...byNumber.values()].map(asStored)), found.id],
  );
}

function mendCell(row: StoredRow, { columns }: StagedChange, index: number, value: string): void {
  const field = columns[index]?.field;
  if (!field) throw invalid({ rows: [`The column ${index} is not imported.`] });
  while (row.cells.length <= index) row.cells.push('');
  row.cells[index] = value;
  if (Object.hasOwn(COPIES, field)) row[field as keyof typeof COPIES] = oneLine(value);
}

/** Clears `original` if the row equals the file again. */
function asStored({ cells, original, ...row }: StoredRow) {
  const texts = cells.map((cell) => cell ?? '');
  const before = (original ?? []).map((cell) => cell ?? '');
  const isSame = texts.every((cell, index) => cell === (before[index] ?? ''));
  return { ...row, cells: texts, original: isSame ? null : before };
}
