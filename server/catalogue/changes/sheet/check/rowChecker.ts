import type { EntityManager } from '@mikro-orm/postgresql';
import { jsonRows } from '../../../../outside/postgres/jsonRows';
import { textKey } from '../../../../text';
import { CHECK, statedCheck, UNCHECKED } from '../../../checked';
import { CHECKED_AT, FIELD_LABELS } from '../../../export/sheetFields';
import { isSameValue, KEY_LABEL } from '../../../keyData';
import { checkChange, fieldOf, KEY_SYSTEM, withConsequences } from '../../../models/modelChanges';
import { isSameModel, type ModelRow, modelKey } from '../../../models/modelRow';
import { MODEL_JSON } from '../../../models/readModels';
import type { StoredChange } from '../../../recordChange';
import type { KeySystem } from '../../../systems/keySystem.entity';
import { RowVerdict, type Verdict } from '../../stagedRow';
import { asRecorded } from './blankNames';
import type { Row, RowReader } from './rowReader';
import type { SystemLinks } from './systemLinks';

/** Compares rows with the catalogue, in batches; remembers which models it has seen. */
export class RowChecker {
  /** The first row of each model, by its id and by its bike and label. */
  readonly #seen = new Map<string, number>();

  constructor(
    private readonly em: EntityManager,
    private readonly reader: RowReader,
    private readonly systems: SystemLinks,
  ) {}

  async check(rows: Row[]): Promise<Verdict[]> {
    const models = await this.#modelsOf(rows);
    const meant = this.#keysMeant(rows, models);
    return rows.map((row, place) => this.#judge(row, meant[place] ?? []));
  }

  /**
   * Of the keys of a bike, those that each row may mean (docs/rules.md, "Keys of a bike"): with the row's label, those with
   * this label, else one without. Of several rows for a key without a label, it is the one that changes least of it.
   */
  #keysMeant(rows: Row[], models: Map<number, ModelRow[]>): ModelRow[][] {
    const unlabelled = new Map<number, { place: number; changes: number }>();
    const meant = rows.map((row, place) => {
      const keys = models.get(place) ?? [];
      const label = labelOf(row);
      if (!label || row.values.has('id')) return keys;
      const same = keys.filter((key) => textKey(key[KEY_LABEL]) === label);
      if (same.length > 0) return same;
      const open = keys.filter((key) => key[KEY_LABEL] === '' && !this.#seen.has(`#${key.id}`));
      const [key] = open;
      const changes = key && open.length === 1 ? this.#compare(row, key).changes.length : 0;
      if (key && !((unlabelled.get(key.id)?.changes ?? Number.POSITIVE_INFINITY) <= changes))
        unlabelled.set(key.id, { place, changes });
      return open;
    });
    return meant.map((keys, place) => {
      const [key] = keys;
      const nearest = key && keys.length === 1 && labelOf(rows[place]) ? unlabelled.get(key.id) : undefined;
      return nearest && nearest.place !== place ? [] : keys;
    });
  }

  /** By the place of the row, the matching models: the one with the row's ID, else those with its make, name and year. */
  async #modelsOf(rows: Row[]): Promise<Map<number, ModelRow[]>> {
    const sound = rows.flatMap((row, place) => (row.problems.length === 0 ? [{ ...row, place }] : []));
    const wanted = sound.map(({ place, values, make }) => ({
      place,
      id: values.has('id') ? Number(values.get('id')) : null,
      make_id: make?.id ?? null,
      name: values.get('name') ?? null,
      year: values.has('year') ? Number(values.get('year')) : null,
    }));
    const found = await this.em.execute<{ place: number; model: unknown }[]>(
      `with wanted as materialized (
         select * from jsonb_to_recordset(?) as w (place int, id int, make_id int, name text, year int)
       ), fitting as (
         select w.place, m.id from wanted w join models m on m.id = w.id
         union all
         select w.place, m.id from wanted w join models m on w.id is null and ${isSameModel('w')}
       )
       select f.place, ${MODEL_JSON.all.sql} as model
       from fitting f join models m on m.id = f.id join makes k on k.id = m.make_id order by m.id`,
      [jsonRows(wanted)],
    );
    const models = new Map<number, ModelRow[]>();
    for (const { place, model } of found) {
      const others = models.get(place) ?? [];
      models.set(place, [...others, MODEL_JSON.all.read(model)]);
    }
    return models;
  }

  /** What a row changes, and why the model does not get the key system that the row names. */
  #compare(given: Row, model: ModelRow | undefined) {
    const { row, system, problem } = this.systems.link(given);
    return { changes: withConsequences(model ?? null, changesOf(row, model, system)), problem };
  }

  #judge(row: Row, models: ModelRow[]): Verdict {
    const { number, part, values, make } = row;
    const problems = [...row.problems];
    const id = values.get('id');
    const [model] = models;
    for (const [field, problem] of row.doubts) {
      const given = values.get(field);
      const isKept =
        model && models.length === 1 && given !== undefined && isSameValue(field, fieldOf(model, field), given);
      if (!isKept) problems.push(problem);
    }
    if (problems.length === 0 && id && !model) {
      problems.push({ ...this.reader.place('id'), message: `There is no model with the ID ${id}.` });
    }
    const about = {
      number,
      part,
      make: values.get('make') ?? model?.make.displayName ?? '',
      name: values.get('name') ?? model?.name ?? '',
      year: values.get('year') ?? String(model?.year ?? ''),
      make_id: make?.id ?? null,
      model_id: model?.id ?? null,
      model_version: model?.version ?? null,
    };
    const leftOut = (verdict: RowVerdict) => ({ ...about, verdict, problems, changes: [] });
    if (problems.length > 0) return leftOut(RowVerdict.REFUSED);

    if (models.length > 1) {
      const ids = models.map((one) => one.id).join(', ');
      problems.push({
        column: null,
        message: `${models.length} models match, with the IDs ${ids}: choose one by its ID${
          models.some((one) => one[KEY_LABEL]) ? ' or its locks' : ''
        }.`,
      });
      return { ...leftOut(RowVerdict.DUPLICATE), model_id: null };
    }
    const bike = modelKey(make?.id ?? about.make, about.name, about.year);
    const keys = [...(model ? [`#${model.id}`] : []), ...(id ? [] : [`${bike}\n${labelOf(row)}`])];
    const first = keys.map((key) => this.#seen.get(key)).find((number) => number !== undefined);
    if (first !== undefined) {
      problems.push({ column: null, message: `Row ${first} is for the same model.` });
      return leftOut(RowVerdict.DUPLICATE);
    }
    for (const key of keys) this.#seen.set(key, number);

    const { changes, problem } = this.#compare(row, model);
    if (problem) problems.push({ ...this.reader.place(KEY_SYSTEM.name), message: problem });
    if (!model) return { ...about, verdict: RowVerdict.NEW, problems, changes };
    const verdict = changes.length > 0 ? RowVerdict.CHANGED : RowVerdict.UNCHANGED;
    return { ...about, verdict, problems, changes };
  }
}

/** Which key of its bike a row is for. */
const labelOf = (row: Row | undefined) => textKey(row?.values.get(KEY_LABEL) ?? '');

/** The changes that a row makes to a model, or the fields of a new model, as in the history (modelChanges.ts). */
function changesOf({ values, make }: Row, model: ModelRow | undefined, system: KeySystem | null): StoredChange[] {
  const changes: StoredChange[] = [];
  const byId = values.has('id');
  for (const [field, label] of FIELD_LABELS) {
    if (field === KEY_SYSTEM.name) {
      const was = model?.keySystem ?? null;
      if (!values.has(field) || (was?.id ?? null) === (system?.id ?? null)) continue;
      const stored = { storedBefore: String(was?.id ?? ''), storedAfter: String(system?.id ?? '') };
      changes.push({ field, label, before: was?.name ?? '', after: system?.name ?? '', ...stored });
      continue;
    }
    if (field === CHECK.name) {
      const was = model ?? UNCHECKED;
      // The check that the model has says nothing new: it ends if the row changes values.
      const check = statedCheck(was, values.get(field), values.get(CHECKED_AT));
      if (check) changes.push(checkChange(was, check));
      continue;
    }
    const after = values.get(field);
    if (after === undefined || field === 'id' || field === CHECKED_AT) continue;
    const identifies = field === 'make' || field === 'name' || field === 'year';
    // These are matched regardless of case; the model keeps its spelling.
    if (identifies && model && !byId) continue;
    const before = model ? fieldOf(model, field) : field === 'sample' ? 'no' : '';
    if (field === 'make') {
      const was = model?.make;
      if (make && make.id === was?.id) continue;
      const stored = { storedBefore: was ? String(was.id) : '', storedAfter: make ? String(make.id) : '' };
      changes.push({ field, label, before, after: make?.displayName ?? after, ...stored });
    } else if (comparable(field, before) !== comparable(field, after)) changes.push({ field, label, before, after });
  }
  return changes;
}

/** Spreadsheets differ in their line breaks, and names of one blank in what is between them; that is not a change. */
const comparable = (field: string, text: string) => asRecorded(field, text.replace(/\r\n?/g, '\n'));
