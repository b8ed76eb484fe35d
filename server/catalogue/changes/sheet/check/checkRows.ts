import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, invalid } from '../../../../errors';
import { jsonRows } from '../../../../outside/postgres/jsonRows';
import { fieldLabel, LAST_YEAR } from '../../../export/sheetFields';
import { Make } from '../../../makes/make.entity';
import { MakeNames } from '../../../makes/makeNames';
import { KeySystem } from '../../../systems/keySystem.entity';
import type { OnProgress } from '../../changeTask';
import type { ChangeTotals } from '../../changeTotals';
import { ChangeState, type StagedChange } from '../../stagedChange.entity';
import { RowVerdict, type Verdict } from '../../stagedRow';
import type { ImportColumn } from '../importReading';
import { makesToCreate } from '../missingMakes';
import { nextRows } from '../sheetRows';
import { NearFinder } from './nearFinder';
import { RowChecker } from './rowChecker';
import { type Row, RowReader, type SheetCells } from './rowReader';
import { SystemLinks } from './systemLinks';

/** Rows compared per batch: one row of the sheet may be several, for several years. */
const BATCH = 500;
/** The most rows that a sheet may become when those of several models and years become one for each. */
const MAX_ROWS = 100_000;
/** The most characters that the further rows may have: a small file could else fill the database. */
const MAX_CHARACTERS = 20_000_000;

/** Maps columns (by index) to fields. Throws if the mapping is wrong or lacks a field that new models need. */
export function mapped(columns: ImportColumn[], mapping: { column: number; field: string }[]): ImportColumn[] {
  if (mapping.length > columns.length) {
    const count = columns.length === 1 ? 'one column' : `${columns.length} columns`;
    throw invalid({ mapping: [`The file has only ${count}.`] });
  }
  const fields = new Map<number, string>();
  const errors: string[] = [];
  for (const { column, field } of mapping) {
    const label = fieldLabel(field);
    if (!columns[column]) errors.push(`There is no column ${column}.`);
    else if (fields.has(column)) errors.push(`The column ${columns[column].header} is mapped twice.`);
    if ([...fields.values()].includes(field)) errors.push(`Two columns are mapped to ${label}.`);
    fields.set(column, field);
  }
  const isMapped = (field: string) => [...fields.values()].includes(field);
  if (!isMapped('id')) {
    for (const field of ['make', 'name', 'year'].filter((field) => !isMapped(field))) {
      errors.push(`Choose the column that contains the ${fieldLabel(field).toLowerCase()}, or the ID.`);
    }
  }
  if (isMapped(LAST_YEAR) && !isMapped('year'))
    errors.push('The last year needs a column with the first year: map one to the year.');
  if (errors.length > 0) throw invalid({ mapping: errors });
  return columns.map((column) => ({ ...column, field: fields.get(column.index) ?? null, suggested: false }));
}

/** Sets the verdict of every row, with its changes or the reasons why it is not imported. */
export async function checkRows(em: EntityManager, found: StagedChange, onProgress: OnProgress): Promise<void> {
  const known = await em.find(Make, {});
  const makes = new MakeNames(known);
  const near = new NearFinder(em, known, makes);
  const reader = new RowReader(found.columns, makes, found);
  const checker = new RowChecker(em, reader, new SystemLinks(await em.find(KeySystem, {})));
  const totals: ChangeTotals = { rows: 0, new: 0, changed: 0, unchanged: 0, refused: 0, duplicates: 0 };
  await em.execute('delete from import_rows where import_id = ? and part > 0', [found.id]);
  let characters = 0;
  for (let last = 0, done = 0; ; ) {
    const sheetRows = await nextRows<SheetCells>(
      em,
      found.id,
      last,
      'number, array_to_json(cells) as cells, array_to_json(original) as original, array_to_json(dates) as dates',
    );
    if (sheetRows.length === 0) break;
    const read: Row[][] = [];
    for (const row of sheetRows) {
      const parts = reader.read(row);
      read.push(parts);
      totals.rows += parts.length;
      for (const { part, values } of parts) if (part > 0) for (const text of values.values()) characters += text.length;
      if (totals.rows > MAX_ROWS || characters > MAX_CHARACTERS) throw tooMany();
    }
    await forgetVerdicts(
      em,
      found.id,
      sheetRows.filter((_, at) => read[at]?.length === 0),
    );
    const rows = read.flat();
    for (let at = 0; at < rows.length; at += BATCH) {
      const verdicts = await checker.check(rows.slice(at, at + BATCH));
      for (const { verdict } of verdicts) totals[verdict === RowVerdict.DUPLICATE ? 'duplicates' : verdict] += 1;
      await writeVerdicts(em, found.id, verdicts);
      await near.note(verdicts);
    }
    done += sheetRows.length;
    last = sheetRows.at(-1)?.number ?? last;
    onProgress(done);
  }
  found.totals = totals;
  // A make is not created if it appears only in refused rows.
  found.missingMakes = found.createMakes
    ? (await makesToCreate(em, found.id)).map(([name = '']) => name)
    : [...makes.missing.values()];
  found.near = near.list();
  found.checkWarnings = reader.notes.warnings();
  found.mended = 0;
  found.version += 1;
  found.state = ChangeState.CHECKED;
}

const tooMany = () =>
  new AppError(
    'BAD_USER_INPUT',
    'With one row for each model and year, this is more than 100,000 rows or too much text: split the sheet.',
  );

/** A row that had a verdict may be the heading of a group now, which has none. */
async function forgetVerdicts(em: EntityManager, id: number, rows: SheetCells[]): Promise<void> {
  if (rows.length === 0) return;
  await em.execute(
    'update import_rows set verdict = null, mended = false where import_id = ? and number = any(?::int[])',
    [id, `{${rows.map(({ number }) => number).join(',')}}`],
  );
}

async function writeVerdicts(em: EntityManager, id: number, verdicts: Verdict[]): Promise<void> {
  const columns = 'verdict, make, name, year, make_id, model_id, model_version, problems, changes';
  const values = columns.replace(/\w+/g, 'v.$&');
  const given = `jsonb_to_recordset(?) as v (number int, part int, verdict text, make text, name text, year text,
       make_id int, model_id int, model_version int, problems jsonb, changes jsonb)`;
  const [first, more] = [verdicts.filter(({ part }) => part === 0), verdicts.filter(({ part }) => part > 0)];
  await em.execute(
    `update import_rows r set mended = false, (${columns}) = (select ${values})
     from ${given} where r.import_id = ? and r.number = v.number`,
    [jsonRows(first), id],
  );
  // Only the first part of a row has the cells.
  if (more.length > 0) {
    await em.execute(
      `insert into import_rows (import_id, number, part, cells, ${columns})
       select ?, v.number, v.part, '{}', ${values} from ${given}`,
      [id, jsonRows(more)],
    );
  }
}
