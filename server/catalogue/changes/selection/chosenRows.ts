import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../../context';
import { withoutForbidden } from '../../../gate/characters';
import { byWhom } from '../../../logs/logEntry.entity';
import { jsonRows } from '../../../outside/postgres/jsonRows';
import { cut } from '../../../outside/sheets/sheet';
import { UNCHECKED } from '../../checked';
import { KEY_LABEL } from '../../keyData';
import { changesBetween } from '../../models/modelChanges';
import { type ModelRow, modelKey } from '../../models/modelRow';
import { modelsWith } from '../../models/readModels';
import type { ChangeTotals } from '../changeTotals';
import { type ChangeKind, ChangeState, StagedChange, type SystemStep } from '../stagedChange.entity';
import { RowVerdict, type Verdict } from '../stagedRow';

/** Rows read or written per statement. */
const BATCH = 500;

/** A row of a change that comes from a model. */
export type ChosenRow = Omit<Verdict, 'number' | 'part'> & {
  /** The model that is copied. */
  source_id: number | null;
  /** Of the model as it is: its bike (`modelKey`), and which of the bike's keys it is. These are not stored. */
  bike: string;
  label: string;
};

interface Chosen {
  model: ModelRow;
  /** A row without changes. */
  row: ChosenRow;
}

/** The models with these ids, in batches. */
export async function* modelsInBatches(em: EntityManager, ids: number[]): AsyncGenerator<Chosen[]> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const models = await modelsWith(em, ids.slice(from, from + BATCH));
    yield models.map((model) => ({ model, row: rowOf(model) }));
  }
}

const rowOf = (model: ModelRow): ChosenRow => ({
  verdict: RowVerdict.UNCHANGED,
  make: model.make.displayName,
  name: model.name,
  year: String(model.year),
  make_id: model.make.id,
  model_id: model.id,
  model_version: model.version,
  source_id: null,
  problems: [],
  changes: [],
  bike: modelKey(model.make.id, model.name, model.year),
  label: model[KEY_LABEL],
});

/** A row that creates a copy of the model in another year. */
export function copyOf({ model, row }: Chosen, year: number): ChosenRow {
  const changes = changesBetween(null, { ...model, ...UNCHECKED, year });
  const about = { year: String(year), model_id: null, source_id: model.id };
  return { ...row, ...about, verdict: RowVerdict.NEW, changes };
}

interface About {
  kind: ChangeKind;
  title: string;
  origin?: string;
  keySystem?: SystemStep;
}

/** A change that has been checked, before it has rows. */
export const newChange = (
  em: EntityManager,
  user: Caller,
  { kind, title, origin = 'Chosen in the model list', keySystem }: About,
): StagedChange =>
  em.create(StagedChange, {
    ...byWhom(user),
    kind,
    title: withoutForbidden(cut(title.replace(/\s+/g, ' '), 255)),
    origin,
    readWarnings: [],
    columns: [],
    state: ChangeState.CHECKED,
    keySystem: keySystem ?? null,
  });

/** Writes the rows as a change that has been checked. */
export async function stage(
  em: EntityManager,
  user: Caller,
  { rows, ...about }: About & { rows: ChosenRow[] },
): Promise<StagedChange> {
  const staged = newChange(em, user, about);
  staged.rowCount = rows.length;
  staged.totals = totalsOf(rows);
  await em.flush();
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows
      .slice(from, from + BATCH)
      .map(({ bike: _bike, label: _label, ...row }, index) => ({ ...row, number: from + index + 1 }));
    await em.execute(
      `insert into import_rows (import_id, cells, ${COLUMNS}) select ?, '{}', ${COLUMNS}
       from jsonb_to_recordset(?) as v (number int, verdict text, make text, name text, year text, make_id int,
         model_id int, model_version int, source_id int, problems jsonb, changes jsonb)`,
      [staged.id, jsonRows(batch)],
    );
  }
  return staged;
}

const COLUMNS = 'number, verdict, make, name, year, make_id, model_id, model_version, source_id, problems, changes';

function totalsOf(rows: { verdict: RowVerdict }[]): ChangeTotals {
  const of = (verdict: RowVerdict) => rows.filter((row) => row.verdict === verdict).length;
  return {
    rows: rows.length,
    new: of(RowVerdict.NEW),
    changed: of(RowVerdict.CHANGED),
    unchanged: of(RowVerdict.UNCHANGED),
    refused: of(RowVerdict.REFUSED),
    duplicates: of(RowVerdict.DUPLICATE),
    deleted: of(RowVerdict.DELETED),
    stale: of(RowVerdict.STALE),
  };
}

/** The totals of a change's stored rows. */
export async function storedTotals(em: EntityManager, id: number): Promise<ChangeTotals> {
  return totalsOf(
    await em.execute<{ verdict: RowVerdict }[]>('select verdict from import_rows where import_id = ?', [id]),
  );
}
