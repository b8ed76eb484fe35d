import type { EntityManager } from '@mikro-orm/postgresql';
import { invalid } from '../../../errors';
import { jsonRows } from '../../jsonRows';
import { Make } from '../../make.entity';
import { type Import, type ImportColumn, ImportState, type ImportTotals } from '../import.entity';
import { FIELD_LABELS } from '../importFields';
import { ImportVerdict } from '../importRow';
import type { OnProgress } from '../importTask';
import { MakeNames, makesToCreate } from './importMakes';

import { RowChecker, type Verdict } from './importRowCheck';
import { NearFinder } from './nearFinder';

/** Rows compared per batch. */
const BATCH = 500;

/** Maps columns (by index) to fields. Throws if the mapping is wrong or lacks a field that new models need. */
export function mapped(columns: ImportColumn[], mapping: { column: number; field: string }[]): ImportColumn[] {
  if (mapping.length > columns.length) throw invalid({ mapping: [`The file has only ${columns.length} columns.`] });
  const fields = new Map<number, string>();
  const errors: string[] = [];
  for (const { column, field } of mapping) {
    const label = FIELD_LABELS.get(field) ?? field;
    if (!columns[column]) errors.push(`There is no column ${column}.`);
    else if (fields.has(column)) errors.push(`The column ${columns[column].header} is mapped twice.`);
    if ([...fields.values()].includes(field)) errors.push(`Two columns are mapped to ${label}.`);
    fields.set(column, field);
  }
  const isMapped = (field: string) => [...fields.values()].includes(field);
  if (!isMapped('id')) {
    for (const field of ['make', 'name', 'year'].filter((field) => !isMapped(field))) {
      errors.push(`Say which column holds the ${FIELD_LABELS.get(field)?.toLowerCase()}, or which the ID.`);
    }
  }
  if (errors.length > 0) throw invalid({ mapping: errors });
  return columns.map((column) => ({ ...column, field: fields.get(column.index) ?? null, suggested: false }));
}

/** Sets the verdict of every row, with its changes or the reasons why it is not imported. */
export async function checkRows(em: EntityManager, found: Import, onProgress: OnProgress): Promise<void> {
  const known = await em.find(Make, {});
  const makes = new MakeNames(known);
  const near = new NearFinder(em, known, makes);
  const checker = new RowChecker(em, found.columns, makes, found.createMakes);
  const totals: ImportTotals = { rows: 0, new: 0, changed: 0, unchanged: 0, refused: 0, duplicates: 0 };
  for (let last = 0; ; ) {
    const rows = await em.execute<{ number: number; cells: string[] }[]>(
      `select number, array_to_json(cells) as cells from import_rows
       where import_id = ? and number > ? order by number limit ?`,
      [found.id, last, BATCH],
    );
    if (rows.length === 0) break;
    const verdicts = await checker.check(rows);
    for (const { verdict } of verdicts) totals[verdict === ImportVerdict.DUPLICATE ? 'duplicates' : verdict] += 1;
    await writeVerdicts(em, found.id, verdicts);
    await near.note(verdicts);
    totals.rows += rows.length;
    last = rows.at(-1)?.number ?? last;
    onProgress(totals.rows);
  }
  found.totals = totals;
  // A make is not created if it appears only in refused rows.
  found.missingMakes = found.createMakes
    ? (await makesToCreate(em, found.id)).map(([name = '']) => name)
    : [...makes.missing.values()];
  found.near = near.list();
  found.mended = 0;
  found.version += 1;
  found.state = ImportState.CHECKED;
}

async function writeVerdicts(em: EntityManager, id: number, verdicts: Verdict[]): Promise<void> {
  const columns = 'verdict, make, name, year, make_id, model_id, model_version, problems, changes';
  await em.execute(
    `update import_rows r set mended = false, (${columns}) = (select ${columns.replace(/\w+/g, 'v.$&')})
     from jsonb_to_recordset(?) as v (number int, verdict text, make text, name text, year text,
       make_id int, model_id int, model_version int, problems jsonb, changes jsonb)
     where r.import_id = ? and r.number = v.number`,
    [jsonRows(verdicts), id],
  );
}
