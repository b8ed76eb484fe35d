import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../../context';
import { withoutForbidden } from '../../../gate/characters';
import { jsonRows } from '../../../outside/postgres/jsonRows';
import { cut } from '../../../outside/sheets/sheet';
import { FIELD_LABELS } from '../../export/sheetFields';
import type { StoredChange } from '../../history/modelChange.entity';
import { KEY_LABEL } from '../../keyData';
import { fieldOf, KEY_SYSTEM } from '../../models/modelChanges';
import { type ModelRow, modelKey } from '../../models/modelRow';
import { modelsWith } from '../../models/readModels';
import type { ChangeTotals } from '../changeTotals';
import { type ChangeKind, ChangeState, StagedChange } from '../stagedChange.entity';
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
  const changes: StoredChange[] = [];
  for (const [field, label] of FIELD_LABELS) {
    const after = field === 'year' ? String(year) : field === 'id' ? '' : fieldOf(model, field);
    if (after === '' || (field === 'sample' && !model.sample)) continue;
    const id = field === 'make' ? model.make.id : field === KEY_SYSTEM.name ? model.keySystem?.id : undefined;
    const stored = id === undefined ? {} : { storedBefore: '', storedAfter: String(id) };
    changes.push({ field, label, before: field === 'sample' ? 'no' : '', after, ...stored });
  }
  const { images = [] } = model;
  if (images.length > 0) {
    const stored = { storedBefore: '', storedAfter: images.map(({ hash }) => hash).join(' ') };
    changes.push({ field: 'images', label: 'Images', before: '', after: String(images.length), ...stored });
  }
  const about = { year: String(year), model_id: null, source_id: model.id };
  return { ...row, ...about, verdict: RowVerdict.NEW, changes };
}

/** Writes the rows as a change that has been checked. */
export async function stage(
  em: EntityManager,
  user: Caller,
  { kind, title, rows }: { kind: ChangeKind; title: string; rows: ChosenRow[] },
): Promise<StagedChange> {
  const staged = em.create(StagedChange, {
    user: user.id,
    username: user.username,
    kind,
    title: withoutForbidden(cut(title.replace(/\s+/g, ' '), 255)),
    origin: 'Chosen in the model list',
    readWarnings: [],
    columns: [],
    rowCount: rows.length,
    state: ChangeState.CHECKED,
    totals: totalsOf(rows),
  });
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
